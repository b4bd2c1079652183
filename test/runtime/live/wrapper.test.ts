import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LiveAnswer, LiveChunk, LiveRequest } from "../../../lib/runtime/live/protocol/messages";
import type * as wrapper from "../../../lib/runtime/live/wrapper/main";
import { temporaryFolder } from "../../support/stack";

type Chunk = (chunk: LiveChunk) => void;

const mockCurrent = jest.fn(async (): Promise<object | undefined> => ({ owner: "ana@laptop" }));
const mockAsk = jest.fn(
  async (
    _id: string,
    _request: LiveRequest,
    _lease: object,
    _chunk?: Chunk,
  ): Promise<LiveAnswer | undefined> => undefined,
);
const mockClose = jest.fn();

jest.mock("../../../lib/runtime/live/wrapper/lease-cache", () => ({
  LeaseCache: class {
    current = mockCurrent;
  },
}));
jest.mock("../../../lib/runtime/live/wrapper/session", () => ({
  WrapperSession: class {
    ask = mockAsk;
    close = mockClose;
  },
}));

const before = { ...process.env };

beforeEach(() => jest.clearAllMocks());
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
});

const context = {
  awsRequestId: "id-1",
  functionName: "get",
  identity: { cognitoIdentityId: "a" },
  getRemainingTimeInMillis: () => 3000,
};

/** The wrapper of a deployed function with this code. */
async function wrap(code: string, runtime = "nodejs22.x") {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "index.js"), code);
  Object.assign(process.env, {
    SERVERFORM_DEBUG_SRC_HANDLER: "index.handler",
    LAMBDA_TASK_ROOT: folder,
    AWS_EXECUTION_ENV: `AWS_Lambda_${runtime}`,
  });
  const streamifyResponse = (handler: unknown) => handler;
  Object.assign(globalThis, { awslambda: { streamifyResponse } });
  let createHandler: typeof wrapper.createHandler | undefined;
  jest.isolateModules(() => {
    ({ createHandler } = require("../../../lib/runtime/live/wrapper/main") as typeof wrapper);
  });
  return (await createHandler?.()) as unknown as (...args: unknown[]) => unknown;
}

const deployed = "exports.handler = async (event) => ({ deployed: event });";
const calling = "exports.handler = (event, context, callback) => callback(null, { deployed: event });";
const streaming = `exports.handler = (event, response) => { response.write("deployed"); response.end(); };
exports.handler[Symbol.for("aws.lambda.runtime.handler.streaming")] = "response";`;
const error: LiveAnswer = {
  status: "error",
  payload: JSON.stringify({ errorType: "Denied", errorMessage: "no", trace: ["Denied: no", "  at here"] }),
};

describe("A deployed handler that returns a promise", () => {
  test("returns the answer of the developer's machine, and does not run", async () => {
    mockAsk.mockResolvedValueOnce({ status: "ok", payload: '{"here":1}' });
    const handler = await wrap(deployed);
    expect(await handler({ a: 1 }, context)).toEqual({ here: 1 });
    const [id, request] = mockAsk.mock.calls[0] ?? [];
    expect([id, request]).toMatchObject([
      "id-1",
      { event: '{"a":1}', remainingMs: 3000, context: { identity: '{"cognitoIdentityId":"a"}' } },
    ]);
    expect(request).not.toHaveProperty("takesStream");
    expect(request?.context).not.toHaveProperty("clientContext");
    expect(mockClose).not.toHaveBeenCalled();
  });

  test("throws the error of the developer's machine, with its type and stack", async () => {
    mockAsk.mockResolvedValueOnce(error);
    const handler = await wrap(deployed);
    await expect(handler({}, context)).rejects.toMatchObject({
      name: "Denied",
      message: "no",
      stack: "Denied: no\n  at here",
    });
  });

  test.each<[string, LiveAnswer | undefined]>([
    ["declines", { status: "declined" }],
    ["does not answer", undefined],
  ])("runs when the developer's machine %s", async (_, answer) => {
    mockAsk.mockResolvedValueOnce(answer);
    const handler = await wrap(deployed);
    expect(await handler({ a: 1 }, context)).toEqual({ deployed: { a: 1 } });
  });

  test("runs without a lease, and without a message to the relay", async () => {
    mockCurrent.mockResolvedValue(undefined);
    const handler = await wrap(deployed);
    expect(await handler(1, context)).toEqual({ deployed: 1 });
    expect(mockAsk).not.toHaveBeenCalled();
    mockCurrent.mockResolvedValue({ owner: "ana@laptop" });
  });

  test.each([
    ["nodejs22.x", 1],
    ["nodejs24.x", 0],
  ])("on %s has the connection closed before it runs %p times", async (runtime, times) => {
    const handler = await wrap(deployed, runtime);
    await handler({}, context);
    expect(mockClose).toHaveBeenCalledTimes(times);
  });

  test("may not take a callback from Node 24 on", async () => {
    const handler = await wrap("exports.handler = async (event, context, callback) => 1;", "nodejs24.x");
    await expect(handler({}, context)).rejects.toMatchObject({ name: "Runtime.CallbackHandlerDeprecated" });
  });

  test("that cannot be loaded is an error only when it must answer", async () => {
    mockAsk.mockResolvedValueOnce({ status: "ok", payload: "1" });
    const handler = await wrap("throw new RangeError('broken');");
    expect(await handler({}, context)).toBe(1);
    await expect(handler({}, context)).rejects.toThrow("broken");
  });
});

