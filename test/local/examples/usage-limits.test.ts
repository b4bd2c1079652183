import { createHash } from "node:crypto";
import { ServedExample } from "./served-example";

let weather: ServedExample;
let key: string;

beforeAll(async () => {
  const ADMIN_TOKEN_HASH = createHash("sha256").update("secret").digest("hex");
  weather = await ServedExample.start("examples/rest-usage-plan", { environment: { ADMIN_TOKEN_HASH } });
  const keys = weather.events.flatMap((each) => (each.event === "notice" ? [each.text] : []));
  key = keys.flatMap((text) => /takes the API key \S*Newspaper: (\S+)/.exec(text)?.[1] ?? [])[0] ?? "";
});

afterAll(() => weather.stop());

async function read(): Promise<readonly [number, unknown]> {
  const response = await fetch(`${weather.url("Api")}/stations`, { headers: { "x-api-key": key } });
  return [response.status, await response.json()];
}

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
});
