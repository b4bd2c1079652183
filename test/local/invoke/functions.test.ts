/** @group processes */

import childProcess from "node:child_process";
import { refillMs } from "../../../lib/local/invoke/processes/prewarmed-process";
import {
  arnOf,
  codeIn,
  credentials,
  engine,
  folderWith,
  handler,
  isAlive,
  manualTimers,
  settingsOf,
  until,
} from "./support";

const pidHandler = handler("return process.pid");

describe("A function", () => {
  test("is invoked with the event and returns its result", async () => {
    const { call } = engine(handler("return { got: event.a }"));
    expect(await call("fn", { a: "ü" })).toMatchObject({ status: "ok", answer: { got: "ü" } });
  });
  test.each(["fn", "fn:live", arnOf("fn"), `${arnOf("fn")}:7`, "123456789012:function:fn"])(
    "is found as %s, and receives the ARN it was invoked by",
    async (name) => {
      const { call } = engine(handler("return context.invokedFunctionArn"));
      const arn = name.startsWith("arn:") ? name : arnOf("fn");
      expect(await call(name)).toMatchObject({ status: "ok", answer: arn });
    },
  );
  test.each(["other", "arn:aws:lambda:us-east-1:123456789012:function:fn"])(
    "that does not exist is refused: %s",
    async (name) => {
      const { call } = engine(handler(""));
      expect(await call(name)).toMatchObject({
        status: "refused",
        reason: `There is no function ${name} in these stacks.`,
      });
    },
  );
  test.each([
    [{ runtime: "java21" }, "the runtime java21"],
    [{ runtime: undefined }, "a container image"],
  ])("of another kind is refused: %j", async (values, what) => {
    const { call } = engine(handler(""), { fn: values });
    expect(await call("fn")).toMatchObject({
      status: "refused",
      reason: `fn uses ${what}, which cannot run here. Supported runtimes: nodejs*, python* and provided*.`,
    });
  });
  test("gets the given request id, or a new one", async () => {
    const { functions } = engine(handler("return context.awsRequestId"));
    const request = { functionArn: "fn", payload: "{}", source: "test" };
    expect(await functions.invoke({ ...request, requestId: "one" })).toMatchObject({
      requestId: "one",
      payload: '"one"',
    });
    const { requestId } = await functions.invoke(request);
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("Processes", () => {
  test("stay warm", async () => {
    const { call } = engine(pidHandler);
    const first = await call("fn");
    expect((await call("fn")).answer).toBe(first.answer);
  });
  test("start ahead of the next request, but not while one is answered", async () => {
    const spawn = jest.spyOn(childProcess, "spawn");
    const started = () => spawn.mock.calls.filter(([, args]) => String(args).includes("main.js")).length;
    try {
      const timers = manualTimers();
      const { call } = engine(pidHandler, undefined, { clock: timers });
      await until(() => started() === 1);
      await call("fn");
      expect(started()).toBe(1);
      timers.fire(20);
      await until(() => started() === 2);
    } finally {
      spawn.mockRestore();
    }
  });
  test("run one request each, so parallel requests have several", async () => {
    // Each waits until a second process has begun, so that the first cannot answer all three.
    const seen = JSON.stringify(folderWith({}));
    const { call } = engine({
      "index.js": `const fs = require("node:fs");
        let inside = 0;
        exports.handler = async () => {
          inside++;
          fs.writeFileSync(${seen} + "/" + process.pid, "");
          while (fs.readdirSync(${seen}).length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
          return [process.pid, inside--];
        };`,
    });
    const answers = await Promise.all([1, 2, 3].map(() => call("fn")));
    const pairs = answers.map(({ answer }) => answer as [number, number]);
    expect(pairs.map(([, inside]) => inside)).toEqual([1, 1, 1]);
    expect(new Set(pairs.map(([pid]) => pid)).size).toBeGreaterThan(1);
  });
  test("answer fifty requests at the same time, and none is lost", async () => {
    const { call } = engine(handler("return event"), { fn: { reservedConcurrency: 6 } });
    const numbers = Array.from({ length: 50 }, (_, index) => index);
    const answers = await Promise.all(numbers.map((each) => call("fn", each)));
    expect(answers.map(({ answer }) => answer)).toEqual(numbers);
  });
  test("are never more than the reserved concurrency", async () => {
    const { call } = engine(pidHandler, { fn: { reservedConcurrency: 1 } });
    const answers = await Promise.all([1, 2, 3, 4].map(() => call("fn")));
    expect(new Set(answers.map(({ answer }) => answer)).size).toBe(1);
  });
  test("do not exist with a reserved concurrency of 0", async () => {
    const { call } = engine(pidHandler, { fn: { reservedConcurrency: 0 } });
    expect(await call("fn")).toMatchObject({
      status: "refused",
      reason: "Rate Exceeded: fn accepts no requests, because its reserved concurrency is 0.",
    });
  });
  test("that are idle are ended when they use too much memory, the one that was idle longest first", async () => {
    // One process takes about 45 MB, and the large one 150 MB more.
    const large = handler(
      "if (event.mb) globalThis.kept = Buffer.alloc(event.mb * 1024 * 1024, 1); return process.pid",
    );
    const { call } = engine(large, { a: {}, b: { timeoutSeconds: 60 } }, { idleMemoryMb: 180 });
    const [a, b] = [(await call("a")).answer as number, (await call("b", { mb: 150 })).answer as number];
    await until(() => !isAlive(a));
    await until(() => !isAlive(b));
  });
  test("that are idle are kept while memory is left, however many they are", async () => {
    const names = Array.from({ length: 10 }, (_, index) => `fn${index}`);
    const settings = Object.fromEntries(names.map((name) => [name, {}]));
    const { call } = engine(pidHandler, settings, { idleMemoryMb: names.length * 200 });
    const first: unknown[] = [];
    for (const name of names) first.push((await call(name)).answer);
    const second: unknown[] = [];
    for (const name of names) second.push((await call(name)).answer);
    expect(second).toEqual(first);
  });
  test("that are idle are not kept with an idle memory of 0", async () => {
    const { call } = engine(pidHandler, { fn: {} }, { idleMemoryMb: 0 });
    const pid = (await call("fn")).answer as number;
    await until(() => !isAlive(pid));
  });
  test("are all ended by stop(), with their child processes", async () => {
    const { call, functions } = engine(
      handler(
        `const child = require("node:child_process").spawn("sleep", ["1000"]); return [process.pid, child.pid]`,
      ),
    );
    const pids = (await call("fn")).answer as number[];
    expect(pids.map(isAlive)).toEqual([true, true]);
    await functions.stop();
    await until(() => !pids.some(isAlive));
    expect(await call("fn")).toMatchObject({ status: "refused", reason: "The server is stopping." });
  });
  test("that are busy are ended by stop(), and their requests answered", async () => {
    const { call, functions, logs } = engine(handler("console.log(process.pid); for (;;);"));
    const outcome = call("fn");
    await until(() => logs().length > 0);
    await functions.stop();
    expect(await outcome).toMatchObject({ status: "error", errorType: "Runtime.ExitError" });
    expect(isAlive(Number(logs()[0]))).toBe(false);
  });
});

describe("replace()", () => {
  test("keeps the warm processes of functions that are the same", async () => {
    const { call, functions } = engine(pidHandler, { a: {}, b: {} });
    const [a, b] = [await call("a"), await call("b")];
    await functions.replace(settingsOf({ a: {}, b: { timeoutSeconds: 5 }, c: {} }));
    expect((await call("a")).answer).toBe(a.answer);
    expect((await call("b")).answer).not.toBe(b.answer);
    expect(await call("c")).toMatchObject({ status: "ok" });
    await until(() => !isAlive(b.answer as number));
  });
  test("with another environment starts processes that have it", async () => {
    const { call, functions } = engine(handler("return [process.pid, process.env.ELSEWHERE]"), { fn: {} });
    const replace = (variables: Readonly<Record<string, string>>) =>
      functions.replace(settingsOf({ fn: {} }), { credentials, variables });
    await replace({ ELSEWHERE: "first" });
    const [first, before] = (await call("fn")).answer as [number, string];
    await replace({ ELSEWHERE: "second" });
    const [second, after] = (await call("fn")).answer as [number, string];
    expect([before, after]).toEqual(["first", "second"]);
    await functions.replace(settingsOf({ fn: {} }));
    expect((await call("fn")).answer).toEqual([second, "second"]);
    await until(() => !isAlive(first));
  });
  test("lets a removed function finish its request", async () => {
    const { call, functions, logs } = engine(
      handler(`console.log("in"); await new Promise((resolve) => setTimeout(resolve, 50)); return "done"`),
    );
    const outcome = call("fn");
    await until(() => logs().includes("in"));
    await functions.replace(settingsOf({}));
    expect(await call("fn")).toMatchObject({ status: "refused" });
    expect(await outcome).toMatchObject({ status: "ok", answer: "done" });
  });
});

describe("Changed code", () => {
  const changing = () => {
    const listeners = new Set<() => void>();
    const code = {
      ...codeIn(
        folderWith(
          handler(
            `if (event.log) console.log(event.log); await new Promise((resolve) => setTimeout(resolve, event.ms)); return process.pid`,
          ),
        ),
      ),
      onChange: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    return { code, change: () => [...listeners].forEach((each) => void each()) };
  };
  test("ends idle processes", async () => {
    const { code, change } = changing();
    const { call } = engine({}, { fn: {} }, { code });
    const first = (await call("fn")).answer as number;
    change();
    expect((await call("fn")).answer).not.toBe(first);
    await until(() => !isAlive(first));
  });
  test("lets processes finish their request, and then starts new ones", async () => {
    const { code, change } = changing();
    const { call, logs } = engine({}, { fn: {} }, { code });
    const outcome = call("fn", { ms: 30, log: "in" });
    await until(() => logs().includes("in"));
    change();
    const { status, answer } = await outcome;
    expect(status).toBe("ok");
    expect((await call("fn")).answer).not.toBe(answer);
  });
  test("does not fail requests that wait for a process", async () => {
    const { code, change } = changing();
    const { call } = engine({}, { fn: {} }, { code });
    const outcome = call("fn");
    change();
    expect(await outcome).toMatchObject({ status: "ok" });
  });
});

describe("The time limit", () => {
  test("ends a handler that never returns, and the next request finds another process", async () => {
    const { call, logs } = engine(handler("console.log(process.pid); if (event.loop) for (;;);"), {
      fn: { timeoutSeconds: 1 },
    });
    const outcome = await call("fn", { loop: true });
    expect(outcome).toMatchObject({ status: "error", errorType: "Sandbox.Timedout" });
    expect(outcome.answer).toEqual({
      errorType: "Sandbox.Timedout",
      errorMessage: `RequestId: ${outcome.requestId} Error: Task timed out after 1.00 seconds`,
    });
    await until(() => !isAlive(Number(logs()[0])));
    expect(await call("fn")).toMatchObject({ status: "ok" });
  });
  test("is in the handler's context", async () => {
    const clock = manualTimers();
    const { call, logs } = engine(
      handler(
        "console.log(context.getRemainingTimeInMillis()); await new Promise(() => setInterval(() => {}, 1000))",
      ),
      { fn: {} },
      { clock },
    );
    const outcome = call("fn");
    await until(() => logs().length > 0);
    expect(clock.pending.filter((milliseconds) => milliseconds !== refillMs)).toEqual([30_000]);
    clock.fire(30_000);
    expect(await outcome).toMatchObject({ status: "error" });
    expect(Number(logs()[0])).toBeLessThanOrEqual(30_000);
  });
  test("ends code that never finishes loading", async () => {
    const clock = manualTimers();
    const { call, logs } = engine(
      { "index.js": `console.log("loading"); for (;;);` },
      { fn: { timeoutSeconds: 2 } },
      { clock },
    );
    const outcome = call("fn");
    await until(() => logs().includes("loading"));
    clock.fire(12_000);
    expect(await outcome).toMatchObject({ status: "error", errorType: "Sandbox.Timedout" });
  });
});

describe("Sizes", () => {
  test("an answer of 6 MB passes, a larger one is an error, and the process continues", async () => {
    const { call } = engine(handler(`return event.length ? "x".repeat(event.length) : process.pid`));
    const pid = await call("fn");
    expect(await call("fn", { length: 6 * 1024 * 1024 + 98 })).toMatchObject({ status: "ok" });
    expect(await call("fn", { length: 6 * 1024 * 1024 + 99 })).toMatchObject({
      status: "error",
      errorType: "Function.ResponseSizeTooLarge",
      errorMessage: "Response payload size exceeded maximum allowed payload size (6291556 bytes).",
    });
    expect((await call("fn")).answer).toBe(pid.answer);
  });
  test("an event of 6 MB passes, a larger one is refused", async () => {
    const { call } = engine(handler("return event.length"));
    const most = 6 * 1024 * 1024 - 2;
    expect(await call("fn", "x".repeat(most))).toMatchObject({ status: "ok", answer: most });
    expect(await call("fn", "x".repeat(most + 1))).toMatchObject({ status: "refused" });
  });
});

describe("The context that the caller of Invoke passes", () => {
  test.each([
    ["Node", handler("console.log('hi'); return context.clientContext.custom.a"), {}],
    [
      "Python",
      {
        "index.py":
          "def handler(event, context):\n    print('hi')\n    return context.client_context.custom['a']\n",
      },
      { runtime: "python3.12" },
    ],
  ])("the client context and the listener for the log reach a handler: %s", async (_, files, values) => {
    const { functions } = engine(files, { fn: values });
    const lines: string[] = [];
    const outcome = await functions.invoke({
      functionArn: "fn",
      payload: "{}",
      source: "test",
      clientContext: JSON.stringify({ custom: { a: "ü 漢 and more words" } }),
      onLog: (line) => lines.push(line),
    });
    expect(outcome).toMatchObject({ status: "ok", payload: expect.any(String) });
    expect("payload" in outcome && JSON.parse(outcome.payload)).toBe("ü 漢 and more words");
    expect(lines).toEqual(["hi"]);
  });
  test("without one, there is none", async () => {
    const { call } = engine(handler("return String(context.clientContext)"));
    expect(await call("fn")).toMatchObject({ answer: "undefined" });
  });
});

describe("Errors", () => {
  const failing = (error: string) => handler(`throw ${error}`);
  test.each([
    ["a code", `Object.assign(new Error("a"), { code: "ENOENT" })`, { code: "ENOENT" }],
    ["a number as code", `Object.assign(new Error("a"), { code: 7 })`, { code: 7 }],
    [
      "a cause",
      `new Error("a", { cause: new TypeError("b") })`,
      { cause: { errorType: "TypeError", errorMessage: "b" } },
    ],
    [
      "a cause that is not an error",
      `new Error("a", { cause: "b" })`,
      { cause: { errorType: "string", errorMessage: "'b'" } },
    ],
    [
      "causes of causes",
      `new Error("a", { cause: new Error("b", { cause: Object.assign(new Error("c"), { code: "X" }) }) })`,
      { cause: { errorMessage: "b", cause: { errorMessage: "c", code: "X" } } },
    ],
    [
      "several errors",
      `new AggregateError([new Error("b"), new Error("c")], "a")`,
      { errors: [{ errorMessage: "b" }, { errorMessage: "c" }] },
    ],
  ])("are reported with %s, which the caller does not get", async (_, error, expected) => {
    const { call, events } = engine(failing(error));
    const { answer } = await call("fn");
    expect(Object.keys(answer as object)).toEqual(["errorType", "errorMessage", "trace"]);
    expect(events).toEqual([expect.objectContaining({ event: "function-error", errorMessage: "a" })]);
    expect(events[0]).toMatchObject(expected);
  });
  test("with a message of several lines show each line once", async () => {
    const { call, events } = engine(failing(`new Error("no table\\n  Position: 13")`));
    expect(await call("fn")).toMatchObject({ errorMessage: "no table\n  Position: 13" });
    const { stack } = events[0] as { readonly stack: readonly string[] } & (typeof events)[0];
    expect(stack.length).toBeGreaterThan(0);
    expect(stack.filter((line) => line.includes("Position"))).toEqual([]);
  });
  test("that cause themselves are reported", async () => {
    const { call, events } = engine(handler(`const e = new Error("a"); e.cause = e; throw e`));
    expect(await call("fn")).toMatchObject({ errorMessage: "a" });
    expect(events).toHaveLength(1);
  });
  test("while code is loaded are reported with their details, too", async () => {
    const { call, events } = engine({ "index.js": `throw new Error("a", { cause: new Error("b") })` });
    expect(await call("fn")).toMatchObject({ status: "error" });
    expect(events[0]).toMatchObject({ errorMessage: "a", cause: { errorMessage: "b" } });
  });
});
