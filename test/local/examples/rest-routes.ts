import { keepersOrigin, lastAnsweredBy, weather } from "./weather";

const stations = (path: string, options?: RequestInit) => fetch(`${weather.url("Stations")}${path}`, options);

/** Status, kind of error and the very text of the body. */
async function refusal(response: Response): Promise<readonly unknown[]> {
  return [response.status, response.headers.get("x-amzn-errortype"), await response.text()];
}

describe("paths of a REST API", () => {
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/how-to-call-api.html
  test.each(["/health", "/prod/health", "/"])("begin with the stage: %s does not exist", async (path) => {
    const { origin } = new URL(weather.url("Stations"));
    expect(await refusal(await fetch(`${origin}${path}`))).toEqual([
      403,
      "ForbiddenException",
      '{"message":"Forbidden"}',
    ]);
  });

  // MISSING_AUTHENTICATION_TOKEN, "including the cases when the client attempts to invoke an unsupported API method or
  // resource": https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
  test.each([
    ["that nobody knows", "GET", "/nowhere"],
    ["that only lead to others", "GET", "/stations/hill"],
    ["that are longer than a route", "GET", "/health/now"],
    ["with another method", "DELETE", "/stations/hill/summary"],
    ["of the stage itself", "GET", ""],
  ])("%s are answered with 403, and pages may read it", async (_name, method, path) => {
    const response = await stations(path, { method });
    expect(response.headers.get("access-control-allow-origin")).toBe(keepersOrigin);
    expect(await refusal(response)).toEqual([
      403,
      "MissingAuthenticationTokenException",
      '{"message":"Missing Authentication Token"}',
    ]);
  });

  test("each API has its own", async () => {
    expect((await fetch(`${weather.url("Api")}/health`)).status).toBe(403);
  });
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/how-to-mock-integration.html
describe("a mock integration", () => {
  test.each([
    ["/health", 200, '{"status":"up","stage":"dev"}'],
    ["/health?rehearse=outage", 503, '{"status":"down","stage":"dev"}'],
  ])("answers %s without a function", async (path, status, body) => {
    const response = await stations(path);
    expect([response.status, await response.text()]).toEqual([status, body]);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(lastAnsweredBy(weather)).toBeUndefined();
  });
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/request-response-data-mappings.html
describe("a mapped integration", () => {
  test.each([
    ["", '{"station":"Castle hill","now":"8.2 celsius"}'],
    ["?unit=fahrenheit", '{"station":"Castle hill","now":"46.8 fahrenheit"}'],
    ["?unit=kelvin", '{"station":"Castle hill","now":"8.2 celsius"}'],
  ])("maps request and answer: %j", async (query, body) => {
    const response = await stations(`/stations/hill/summary${query}`);
    expect([response.status, await response.text()]).toEqual([200, body]);
  });

  test("maps headers, fixed ones and those of the function's answer", async () => {
    const { headers } = await stations("/stations/harbour/summary");
    expect(Object.fromEntries(headers)).toMatchObject({
      "access-control-allow-origin": keepersOrigin,
      "cache-control": "max-age=60",
      "content-type": "application/json",
      "x-station": "harbour",
    });
  });

  // https://docs.aws.amazon.com/apigateway/latest/developerguide/handle-errors-in-lambda-integration.html
  test.each(["moon", "o'hare"])("maps the error of the function: no station %s", async (id) => {
    const response = await stations(`/stations/${id}/summary`);
    expect([response.status, await response.text()]).toEqual([404, `{"message":"No such station: ${id}"}`]);
    expect(response.headers.has("x-station")).toBe(false);
  });

  // https://docs.aws.amazon.com/apigateway/latest/developerguide/integration-passthrough-behaviors.html
  test("lets no body through that it has no template for", async () => {
    const response = await stations("/stations/hill/summary", { headers: { "content-type": "text/plain" } });
    expect(await refusal(response)).toEqual([
      415,
      "BadRequestException",
      '{"message":"Unsupported Media Type"}',
    ]);
    expect(lastAnsweredBy(weather)).toBeUndefined();
  });
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/how-to-cors.html
describe("preflight requests", () => {
  const preflight = (url: string, method: string) =>
    fetch(url, {
      method: "OPTIONS",
      headers: { origin: keepersOrigin, "access-control-request-method": method },
    });

  test("are answered for the page of the keepers, without token and function", async () => {
    const response = await preflight(`${weather.url("Stations")}/stations/hill/visits`, "POST");
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "access-control-allow-origin": keepersOrigin,
      "access-control-allow-methods": "GET,POST",
      "access-control-allow-headers": "Authorization,Content-Type",
      "access-control-max-age": "3600",
      vary: "Origin",
    });
    expect(lastAnsweredBy(weather)).toBeUndefined();
  });

  test("are answered for every page by default", async () => {
    const { status, headers } = await preflight(`${weather.url("Api")}/stations/hill`, "PUT");
    expect(status).toBe(204);
    expect(Object.fromEntries(headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "OPTIONS,GET,PUT,POST,DELETE,PATCH,HEAD",
      "access-control-allow-headers": "*",
    });
  });

  test("of paths without OPTIONS are also answered", async () => {
    expect((await preflight(`${weather.url("Stations")}/health`, "GET")).status).toBe(403);
  });
});
