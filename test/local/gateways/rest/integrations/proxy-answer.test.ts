import { call, closeAll } from "../../support/serve";
import { serveRestApi, type TestRestApi } from "../support";

afterEach(closeAll);

async function answered(returned: unknown, given: Partial<TestRestApi> = {}, headers = {}) {
  const api = await serveRestApi({ methods: { "GET /a": () => returned }, ...given });
  return call(api.url, "/dev/a", { headers });
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html */
describe("REST API proxy answer", () => {
  test("status, headers and body are the function's", async () => {
    const answer = await answered({
      statusCode: 201,
      headers: { "X-One": "1", "X-Number": 5, "X-Flag": true, Both: "a", "Content-Type": "text/plain" },
      multiValueHeaders: { "Set-Cookie": ["a=1", "b=2"], both: ["a", "b"] },
      body: "made",
    });
    expect(answer).toMatchObject({
      status: 201,
      text: "made",
      headers: {
        "x-one": "1",
        "x-number": "5",
        "x-flag": "true",
        "set-cookie": ["a=1", "b=2"],
        both: "a, b",
        "content-type": "text/plain",
        "content-length": "4",
        "x-amzn-requestid": expect.stringMatching(/^[0-9a-f-]{36}$/),
        "x-amz-apigw-id": expect.stringMatching(/=$/),
        "x-amzn-trace-id": expect.stringMatching(/^Root=1-/),
      },
    });
    expect(answer.headers["x-amzn-errortype"]).toBeUndefined();
  });

  test.each([
    ["without a status", { body: "x" }, 200, "x"],
    ["with a status as text", { statusCode: "404" }, 404, ""],
    ["without a body", { statusCode: 200, body: null }, 200, ""],
    ["with a number as body", { body: 5 }, 200, "5"],
    ["with a boolean as body", { body: false }, 200, "false"],
    ["that is empty", {}, 200, ""],
  ])("an answer %s is sent as JSON", async (_, returned, status, text) => {
    const answer = await answered(returned);
    expect(answer).toMatchObject({ status, text, headers: { "content-type": "application/json" } });
  });

  test.each([
    ["a text", "text"],
    ["nothing", null],
    ["a list", []],
    ["members that are not known", { statusCode: 200, extra: 1 }],
    ["a body that is not text", { statusCode: 200, body: { a: 1 } }],
    ["a body that is a list", { statusCode: 200, body: [] }],
    ["a status that is not a number", { statusCode: "ok" }],
    ["a status out of range", { statusCode: 99 }],
    ["invalid headers", { statusCode: 200, headers: "x" }],
    ["a header that is an object", { statusCode: 200, headers: { a: {} } }],
    ["a header name that cannot be sent", { statusCode: 200, headers: { "a b": "1" } }],
    ["a header value that cannot be sent", { statusCode: 200, headers: { a: "1\r\nb: 2" } }],
  ])("%s is not an answer", async (_, returned) => {
    const answer = await answered(returned);
    expect(answer).toMatchObject({ status: 502, text: '{"message":"Internal server error"}' });
    expect(answer.headers["x-amzn-errortype"]).toBe("InternalServerErrorException");
  });

  test("a function that fails is answered for", async () => {
    const handler = () => {
      throw new Error("broken");
    };
    const api = await serveRestApi({ methods: { "GET /a": handler } });
    expect(await call(api.url, "/dev/a")).toMatchObject({
      status: 502,
      text: '{"message":"Internal server error"}',
    });
  });

  test("a missing function is reported once", async () => {
    const api = await serveRestApi({ methods: { "GET /a": {} } });
    for (const _ of [1, 2]) expect((await call(api.url, "/dev/a")).status).toBe(500);
    expect(api.context.reported.filter(({ event }) => event === "warning")).toEqual([
      { event: "warning", text: expect.stringMatching(/^dev-app-Api, GET \/a: no arn:/) },
    ]);
  });

  test("a function that takes too long is not waited for", async () => {
    const api = await serveRestApi({
      methods: {
        "GET /a": { handler: () => new Promise(() => {}), integration: { timeout_milliseconds: 5000 } },
      },
    });
    const answer = call(api.url, "/dev/a");
    await api.context.clock.untilWaitedFor(5000);
    api.context.clock.advance(5000);
    expect(await answer).toMatchObject({ status: 504, text: '{"message":"Endpoint request timed out"}' });
  });

  test("headers of the connection are sent under another name", async () => {
    const { headers } = await answered({
      statusCode: 200,
      headers: {
        Connection: "x",
        "Content-Length": "99",
        Date: "today",
        Server: "mine",
        "WWW-Authenticate": "Basic",
        "Transfer-Encoding": "y",
      },
    });
    expect(headers).toMatchObject({
      "x-amzn-remapped-connection": "x",
      "x-amzn-remapped-content-length": "99",
      "x-amzn-remapped-date": "today",
      "x-amzn-remapped-server": "mine",
      "x-amzn-remapped-www-authenticate": "Basic",
      "content-length": "0",
    });
    expect(headers["transfer-encoding"]).toBeUndefined();
    expect(headers["x-amzn-remapped-transfer-encoding"]).toBeUndefined();
  });

  /** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/lambda-proxy-binary-media.html */
  test.each([
    [["image/png"], "image/png", "hi"],
    [["image/png"], "image/png;q=1, text/html", "hi"],
    [["image/png"], "text/html, image/png", "aGk="],
    [["image/png"], "*/*", "aGk="],
    [["image/png"], undefined, "aGk="],
    [["*/*"], undefined, "hi"],
    [["*/*"], "text/html", "hi"],
    [undefined, "image/png", "aGk="],
  ])("with binary types %j and Accept %s base64 becomes %s", async (binary_media_types, accept, text) => {
    const returned = { statusCode: 200, body: "aGk=", isBase64Encoded: true };
    const headers = accept === undefined ? {} : { accept };
    expect((await answered(returned, { api: { binary_media_types } }, headers)).text).toBe(text);
  });

  test.each([false, undefined, "true"])(
    "a body that is marked as base64 by %j is sent unchanged",
    async (mark) => {
      const returned = { statusCode: 200, body: "aGk=", isBase64Encoded: mark };
      expect((await answered(returned, { api: { binary_media_types: ["*/*"] } })).text).toBe("aGk=");
    },
  );

  test("a status without a body has none", async () => {
    const { headers, text } = await answered({ statusCode: 204, body: "x" });
    expect(text).toBe("");
    expect(headers["content-length"]).toBeUndefined();
  });
});