describe("A deployed handler that calls back", () => {
  /** Calls the handler; resolves with the first bytes that reach the service. */
  const call = (handler: (...args: unknown[]) => unknown, event: unknown) =>
    new Promise<unknown>((resolve) => {
      const methods = {
        succeed: (value: unknown) => resolve({ succeed: value }),
        fail: (failed: unknown) => resolve({ fail: String(failed) }),
      };
      handler(event, { ...context, ...methods }, (failed: unknown, value: unknown) =>
        resolve({ callback: failed === null ? value : String(failed) }),
      );
    });

  test("succeeds and fails as the developer's machine does", async () => {
    const handler = await wrap(calling);
    mockAsk.mockResolvedValueOnce({ status: "ok", payload: "1" }).mockResolvedValueOnce(error);
    expect(await call(handler, {})).toEqual({ succeed: 1 });
    expect(await call(handler, {})).toEqual({ fail: "Denied: no" });
    expect(mockClose).not.toHaveBeenCalled();
  });

  test("runs without an answer, after the connection has closed", async () => {
    const handler = await wrap(calling);
    expect(await call(handler, 2)).toEqual({ callback: { deployed: 2 } });
    expect(mockClose).toHaveBeenCalledTimes(1);
  });

  test("that throws calls back with its error", async () => {
    const handler = await wrap("exports.handler = () => { throw new RangeError('bad'); };");
    expect(await call(handler, 2)).toEqual({ callback: "RangeError: bad" });
  });
});

describe("A deployed handler that streams", () => {
  function response() {
    const wrote: string[] = [];
    return {
      wrote,
      setContentType: (type: string) => wrote.push(`type ${type}`),
      write: (bytes: Buffer | string) => wrote.push(bytes.toString()),
      end: () => wrote.push("end"),
    };
  }
  const chunk = (text: string): LiveChunk => ({
    contentType: "text/plain",
    data: Buffer.from(text).toString("base64"),
  });

  test("passes the pieces on, with their type once and without empty ones", async () => {
    mockAsk.mockImplementationOnce(async (_id, _request, _lease, take) => {
      for (const each of ["a", "", "b"]) take?.(chunk(each));
      return { status: "ok", payload: "null" };
    });
    const handler = await wrap(streaming);
    const it = response();
    await handler({}, it, context);
    expect(it.wrote).toEqual(["type text/plain", "a", "b", "end"]);
    expect(mockAsk.mock.calls[0]?.[1]).toMatchObject({ takesStream: true });
  });

  test("sends JSON where the developer's handler does not stream", async () => {
    mockAsk.mockResolvedValueOnce({ status: "ok", payload: '{"a":1}' });
    const it = response();
    await (await wrap(streaming))({}, it, context);
    expect(it.wrote).toEqual(["type application/json", '{"a":1}', "end"]);
  });

  test("runs without an answer", async () => {
    const it = response();
    await (await wrap(streaming))({}, it, context);
    expect(it.wrote).toEqual(["deployed", "end"]);
  });

  test("does not run after some pieces, which cannot be taken back", async () => {
    mockAsk.mockImplementationOnce(async (_id, _request, _lease, take) => {
      take?.(chunk("a"));
      return undefined;
    });
    const it = response();
    await expect((await wrap(streaming))({}, it, context)).rejects.toThrow("has gone before the end");
    expect(it.wrote).toEqual(["type text/plain", "a"]);
  });

  test("throws the error of the developer's machine", async () => {
    mockAsk.mockResolvedValueOnce(error);
    const it = response();
    await expect((await wrap(streaming))({}, it, context)).rejects.toThrow("no");
    expect(it.wrote).toEqual([]);
  });
});
