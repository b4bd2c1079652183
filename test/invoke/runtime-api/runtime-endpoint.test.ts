import { once } from "node:events";
import { request } from "node:http";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { InvokeEvent } from "../../../lib/invoke/events";
import { FrameReader, frame } from "../../../lib/invoke/runtime-api/frames";
import { RuntimeEndpoint } from "../../../lib/invoke/runtime-api/runtime-endpoint";

const endpoints: RuntimeEndpoint[] = [];
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const endpoint of endpoints.splice(0)) endpoint.close();
});

/** The refusals that the log tells. */
const refused: unknown[] = [];
const report = (event: InvokeEvent): void => void refused.push(event);
beforeEach(() => refused.splice(0));

async function open(kind: "node" | "provided"): Promise<RuntimeEndpoint> {
  const endpoint = await RuntimeEndpoint.open(kind, report);
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

type Frame = readonly [words: readonly string[], text: string | undefined];

/** The frames that come, one by one. */
function framesOf(socket: Socket): () => Promise<Frame> {
  const read: Frame[] = [];
  let wake = (): void => {};
  const frames = new FrameReader(1000, {
    frame: (words, text) => {
      read.push([words, text]);
      wake();
    },
    broken: () => socket.destroy(),
  });
  socket.on("data", (chunk: Buffer) => frames.push(chunk));
  return async () => {
    while (read.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return read.shift() as Frame;
  };
}

/** Two ends of one connection, as a process and the server that started it have them. */
async function connected(): Promise<readonly [server: Socket, process: Socket]> {
  const listening = createServer().listen(0, "127.0.0.1");
  await once(listening, "listening");
  const process = connect((listening.address() as AddressInfo).port, "127.0.0.1");
  const [server] = await once(listening, "connection");
  listening.close();
  sockets.push(process);
  return [server, process];
}

describe("The pipe of our bootstrap", () => {
  const running = async () => {
    const endpoint = await open("node");
    const [server, process] = await connected();
    const heard: unknown[] = [];
    let wake = (): void => {};
    const hear = (...given: unknown[]): void => {
      heard.push(given);
      wake();
    };
    endpoint.listener = {
      ready: () => hear("ready"),
      initFailed: () => {},
      finished: hear,
      streamed: () => {},
    };
    endpoint.attach(server);
    const say = async (words: readonly string[], text: string): Promise<unknown> => {
      const told = new Promise<void>((resolve) => (wake = resolve));
      process.write(frame(words, text));
      await told;
      return heard.at(-1);
    };
    expect(await say(["next"], "")).toEqual(["ready"]);
    return { endpoint, next: framesOf(process), say };
  };
  const words = ["one", "1234", invocation.functionArn, "Root=1-1-1", "", ""];

  test("carries invocations and their results, one after the other", async () => {
    const { endpoint, next, say } = await running();
    endpoint.give(invocation);
    expect(await next()).toEqual([words, '{"a":"ü"}']);
    expect(await say(["response", "one"], '"ü"')).toEqual(["one", { kind: "response", payload: '"ü"' }]);
    endpoint.give({ ...invocation, requestId: "two" });
    expect((await next())[0][0]).toBe("two");
    expect(await say(["error", "two"], "{}")).toEqual(["two", { kind: "error", payload: "{}" }]);
  });
  test("refuses a response beyond Lambda's limit, and continues", async () => {
    const { endpoint, next, say } = await running();
    endpoint.give(invocation);
    await next();
    expect(await say(["response", "one"], "x".repeat(6 * 1024 * 1024 + 101))).toEqual([
      "one",
      { kind: "error", payload: expect.stringContaining("ResponseSizeTooLarge") },
    ]);
    endpoint.give({ ...invocation, requestId: "two" });
    expect((await next())[0][0]).toBe("two");
  });
  test("gets no invocation after a crash: a waiting one can be taken back", async () => {
    const { endpoint, next, say } = await running();
    endpoint.give(invocation);
    await next();
    expect(await say(["crash", "one"], "{}")).toEqual(["one", { kind: "error", payload: "{}" }]);
    endpoint.give({ ...invocation, requestId: "two" });
    expect(endpoint.takeBack()).toBe(true);
  });
});

// https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
describe("The Runtime API", () => {
  test("delivers an invocation that comes before or after the request for it", async () => {
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
  ])("takes the %s of the current invocation, once", async (path, kind) => {
    const endpoint = await open("provided");
    const answers: unknown[] = [];
    endpoint.listener = {
      streamed: () => {},
      ready: () => {},
      initFailed: () => {},
      finished: (...given) => answers.push(given),
    };
    endpoint.give(invocation);
    await send(endpoint, "GET", `${runtime}/invocation/next`);
    const answer = () => send(endpoint, "POST", `${runtime}/invocation/one/${path}`, {}, "{}");
    expect(await answer()).toMatchObject({ status: 202, body: '{"status":"OK"}' });
    expect(await answer()).toMatchObject({ status: 400, body: expect.stringContaining("InvalidRequestID") });
    expect(answers).toEqual([["one", { kind, payload: "{}" }]]);
    expect(refused).toMatchObject([{ status: 400, reason: expect.stringContaining("no invocation") }]);
  });
  test("answers other paths with status 404", async () => {
    expect(await send(await open("provided"), "GET", "/")).toMatchObject({ status: 404 });
    const reason = "The Runtime API has no GET /.";
    expect(refused).toEqual([{ event: "refusal", at: "Runtime API", status: 404, reason }]);
  });
  test.each([
    ["from a page of another origin", { origin: "https://example.com" }, /has the header origin/],
    ["from a page that hides its origin", { "sec-fetch-site": "cross-site" }, /the header sec-fetch-site/],
    ["from a link", { referer: "https://example.com" }, /has the header referer/],
    [
      "to a name that leads to this machine",
      { host: "attacker.example" },
      /Host header is "attacker\.example"/,
    ],
  ])("refuses requests %s, and tells why", async (_, headers, reason) => {
    const endpoint = await open("provided");
    endpoint.give(invocation);
    expect(await send(endpoint, "GET", `${runtime}/invocation/next`, headers)).toMatchObject({ status: 403 });
    expect(refused).toEqual([
      { event: "refusal", at: "Runtime API", status: 403, reason: expect.stringMatching(reason) },
    ]);
  });
  test("refuses requests without the secret where the process has our bootstrap", async () => {
    const endpoint = await open("node");
    endpoint.give(invocation);
    const next = (headers: Record<string, string>) =>
      send(endpoint, "GET", `${runtime}/invocation/next`, headers);
    expect(await next({})).toMatchObject({ status: 403 });
    expect(await next({ "x-serverform-secret": "x".repeat(48) })).toMatchObject({ status: 403 });
    expect(await next({ "x-serverform-secret": endpoint.secret })).toMatchObject({ status: 200 });
  });
});
