import { setImmediate as nextTurn } from "node:timers/promises";
import type { InvocationResult } from "../../../../lib/local/invoke/invocation-result";
import type { StartedProcess } from "../../../../lib/local/invoke/processes/start-process";
import { Worker } from "../../../../lib/local/invoke/processes/worker";
import type { OutputListener, ProcessEnd } from "../../../../lib/local/invoke/processes/worker-process";
import type {
  EndpointListener,
  RuntimeInvocation,
} from "../../../../lib/local/invoke/runtime-api/runtime-endpoint";
import { TestClock } from "../../support/clock";
import { arnOf, settingsOf } from "../support";

const response: InvocationResult = { kind: "response", payload: "1" };
const ended: ProcessEnd = { code: 1, signal: null };

/** A worker over a process that the test simulates, and its reports to the pool. */
function worker(isDebugged = false) {
  const clock = new TestClock();
  const told: string[] = [];
  const given: RuntimeInvocation[] = [];
  const chunks: unknown[] = [];
  let end: (end: ProcessEnd) => void = () => {};
  const state = { isKilled: false, isClosed: false, budgets: 0, isTaken: true };
  const process = {
    pid: 7,
    output: undefined as OutputListener | undefined,
    ended: new Promise<ProcessEnd>((resolve) => {
      end = resolve;
    }),
    resetBudget: () => {
      state.budgets += 1;
    },
    kill: () => {
      state.isKilled = true;
    },
  };
  const endpoint = {
    listener: undefined as EndpointListener | undefined,
    give: (invocation: RuntimeInvocation) => given.push(invocation),
    takeBack: () => !state.isTaken,
    close: () => {
      state.isClosed = true;
    },
  };
  const [settings] = settingsOf({ Get: { timeoutSeconds: 3 } });
  if (settings === undefined) throw new Error("There is one function.");
  const it = new Worker(
    settings,
    { process, endpoint } as unknown as StartedProcess,
    clock,
    {
      ready: () => void told.push("ready"),
      failed: (_, { payload }) => void told.push(`failed: ${payload}`),
      unstartable: (_, { code }) => void told.push(`unstartable: ${code}`),
      ended: () => void told.push("ended"),
      line: (stream, line, id) => void told.push(`${stream} of ${id}: ${line}`),
      tooMuch: (id) => void told.push(`too much of ${id}`),
    },
    isDebugged,
  );
  const ready = async () => {
    endpoint.listener?.ready();
    await nextTurn();
  };
  /** Runs a request; its result is a line of the messages. */
  const run = (requestId: string, deadlineMs?: number) =>
    it.run({
      request: {
        requestId,
        functionArn: arnOf("Get"),
        payload: "{}",
        traceHeader: "Root=1",
        clientContext: undefined,
        identity: undefined,
        deadlineMs,
        onChunk: (chunk) => chunks.push(chunk),
      },
      done: (result) => void told.push(`${requestId}: ${result?.payload}`),
    });
  const finish = async (requestId: string) => {
    endpoint.listener?.finished(requestId, response);
    await nextTurn();
  };
  const leave = async (how: ProcessEnd = ended) => {
    end(how);
    await it.gone;
  };
  return { it, clock, told, given, chunks, state, process, endpoint, ready, run, finish, leave };
}

afterEach(() => jest.restoreAllMocks());

describe("A process that loads its code", () => {
  test("has ten seconds and the time of the function, and is ended after that with the reason", async () => {
    const { clock, told, state, ready } = worker();
    clock.advance(12_999);
    expect([told, state.isKilled]).toEqual([[], false]);
    clock.advance(1);
    expect([told, state.isKilled]).toEqual([[expect.stringMatching(/^failed: .*timed out after 13/i)], true]);
    await ready();
    expect(told).toHaveLength(1);
  });

  test("is ready once, and has no limit after that", async () => {
    const { clock, told, state, ready } = worker();
    await ready();
    await ready();
    clock.advance(3_600_000);
    expect([told, state.isKilled]).toEqual([["ready"], false]);
  });

  test("that reports an error is ended, and reports it once", async () => {
    const { clock, told, state, endpoint, leave } = worker();
    endpoint.listener?.initFailed({ kind: "error", payload: "no module" });
    await nextTurn();
    expect([told, state.isKilled]).toEqual([["failed: no module"], true]);
    clock.advance(60_000);
    await leave();
    expect([told, state.isClosed]).toEqual([["failed: no module", "ended"], true]);
  });

  test("that ends fails with its code, and cannot be late any more", async () => {
    const { clock, told, state, leave } = worker();
    await leave();
    clock.advance(60_000);
    expect(told).toEqual([expect.stringMatching(/^failed: .*exit.*1/i), "ended"]);
    expect(state).toMatchObject({ isKilled: false, isClosed: true });
  });

  test("that does not start reports the problem", async () => {
    const { told, leave } = worker();
    const problem = Object.assign(new Error(), { code: "ENOENT" });
    await leave({ code: null, signal: null, problem });
    expect(told).toEqual(["unstartable: ENOENT", "ended"]);
  });
});

