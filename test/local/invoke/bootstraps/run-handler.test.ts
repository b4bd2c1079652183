/** @modules own: its subject listens to the process as soon as it is loaded. */

import type { HandlerContext } from "../../../../lib/local/invoke/bootstraps/node/context";
import type { Handler } from "../../../../lib/local/invoke/bootstraps/node/load-handler";
import { provideStreaming } from "../../../../lib/local/invoke/bootstraps/node/response-stream";
import { errorPayload, runHandler } from "../../../../lib/local/invoke/bootstraps/node/run-handler";

const versionVariable = "AWS_EXECUTION_ENV";
const before = process.env[versionVariable];
afterEach(() => {
  if (before === undefined) delete process.env[versionVariable];
  else process.env[versionVariable] = before;
});

/** Runs a handler as the runtime of a version of Node does. */
async function run(version: number, handler: Handler, body = "{}") {
  process.env[versionVariable] = `AWS_Lambda_nodejs${version}.x`;
  const pieces: string[] = [];
  const context = { callbackWaitsForEmptyEventLoop: true } as HandlerContext;
  const { kind, text } = await runHandler(handler, body, context, (type, bytes, sent) => {
    pieces.push(`${type}: ${bytes}`);
    sent();
  });
  return { kind, value: JSON.parse(text), pieces };
}
type Call = (error: unknown, value?: unknown) => void;

describe.each([22, 24])("A handler of Node %d", (version) => {
  test.each<[string, Handler, unknown]>([
    ["a value", async (event) => event, { a: 1 }],
    ["nothing", async () => undefined, null],
    ["values that JSON leaves out", async () => () => {}, null],
    ["false", async () => false, false],
  ])("answers with %s", async (_, handler, value) => {
    expect(await run(version, handler, '{"a":1}')).toMatchObject({ kind: "response", value });
  });

  test.each<[string, Handler]>([
    ["rejects", async () => Promise.reject(new RangeError("no"))],
    [
      "throws",
      () => {
        throw new RangeError("no");
      },
    ],
  ])("fails if it %s", async (_, handler) => {
    const { kind, value } = await run(version, handler);
    expect([kind, value.errorType, value.errorMessage]).toEqual(["error", "RangeError", "no"]);
    expect(value.trace[0]).toBe("RangeError: no");
  });

  test("fails with a value that JSON cannot hold", async () => {
    const { kind, value } = await run(version, async () => 1n);
    const errorType = version === 24 ? "Runtime.JSONStringifyError" : "Error";
    expect([kind, value]).toMatchObject([
      "error",
      { errorType, errorMessage: "Unable to stringify response body" },
    ]);
  });
});

describe("A handler of Node 22 or older", () => {
  test("answers with the first result, and later ones change nothing", async () => {
    const handler = ((_: unknown, context: { succeed: Call; fail: Call }, callback: Call) => {
      context.succeed(1);
      context.fail(new Error("late"));
      callback(new Error("late"));
    }) as Handler;
    expect(await run(22, handler)).toMatchObject({ kind: "response", value: 1 });
  });

  test("that calls back answers when the event loop is empty", async () => {
    const result = run(22, ((_: unknown, __: unknown, callback: Call) => callback(null, 2)) as Handler);
    process.emit("beforeExit", 0);
    expect(await result).toMatchObject({ kind: "response", value: 2 });
  });

  test("without a result answers null when the event loop is empty", async () => {
    const result = run(22, () => undefined);
    process.emit("beforeExit", 0);
    expect(await result).toMatchObject({ kind: "response", value: null });
  });

  test.each([
    [16, "response"],
    [18, "error"],
    [22, "error"],
  ])("whose promise never settles ends in Node %d with kind %s", async (version, kind) => {
    const result = run(version, async () => new Promise(() => {}));
    process.emit("beforeExit", 0);
    expect(await result).toMatchObject(
      kind === "error" ? { kind, value: { errorType: "Runtime.NodeJsExit" } } : { kind, value: null },
    );
  });

  test("may return a promise, and fails with an object that only looks like one", async () => {
    const handler: Handler = () => Promise.resolve(5);
    expect(await run(22, handler)).toMatchObject({ value: 5 });
    // biome-ignore lint/suspicious/noThenProperty: it is what is tested
    const odd = await run(22, () => ({ then: () => undefined }));
    expect(odd).toMatchObject({ kind: "error", value: { errorType: "TypeError" } });
  });
});

