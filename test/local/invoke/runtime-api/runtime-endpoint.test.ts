import { once } from "node:events";
import { request } from "node:http";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { InvokeEvent } from "../../../../lib/local";
import { FrameReader, frame } from "../../../../lib/local/invoke/runtime-api/frames";
import { RuntimeEndpoint } from "../../../../lib/local/invoke/runtime-api/runtime-endpoint";

const endpoints: RuntimeEndpoint[] = [];
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const endpoint of endpoints.splice(0)) endpoint.close();
});

/** The refusals in the log. */
const refused: unknown[] = [];
const report = (event: InvokeEvent): void => void refused.push(event);
beforeEach(() => refused.splice(0));

async function open(kind: "node" | "python" | "provided"): Promise<RuntimeEndpoint> {
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
  traceHeader: "Root=1-1-1",
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
      called: () => {},
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
      called: () => {},
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
    ["from a page of another origin", { origin: "https://example.com" }, /Origin header is "https/],
    [
      "from a page that hides its origin",
      { "sec-fetch-site": "cross-site" },
      /Sec-Fetch-Site header is "cross-site"/,
    ],
    ["from a link", { referer: "https://example.com" }, /Referer header is "https/],
    [
      "to a name that leads to this machine",
      { host: "attacker.example" },
      /Host header is "attacker\.example"/,
    ],
  ])("refuses requests %s, with the reason", async (_, headers, reason) => {
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

describe("The Runtime API of a process", () => {
  const heard: unknown[] = [];
  beforeEach(() => heard.splice(0));
  const listening = async (kind: "node" | "python" | "provided" = "provided") => {
    const endpoint = await open(kind);
    endpoint.listener = {
      ready: () => heard.push("ready"),
      streamed: () => {},
      called: () => {},
      finished: (...given) => heard.push(given),
      initFailed: (...given) => heard.push(given),
    };
    const headers = { "x-serverform-secret": endpoint.secret };
    return {
      endpoint,
      send: (method: string, path: string, body = "") => send(endpoint, method, path, headers, body),
    };
  };
  const next = `${runtime}/invocation/next`;

  test("is ready once, when it asks for the first time", async () => {
    const { endpoint, send: ask } = await listening();
    for (const requestId of ["one", "two"]) {
      endpoint.give({ ...invocation, requestId });
      await ask("GET", next);
    }
    expect(heard).toEqual(["ready"]);
  });

  test.each(["node", "python"] as const)("of %s needs the secret of its process", async (kind) => {
    const { endpoint } = await listening(kind);
    endpoint.give(invocation);
    const wrong = endpoint.secret.replace(/^./, (first) => (first === "0" ? "1" : "0"));
    for (const secret of [undefined, "", wrong, `${endpoint.secret}0`]) {
      const headers: Record<string, string> = secret === undefined ? {} : { "x-serverform-secret": secret };
      expect((await send(endpoint, "GET", next, headers)).status).toBe(403);
    }
    expect(refused).toHaveLength(4);
    expect((await send(endpoint, "GET", next, { "x-serverform-secret": endpoint.secret })).status).toBe(200);
  });

  test("has the contexts of a call in letters that headers allow", async () => {
    const { endpoint, send: ask } = await listening();
    endpoint.give({ ...invocation, clientContext: '{"a":"ü\n😀"}', identity: '{"b":\t1}' });
    expect((await ask("GET", next)).headers).toMatchObject({
      "lambda-runtime-client-context": '{"a":"\\u00fc \\ud83d\\ude00"}',
      "lambda-runtime-cognito-identity": '{"b": 1}',
    });
  });

  test.each([
    ["provided", "", { kind: "response", payload: "null" }],
    ["provided", "5", { kind: "response", payload: "5" }],
    ["python", "NaN", { kind: "error", payload: expect.stringContaining("The response is not JSON: NaN") }],
    ["provided", "x".repeat(300), { kind: "error", payload: expect.stringMatching(/not JSON: x{200}"/) }],
    ["node", "no JSON", { kind: "response", payload: "no JSON" }],
  ] as const)("of %s sends the response %j", async (kind, body, result) => {
    const { endpoint, send: ask } = await listening(kind);
    endpoint.give(invocation);
    await ask("GET", next);
    expect((await ask("POST", `${runtime}/invocation/one/response`, body)).status).toBe(202);
    expect(heard.at(-1)).toEqual(["one", result]);
  });

  test("sends a response of 6 MB and 100 bytes, as AWS has recorded, and no byte more", async () => {
    const { endpoint, send: ask } = await listening();
    for (const [bytes, status, kind] of [
      [6_291_556, 202, "response"],
      [6_291_557, 413, "error"],
    ] as const) {
      endpoint.give(invocation);
      await ask("GET", next);
      const answer = await ask("POST", `${runtime}/invocation/one/response`, `"${"x".repeat(bytes - 2)}"`);
      expect([answer.status, heard.at(-1)]).toMatchObject([status, ["one", { kind }]]);
    }
  });

  test("of Node sends details of an error for the log, which are not part of the answer", async () => {
    const error = { errorType: "X", errorMessage: "m" };
    for (const kind of ["node", "provided"] as const) {
      const { send: ask } = await listening(kind);
      await ask("POST", `${runtime}/init/error`, JSON.stringify({ ...error, details: { code: "C" } }));
    }
    expect(heard).toEqual([
      [{ kind: "error", payload: JSON.stringify(error), details: { code: "C" } }],
      [{ kind: "error", payload: JSON.stringify({ ...error, details: { code: "C" } }) }],
    ]);
  });

  test("reports that its code cannot be loaded, also with an error that is too large", async () => {
    const { send: ask } = await listening();
    expect(await ask("POST", `${runtime}/init/error`, "{}")).toMatchObject({ status: 202 });
    await ask("POST", `${runtime}/init/error`, "x".repeat(6_291_557));
    expect(heard).toEqual([
      [{ kind: "error", payload: "{}" }],
      [{ kind: "error", payload: expect.stringContaining("ResponseSizeTooLarge") }],
    ]);
  });

  test("gets its function, before or after it asks", async () => {
    const { endpoint, send: ask } = await listening("node");
    const early = ask("GET", "/serverform/function");
    await new Promise((resolve) => setTimeout(resolve, 20));
    endpoint.setUp({ handler: "a" });
    expect((await early).body).toBe('{"handler":"a"}');
    expect((await ask("GET", "/serverform/function")).body).toBe('{"handler":"a"}');
  });

  test.each([
    ["POST", next],
    ["GET", `${runtime}/init/error`],
    ["GET", `${runtime}/invocation/one/response`],
    ["POST", `${runtime}/invocation/one/other`],
    ["POST", `${runtime}/invocation/one/two/response`],
  ])("has no %s %s", async (method, path) => {
    const { send: ask } = await listening();
    expect((await ask(method, path)).status).toBe(404);
  });

  test("cuts long values off in its messages", async () => {
    const { endpoint } = await listening();
    await send(endpoint, "GET", `/${"p".repeat(200)}`);
    await send(endpoint, "GET", "/", { host: "h".repeat(200) });
    expect(refused).toMatchObject([
      { reason: `The Runtime API has no GET /${"p".repeat(99)}.` },
      { reason: expect.stringMatching(/"h{100}\.\.\.", but/) },
    ]);
  });

  test("is gone after the end, with the requests that still wait", async () => {
    const { endpoint, send: ask } = await listening();
    const waiting = ask("GET", next);
    await new Promise((resolve) => setTimeout(resolve, 20));
    endpoint.close();
    await expect(waiting).rejects.toMatchObject({ code: "ECONNRESET" });
    await expect(ask("GET", next)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  test("gives an invocation back once, if the process has not taken it", async () => {
    const { endpoint, send: ask } = await listening();
    expect(endpoint.takeBack()).toBe(false);
    endpoint.give(invocation);
    expect([endpoint.takeBack(), endpoint.takeBack()]).toEqual([true, false]);
    endpoint.give(invocation);
    await ask("GET", next);
    expect(endpoint.takeBack()).toBe(false);
  });
});