describe("An invocation", () => {
  test("has the time of the function; the process is ended with it, and its result comes once", async () => {
    const { it, clock, told, state, ready, run, finish, leave } = worker();
    await ready();
    run("a");
    expect([it.isBusy, state.budgets]).toEqual([true, 1]);
    clock.advance(2999);
    expect([told, state.isKilled]).toEqual([["ready"], false]);
    clock.advance(1);
    expect([told.slice(1), state.isKilled, it.isRetired]).toEqual([
      [expect.stringMatching(/^a: .*timed out after 3/i)],
      true,
      true,
    ]);
    await finish("a");
    await leave();
    expect(told.slice(2)).toEqual(["ended"]);
  });

  test("that ends in time leaves the process unchanged", async () => {
    const { it, clock, told, state, ready, run, finish } = worker();
    await ready();
    run("a");
    await finish("a");
    clock.advance(60_000);
    expect([told, state.isKilled, it.isBusy]).toEqual([["ready", "a: 1"], false, false]);
  });

  test("with a deadline elsewhere may continue for 15 minutes after it, and the handler sees that deadline", async () => {
    const { clock, state, given, ready, run } = worker();
    await ready();
    jest.spyOn(Date, "now").mockReturnValueOnce(1_000_000);
    run("a", 1_010_000);
    expect(given).toMatchObject([{ requestId: "a", deadlineMs: 1_010_000 }]);
    clock.advance(10_000 + 15 * 60_000 - 1);
    expect(state.isKilled).toBe(false);
    clock.advance(1);
    expect(state.isKilled).toBe(true);
  });

  test("without such a deadline has that of the function", async () => {
    const { given, ready, run } = worker();
    await ready();
    jest.spyOn(Date, "now").mockReturnValueOnce(1_000_000);
    run("a");
    expect(given).toMatchObject([{ deadlineMs: 1_003_000 }]);
  });

  test("with a debugger has no limit, nor has the process that starts", async () => {
    const { clock, told, state, ready, run } = worker(true);
    clock.advance(3_600_000);
    await ready();
    run("a");
    clock.advance(3_600_000);
    expect([told, state.isKilled]).toEqual([["ready"], false]);
  });

  test("gets neither the result nor the pieces of another one", async () => {
    const { told, chunks, endpoint, ready, run, finish } = worker();
    await ready();
    run("a");
    await finish("before");
    endpoint.listener?.streamed("before", { contentType: "text/plain", data: "eA==" });
    expect([told, chunks]).toEqual([["ready"], []]);
    endpoint.listener?.streamed("a", { contentType: "text/plain", data: "eA==" });
    await finish("a");
    endpoint.listener?.streamed("a", { contentType: "text/plain", data: "eA==" });
    expect([told, chunks.length]).toEqual([["ready", "a: 1"], 1]);
  });

  test("has its output, and what is written before and after it has no request", async () => {
    const { it, told, process, ready, run, finish } = worker();
    process.output?.line("stdout", "loading");
    await ready();
    run("a");
    process.output?.line("stderr", "working");
    process.output?.tooMuch();
    await finish("a");
    process.output?.line("stdout", "late");
    expect(told).toEqual([
      "stdout of undefined: loading",
      "ready",
      "stderr of a: working",
      "too much of a",
      "a: 1",
      "stdout of undefined: late",
    ]);
    process.output?.exited();
    expect(it.isRetired).toBe(true);
  });

  test.each([
    ["has taken fails with its code", true, expect.stringMatching(/^a: .*exit.*1/i)],
    ["has not taken has no result, so that another one can do it", false, "a: undefined"],
  ])("that a process which ends %s", async (_, isTaken, expected) => {
    const { told, state, clock, ready, run, leave } = worker();
    await ready();
    run("a");
    state.isTaken = isTaken;
    await leave();
    clock.advance(60_000);
    expect(told).toEqual(["ready", expected, "ended"]);
  });
});
