import { apiKeyOf, keepersOrigin, lastAnsweredBy, weather } from "./weather";

const station = {
  "content-type": "application/json",
  "x-station": "hill",
  "x-station-token": "hill-token",
};

/** A report of the station on the hill: status, and the very text of the body. */
async function report(
  body: string,
  { query = "?sensor=1", headers = {} }: { query?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<readonly [status: number, body: string]> {
  const response = await fetch(`${weather.url("Stations")}/stations/hill/report${query}`, {
    method: "PUT",
    headers: { ...station, ...headers },
    body,
  });
  return [response.status, await response.text()];
}

// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-method-request-validation.html
describe("the request validator", () => {
  test("lets a report through that fits the model", async () => {
    expect(await report('{"celsius":-12.5}')).toEqual([200, '{"celsius":-12.5,"by":"hill"}']);
  });

  test.each([
    ["nothing in it", "{}"],
    ["a text for a number", '{"celsius":"3"}'],
    ["a number beyond the limit", '{"celsius":60.1}'],
    ["more than the model knows", '{"celsius":3,"mood":"fine"}'],
    ["another kind of value", "[3]"],
    ["no JSON", "celsius: 3"],
    ["no body", ""],
  ])("refuses a report with %s, and no function runs", async (_name, body) => {
    // The second part is the example's own: the gateway response adds it to AWS's text.
    const expected = '{"message":"Invalid request body","hint":"celsius, from -90 to 60"}';
    expect(await report(body)).toEqual([400, expected]);
    expect(lastAnsweredBy(weather)).toBeUndefined();
  });

  test.each(["", "?sensor=", "?sensor=%20", "?Sensor=1"])(
    "reports a missing parameter in %j for any body",
    async (query) => {
      const expected = '{"message":"Missing required request parameters: [sensor]"}';
      expect(await report("{}", { query })).toEqual([400, expected]);
      expect(lastAnsweredBy(weather)).toBeUndefined();
    },
  );

  test("looks at bodies by their type, without its parameters", async () => {
    const headers = { "content-type": "application/json; charset=utf-8" };
    expect((await report('{"celsius":3}', { headers }))[0]).toBe(200);
    expect((await report("{}", { headers }))[0]).toBe(400);
  });

  test("has no model of another type, so the function decides", async () => {
    expect(await report("{}", { headers: { "content-type": "text/plain" } })).toEqual([
      400,
      '{"message":"Write { celsius: number }, between -90 and 60"}',
    ]);
    expect(lastAnsweredBy(weather)).toMatch(/Lambda_PUT_/);
  });

  // No page of AWS states the order of authorizer and validator; this one reveals the least to strangers.
  test("reveals nothing about the body to a stranger", async () => {
    const headers = { "x-station-token": "guess" };
    expect(await report("{}", { query: "", headers })).toEqual([401, '{"message":"Unauthorized"}']);
  });
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-gatewayResponse-definition.html
describe("responses of the gateway itself", () => {
  const refused = async (path: string, options: RequestInit) => {
    const { status, headers } = await fetch(`${weather.url("Stations")}${path}`, options);
    return [status, Object.fromEntries(headers)];
  };
  const put = (headers: Readonly<Record<string, string>>) => ({ method: "PUT", headers, body: "{}" });

  test.each([
    [400, "BadRequestException", "/stations/hill/report?sensor=1", put(station)],
    [400, "BadRequestException", "/stations/hill/report", put(station)],
    [401, "UnauthorizedException", "/stations/hill/report", put({})],
    [403, "AccessDeniedException", "/stations/harbour/report", put(station)],
    [403, "ForbiddenException", "/stations/hill/picture", {}],
    [403, "MissingAuthenticationTokenException", "/nowhere", {}],
  ])("can be read by the keepers' page: %i %s", async (status, type, path, options) => {
    expect(await refused(path, options)).toEqual([
      status,
      expect.objectContaining({
        "access-control-allow-origin": keepersOrigin,
        "access-control-allow-headers": "Authorization,Content-Type",
        "content-type": "application/json",
        vary: "Origin",
        "x-amzn-errortype": type,
        "x-amzn-requestid": expect.stringMatching(/^[0-9a-f-]{36}$/),
        "x-amz-apigw-id": expect.stringMatching(/=$/),
      }),
    ]);
  });

  test("leaves the headers of functions alone", async () => {
    const headers = { "x-api-key": apiKeyOf(weather, "Agency") };
    const response = await fetch(`${weather.url("Stations")}/stations/moon/picture`, { headers });
    expect([response.status, await response.text()]).toEqual([404, '{"message":"No such station"}']);
    expect(response.headers.get("access-control-allow-origin")).toBe(keepersOrigin);
    expect(response.headers.has("x-amzn-errortype")).toBe(false);
  });
});
