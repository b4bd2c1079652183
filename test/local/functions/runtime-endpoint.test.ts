import { request } from "node:http";
import { RuntimeEndpoint } from "../../../lib/local/functions/runtime-endpoint";

const endpoints: RuntimeEndpoint[] = [];

afterEach(() => {
  for (const endpoint of endpoints.splice(0)) endpoint.close();
});

async function open(kind: "node" | "provided"): Promise<RuntimeEndpoint> {
  const endpoint = await RuntimeEndpoint.open(kind);
  endpoints.push(endpoint);
  return endpoint;
}

const runtime = "/2018-06-01/runtime";
const invocation = {
  requestId: "one",
  functionArn: "arn:aws:lambda:eu-west-1:1:function:fn",
  payload: '{"a":"ü"}',
  deadlineMs: 1234,
  traceId: "Root=1-1-1",
};

/** Not fetch(), which does not let a caller choose the host. */
function send(
  { address }: RuntimeEndpoint,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = "",
): Promise<{ status: number; headers: object; body: string }> {
  const [host, port] = address.split(":");
  return new Promise((resolve, reject) => {
    const call = request({ host, port, method, path, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    call.on("error", reject).end(body);
  });
}

// https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
describe("The Runtime API", () => {
  test("hands over an invocation, before or after it is asked for", async () => {
    const endpoint = await open("provided");
    endpoint.give(invocation);
    const { status, headers, body } = await send(endpoint, "GET", `${runtime}/invocation/next`);
    expect([status, body]).toEqual([200, '{"a":"ü"}']);
    expect(headers).toMatchObject({
      "lambda-runtime-aws-request-id": "one",
      "lambda-runtime-deadline-ms": "1234",
      "lambda-runtime-invoked-function-arn": "arn:aws:lambda:eu-west-1:1:function:fn",
      "lambda-runtime-trace-id": "Root=1-1-1",
    });
    expect(headers).not.toHaveProperty("lambda-runtime-client-context");
    const next = send(endpoint, "GET", `${runtime}/invocation/next`);
    endpoint.give({ ...invocation, requestId: "two" });
    expect((await next).headers).toMatchObject({ "lambda-runtime-aws-request-id": "two" });
  });
  test.each([
    ["response", "response"],
    ["error", "error"],
  ])("takes the %s of the invocation under way, once", async (path, kind) => {
    const endpoint = await open("provided");
    const answers: unknown[] = [];
    endpoint.listener = {
      ready: () => {},
      initFailed: () => {},
      answered: (...given) => answers.push(given),
    };
    endpoint.give(invocation);
    await send(endpoint, "GET", `${runtime}/invocation/next`);
    const answer = () => send(endpoint, "POST", `${runtime}/invocation/one/${path}`, {}, "{}");
    expect(await answer()).toMatchObject({ status: 202, body: '{"status":"OK"}' });
    expect(await answer()).toMatchObject({ status: 400, body: expect.stringContaining("InvalidRequestID") });
    expect(answers).toEqual([["one", { kind, payload: "{}" }]]);
  });
  test("knows nothing else", async () => {
    expect(await send(await open("provided"), "GET", "/")).toMatchObject({ status: 404 });
  });
  test.each([
    ["from a page of another origin", { origin: "https://example.com" }],
    ["from a page that hides its origin", { "sec-fetch-site": "cross-site" }],
    ["from a link", { referer: "https://example.com" }],
    ["to a name that leads to this machine", { host: "attacker.example" }],
  ])("refuses requests %s", async (_, headers) => {
    const endpoint = await open("provided");
    endpoint.give(invocation);
    expect(await send(endpoint, "GET", `${runtime}/invocation/next`, headers)).toMatchObject({ status: 403 });
  });
  test("refuses who does not know the secret, where our own bootstrap runs", async () => {
    const endpoint = await open("node");
    endpoint.give(invocation);
    const next = (headers: Record<string, string>) =>
      send(endpoint, "GET", `${runtime}/invocation/next`, headers);
    expect(await next({})).toMatchObject({ status: 403 });
    expect(await next({ "x-serverform-secret": "x".repeat(48) })).toMatchObject({ status: 403 });
    expect(await next({ "x-serverform-secret": endpoint.secret })).toMatchObject({ status: 200 });
  });
});