describe("A handler that streams", () => {
  const streamed = (handler: (event: unknown, stream: never, context: unknown) => unknown): Handler => {
    provideStreaming();
    const { awslambda } = globalThis as unknown as {
      awslambda: { streamifyResponse(given: object): Handler };
    };
    return awslambda.streamifyResponse(handler);
  };
  type Stream = { setContentType(type: string): void; write(text: string): void; end(text?: string): void };

  test("sends a first piece without bytes, and then what it writes", async () => {
    const handler = streamed(async (_, stream: Stream) => {
      stream.setContentType("text/plain");
      stream.write("a");
      stream.end("b");
    });
    expect(await run(24, handler)).toEqual({
      kind: "response",
      value: null,
      pieces: ["text/plain: ", "text/plain: a", "text/plain: b"],
    });
  });

  test("sends one piece without bytes if it writes nothing", async () => {
    const handler = streamed(async (_, stream: Stream) => void stream.end());
    expect((await run(24, handler)).pieces).toEqual(["application/octet-stream: "]);
  });

  test("gets a warning that its return value is ignored, if it has one", async () => {
    const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
    await run(
      24,
      streamed(async (_, stream: Stream) => void stream.end()),
    );
    expect(warn).not.toHaveBeenCalled();
    const returning = streamed(async (_, stream: Stream) => {
      stream.end();
      return null;
    });
    expect(await run(24, returning)).toMatchObject({ kind: "response", value: null });
    expect(warn).toHaveBeenCalledWith("Streaming handlers ignore return values.");
    warn.mockRestore();
  });

  test("fails if it is not async, as a text until Node 22", async () => {
    const handler = streamed((_, stream: Stream) => stream.end());
    const errorMessage = "Streaming does not support non-async handlers.";
    expect((await run(24, handler)).value).toMatchObject({ errorType: "Error", errorMessage });
    expect((await run(22, handler)).value).toEqual({ errorType: "string", errorMessage, trace: [] });
  });

  test("fails if it throws, whether its stream has ended or not", async () => {
    const handler = streamed(async () => {
      throw new RangeError("no");
    });
    expect(await run(24, handler)).toMatchObject({ kind: "error", value: { errorType: "RangeError" } });
  });
});

describe("errorPayload", () => {
  const payload = (error: unknown, type?: string, version = 24) => {
    process.env[versionVariable] = `AWS_Lambda_nodejs${version}.x`;
    return JSON.parse(errorPayload(error, type));
  };

  test("has the type of the error, or the given one with the whole error as message", () => {
    const error = Object.assign(new RangeError("no"), { stack: "RangeError: no\n    at a" });
    const trace = ["RangeError: no", "    at a"];
    expect(payload(error)).toEqual({ errorType: "RangeError", errorMessage: "no", trace });
    expect(payload(error, "X")).toEqual({ errorType: "X", errorMessage: "RangeError: no", trace });
  });

  test("of a value that is not an error is its text", () => {
    expect(payload(5)).toEqual({ errorType: "number", errorMessage: "5", trace: [] });
    expect(payload(undefined)).toEqual({ errorType: "undefined", errorMessage: "undefined", trace: [] });
    expect(payload("no", "X")).toEqual({ errorType: "X", errorMessage: "X: no", trace: [] });
  });

  test.each([
    Object.create(null),
    Object.assign(new Error("no"), { stack: undefined }),
    Object.assign(new Error("no"), { stack: {} }),
    Object.assign(new Error("no"), { message: 1n }),
    Object.defineProperty(new Error(), "message", { get: () => Error.prototype.toString.call(undefined) }),
  ])("of an error that cannot be read is the text of the runtime (%#)", (error) => {
    expect(payload(error)).toEqual({
      errorType: "handled",
      errorMessage: expect.stringContaining("there was a problem"),
    });
  });

  test("takes an object with all properties of an error for one until Node 22", () => {
    const like = { name: "Like", message: "m", stack: "s" };
    expect(payload(like, undefined, 22)).toEqual({ errorType: "Like", errorMessage: "m", trace: ["s"] });
    expect(payload(like)).toMatchObject({ errorType: "object" });
    expect(payload({ ...like, stack: "" }, undefined, 22)).toMatchObject({ errorType: "object" });
    expect(payload({ name: "Like" }, undefined, 22)).toMatchObject({ errorType: "object" });
    expect(payload(null, undefined, 22)).toMatchObject({ errorMessage: "null" });
  });
});
