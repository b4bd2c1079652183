import { readFunctionAnswer } from "../../../../../lib/local/gateways/http/integrate-function";
import { serveApi } from "../../support/http-api";
import { call, closeAll } from "../../support/serve";

afterEach(closeAll);

const json = { "content-type": "application/json" };
const plain = { "content-type": "text/plain;charset=UTF-8" };

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html */
describe("HTTP API function answers", () => {
  test.each([
    ["a text is the body", '"Hello from Lambda!"', 200, json, "Hello from Lambda!"],
    ["an object is the body as JSON", '{ "message": "Hi" }', 200, json, '{ "message": "Hi" }'],
    ["a list is the body as JSON", "[1,2]", 200, json, "[1,2]"],
    ["nothing is the body null", "null", 200, json, "null"],
    ["a status alone has no body", '{"statusCode":204}', 204, plain, ""],
    ["a status as text counts", '{"statusCode":"201"}', 201, plain, ""],
    [
      "headers are in lower case",
      '{"statusCode":200,"headers":{"X-One":1}}',
      200,
      { ...plain, "x-one": "1" },
      "",
    ],
    [
      "each cookie is a header",
      '{"statusCode":200,"cookies":["a=1","b=2"]}',
      200,
      { ...plain, "set-cookie": ["a=1", "b=2"] },
      "",
    ],
    ["a number as body is text", '{"statusCode":200,"body":5}', 200, plain, "5"],
    ["zero as body is text", '{"statusCode":200,"body":0}', 200, plain, "0"],
    ["a boolean as body is text", '{"statusCode":200,"body":false}', 200, plain, "false"],
    ["null as body is an empty body", '{"statusCode":200,"body":null}', 200, plain, ""],
    [
      "a request for credentials has another name",
      '{"statusCode":401,"headers":{"WWW-Authenticate":"Basic"}}',
      401,
      { ...plain, "x-amzn-remapped-www-authenticate": "Basic" },
      "",
    ],
    ["the length is the gateway's", '{"statusCode":200,"headers":{"Content-Length":"9"}}', 200, plain, ""],
  ])("format 2.0: %s", (_, payload, status, headers, body) => {
    expect(readFunctionAnswer("2.0", payload)).toEqual({ status, headers, body });
  });

  test("a base64 body is decoded", () => {
    const payload = JSON.stringify({ statusCode: 200, body: "AP8K", isBase64Encoded: true });
    expect(readFunctionAnswer("2.0", payload)).toMatchObject({ body: Buffer.from([0, 255, 10]) });
  });

  test("format 1.0 merges headers of one and of several values", () => {
    const payload = JSON.stringify({
      statusCode: 200,
      headers: { "X-A": "1", "X-B": "2", "Content-Type": "text/css" },
      multiValueHeaders: { "x-a": ["1", "3"], "Set-Cookie": ["a=1", "b=2"] },
      body: "x",
    });
    expect(readFunctionAnswer("1.0", payload)).toEqual({
      status: 200,
      headers: { "x-a": ["1", "3"], "x-b": "2", "content-type": "text/css", "set-cookie": ["a=1", "b=2"] },
      body: "x",
    });
  });

  test.each([
    ["1.0", '"text"'],
    ["1.0", '{"body":"no status"}'],
    ["1.0", "null"],
    ["2.0", '{"statusCode":"many"}'],
    ["2.0", '{"statusCode":99}'],
    ["2.0", '{"statusCode":600}'],
    ["2.0", '{"statusCode":101}'],
    ["2.0", '{"statusCode":200,"body":{"no":"text"}}'],
    ["2.0", '{"statusCode":200,"body":["no text"]}'],
    ["2.0", '{"statusCode":200,"headers":{"x":{}}}'],
    ["2.0", '{"statusCode":200,"headers":{"x y":"1"}}'],
    ["2.0", '{"statusCode":200,"headers":{"x":"a\\nb"}}'],
    ["2.0", '{"statusCode":200,"cookies":"a=1"}'],
    ["1.0", '{"statusCode":200,"multiValueHeaders":{"x":[{}]}}'],
    ["2.0", "no json"],
  ] as const)("format %s: %s is not a response", (format, payload) => {
    expect(readFunctionAnswer(format, payload)).toEqual({ problem: expect.stringMatching(/\.$/) });
  });

  test("status, headers, cookies and body reach the client, with a request id", async () => {
    const api = await serveApi({
      routes: {
        "GET /": () => ({
          statusCode: 201,
          headers: { "X-One": "1" },
          cookies: ["a=1", "b=2"],
          body: "made",
        }),
      },
    });
    expect(await call(api.url, "/")).toEqual({
      status: 201,
      text: "made",
      headers: expect.objectContaining({
        "x-one": "1",
        "set-cookie": ["a=1", "b=2"],
        "content-length": "4",
        "content-type": "text/plain;charset=UTF-8",
        "apigw-requestid": expect.stringMatching(/^[\w-]{15}=$/),
      }),
    });
  });

  test.each([
    ["an invalid response", () => ({ statusCode: "many" })],
    [
      "an error of the function",
      () => {
        throw new Error("no");
      },
    ],
  ])("%s is an internal error to the client", async (_, handler) => {
    const api = await serveApi({ routes: { "GET /": handler } });
    expect(await call(api.url, "/")).toMatchObject({
      status: 500,
      text: '{"message":"Internal Server Error"}',
      headers: { "content-type": "application/json" },
    });
  });

  test("a missing function is an internal error, and the user gets one report", async () => {
    const api = await serveApi({ routes: { "GET /": {} } });
    expect((await call(api.url, "/")).status).toBe(500);
    expect((await call(api.url, "/")).status).toBe(500);
    const warnings = api.context.reported.filter(({ event }) => event === "warning");
    expect(warnings).toEqual([
      {
        event: "warning",
        text: "dev-app-Api, GET /: no arn:aws:lambda:eu-west-1:123456789012:function:GET_",
      },
    ]);
  });

  test("the answer to HEAD has the length and no body", async () => {
    const api = await serveApi({ routes: { "ANY /": () => "hello" } });
    const answer = await call(api.url, "/", { method: "HEAD" });
    expect(answer).toMatchObject({ status: 200, text: "", headers: { "content-length": "5" } });
  });

  test("response parameters change the answer by its status, also its challenge", async () => {
    const challenge = 'Bearer resource_metadata="https://example.com/"';
    const refuse = () => ({
      statusCode: 401,
      headers: { challenge, "www-authenticate": "Basic" },
      body: "{}",
    });
    const mappings = {
      "overwrite:header.www-authenticate": "$response.header.challenge",
      "remove:header.challenge": "''",
    };
    const integration = { response_parameters: [{ status_code: "401", mappings }] };
    const api = await serveApi({
      routes: { "GET /": { handler: refuse, integration }, "GET /as-it-is": refuse },
    });
    const { headers } = await call(api.url, "/");
    expect(headers).toMatchObject({ "www-authenticate": challenge });
    expect(headers).not.toHaveProperty("challenge");
    expect((await call(api.url, "/as-it-is")).headers).toMatchObject({
      challenge,
      "x-amzn-remapped-www-authenticate": "Basic",
    });
  });

  test("a function that takes too long makes the service unavailable", async () => {
    const api = await serveApi({
      routes: {
        "GET /": { handler: () => new Promise(() => {}), integration: { timeout_milliseconds: 5000 } },
      },
    });
    const answer = call(api.url, "/");
    await api.context.clock.untilWaitedFor(5000);
    api.context.clock.advance(5000);
    expect(await answer).toMatchObject({
      status: 503,
      text: '{"message":"Service Unavailable"}',
    });
  });
});
