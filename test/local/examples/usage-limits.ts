import { apiKeyOf, lastAnsweredBy, weather } from "./weather";

let newspaper: string;
let agency: string;

beforeAll(() => {
  newspaper = apiKeyOf(weather, "Newspaper");
  agency = apiKeyOf(weather, "Agency");
});

async function get(api: string, path: string, key: string): Promise<readonly [number, unknown]> {
  const response = await fetch(`${weather.url(api)}${path}`, { headers: { "x-api-key": key } });
  return [response.status, await response.json()];
}

const read = () => get("Api", "/stations", newspaper);

describe("the usage plan of the rest-usage-plan example", () => {
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
  test("throttles beyond its burst, and lets as many in again as its rate says", async () => {
    weather.clock.advance(10_000);
    for (let request = 0; request < 10; request++) expect((await read())[0]).toBe(200);
    expect(await read()).toEqual([429, { message: "Too Many Requests" }]);
    weather.clock.advance(200);
    expect((await read())[0]).toBe(200);
    expect((await read())[0]).toBe(429);
  });

  // https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-api-usage-plans.html
  test("opens the API that it names, and no other", async () => {
    const forbidden = [403, { message: "Forbidden" }];
    expect(await get("Stations", "/stations/hill/picture", newspaper)).toEqual(forbidden);
    expect(await get("Api", "/stations", agency)).toEqual(forbidden);
  });
});

describe("the plan of the press", () => {
  const dayMs = 24 * 60 * 60 * 1000;
  const picture = () =>
    fetch(`${weather.url("Stations")}/stations/hill/picture`, { headers: { "x-api-key": agency } });
  const statuses = async (count: number) => {
    const all: number[] = [];
    for (let request = 0; request < count; request++) all.push((await picture()).status);
    return all;
  };
  const refusal = async (response: Response) => [
    response.status,
    response.headers.get("x-amzn-errortype"),
    response.headers.get("retry-after"),
    await response.text(),
  ];

  // When a period begins AWS does not say; here it is midnight, UTC.
  beforeEach(() => weather.clock.advance(dayMs - (weather.clock.now() % dayMs)));

  // Limits of a method come before those of the plan:
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
  test("has its own limit for pictures", async () => {
    expect(await statuses(2)).toEqual([200, 200]);
    expect(await refusal(await picture())).toEqual([
      429,
      "TooManyRequestsException",
      null,
      '{"message":"Too Many Requests"}',
    ]);
    weather.clock.advance(1000);
    expect(await statuses(2)).toEqual([200, 429]);
    // Idle time is not saved up beyond the burst.
    weather.clock.advance(60_000);
    expect(await statuses(3)).toEqual([200, 200, 429]);
  });

  // https://docs.aws.amazon.com/apigateway/latest/api/API_QuotaSettings.html
  test("has twenty pictures a day, and twenty more the next day", async () => {
    const day = async () => {
      const all: number[] = [];
      for (let request = 0; request < 20; request++) {
        all.push(...(await statuses(1)));
        weather.clock.advance(1000);
      }
      return all;
    };
    const used = [429, "LimitExceededException", "3600", '{"message":"Limit Exceeded"}'];
    const all = Array.from({ length: 20 }, () => 200);
    expect(await day()).toEqual(all);
    expect(await refusal(await picture())).toEqual(used);
    expect(lastAnsweredBy(weather)).toBeUndefined();
    weather.clock.advance(dayMs - 1 - (weather.clock.now() % dayMs));
    expect(await refusal(await picture())).toEqual(used);
    weather.clock.advance(1001);
    expect(await day()).toEqual(all);
    expect((await picture()).status).toBe(429);
  });

  test("counts its own key: the newspaper reads on", async () => {
    expect((await read())[0]).toBe(200);
  });
});
