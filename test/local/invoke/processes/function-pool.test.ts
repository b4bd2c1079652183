import { setImmediate as nextTurn } from "node:timers/promises";
import type { Code, CodeProblem, ReadyCode } from "../../../../lib/local/invoke/code/code";
import type { InvocationResult } from "../../../../lib/local/invoke/invocation-result";
import { FunctionPool, type PoolOptions } from "../../../../lib/local/invoke/processes/function-pool";
import type {
  Work,
  Worker,
  WorkerListener,
  WorkRequest,
} from "../../../../lib/local/invoke/processes/worker";
import { settingsOf } from "../support";

const response: InvocationResult = { kind: "response", payload: "1" };

/** A worker without a process: the test says when it is ready, done and gone. */
class TestWorker {
  isRetired = false;
  isKilled = false;
  work: Work | undefined;
  readonly done: string[] = [];
  readonly gone: Promise<void>;
  private leave: () => void = () => {};

  constructor(readonly listener: WorkerListener) {
    this.gone = new Promise((resolve) => {
      this.leave = resolve;
    });
  }

  get isBusy(): boolean {
    return this.work !== undefined;
  }

  get self(): Worker {
    return this as unknown as Worker;
  }

  run(work: Work): void {
    this.work = work;
    this.done.push(work.request.requestId);
  }

  /** Like a process: it ends a little later. */
  kill(): void {
    if (this.isKilled) return;
    this.isRetired = true;
    this.isKilled = true;
    setImmediate(() => this.end());
  }

  ready(): void {
    this.listener.ready(this.self);
  }

  finish(result: InvocationResult | undefined = response): void {
    const { work } = this;
    this.work = undefined;
    work?.done(result, 1);
  }

  end(): void {
    this.isKilled = true;
    this.isRetired = true;
    this.finish({ kind: "error", payload: "{}" });
    this.listener.ended(this.self);
    this.leave();
  }
}

async function quiet(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
}

/** A pool whose workers the test controls. */
function pool(more: Partial<PoolOptions["settings"]> = {}, options: Partial<PoolOptions> = {}) {
  const workers: TestWorker[] = [];
  const idle: Worker[] = [];
  const changes = new Set<() => void>();
  let current: ReadyCode | CodeProblem = { folder: "/code" };
  const code = {
    get current() {
      return current;
    },
    ready: async () => current,
    onChange: (listener: () => void) => {
      changes.add(listener);
      return () => changes.delete(listener);
    },
  } as unknown as Code;
  const [settings] = settingsOf({ Get: more });
  if (settings === undefined) throw new Error("There is one function.");
  const it = new FunctionPool({
    settings,
    code,
    startWorker: async (_, listener) => {
      const worker = new TestWorker(listener);
      workers.push(worker);
      return worker.self;
    },
    startProblem: (problem) => `no ${problem.code}`,
    log: { line: () => {}, tooMuch: () => {} },
    idle: (_, worker) => idle.push(worker),
    ...options,
  });
  const outcomes = new Map<string, unknown>();
  const invoke = (...ids: readonly string[]) => {
    for (const requestId of ids)
      void it
        .invoke({ requestId } as WorkRequest)
        .then((outcome) => outcomes.set(requestId, "refused" in outcome ? outcome : outcome.result));
    return quiet();
  };
  const change = (next: ReadyCode | CodeProblem = { folder: "/code" }) => {
    current = next;
    for (const listener of [...changes]) listener();
    return quiet();
  };
  return { pool: it, workers, idle, changes, outcomes, invoke, change };
}

/** All workers that are not ready yet become ready. */
function readyAll(workers: readonly TestWorker[], from = 0): void {
  for (const worker of workers.slice(from)) worker.ready();
}

const ids = (count: number, first = 0) => Array.from({ length: count }, (_, index) => `r${first + index}`);

describe("The processes of a function", () => {
  test("are at most four that start at a time, and no more than there are requests", async () => {
    const { workers, invoke } = pool();
    await invoke(...ids(2));
    expect(workers).toHaveLength(2);
    await invoke(...ids(8, 2));
    expect(workers).toHaveLength(4);
    workers[0]?.ready();
    await quiet();
    expect(workers).toHaveLength(5);
  });

  test.each<[string, object, Partial<PoolOptions>, number]>([
    ["its reserved concurrency", { reservedConcurrency: 2 }, {}, 2],
    ["the limit of this machine", {}, { maxWorkers: 3 }, 3],
    ["the smaller of the two", { reservedConcurrency: 5 }, { maxWorkers: 3 }, 3],
    ["50", {}, {}, 50],
  ])("are no more than %s", async (_, settings, options, limit) => {
    const { workers, invoke, outcomes } = pool(settings, options);
    await invoke(...ids(60));
    for (let ready = 0; ready < workers.length; ready += 1) {
      workers[ready]?.ready();
      await quiet();
    }
    expect([workers.length, outcomes.size]).toEqual([limit, 0]);
    for (const worker of workers) worker.finish();
    await quiet();
    expect([workers.length, outcomes.size]).toEqual([limit, limit]);
  });

  test("take the next request in its order, and the one that was used last takes it first", async () => {
    const { workers, invoke, idle } = pool();
    await invoke("a", "b");
    readyAll(workers);
    workers[0]?.finish();
    workers[1]?.finish();
    expect(idle).toEqual([workers[0]?.self, workers[1]?.self]);
    await invoke("c");
    await invoke("d");
    expect(workers.map(({ done }) => done)).toEqual([
      ["a", "d"],
      ["b", "c"],
    ]);
    expect(workers).toHaveLength(2);
  });

  test("are not idle while requests wait", async () => {
    const { workers, invoke, idle } = pool({}, { maxWorkers: 1 });
    await invoke("a", "b");
    workers[0]?.ready();
    workers[0]?.finish();
    expect(idle).toEqual([]);
    workers[0]?.finish();
    expect(idle).toHaveLength(1);
  });

  test("end after one request each where a request has a process of its own", async () => {
    const { workers, invoke, outcomes, idle } = pool({ isProcessPerRequest: true });
    await invoke("a");
    readyAll(workers);
    workers[0]?.finish();
    await invoke("b");
    readyAll(workers, 1);
    workers[1]?.finish();
    await quiet();
    expect(workers.map(({ done, isKilled }) => [done, isKilled])).toEqual([
      [["a"], true],
      [["b"], true],
    ]);
    expect([outcomes.size, idle]).toEqual([2, []]);
  });

  test("that are evicted end, but not while they have work", async () => {
    const { pool: it, workers, invoke, outcomes } = pool();
    await invoke("a", "b");
    readyAll(workers);
    workers[0]?.finish();
    for (const worker of workers) it.evict(worker.self);
    expect(workers.map(({ isKilled }) => isKilled)).toEqual([true, false]);
    await quiet();
    await invoke("c");
    readyAll(workers, 2);
    expect(workers.map(({ done }) => done)).toEqual([["a"], ["b"], ["c"]]);
    expect(outcomes.size).toBe(1);
  });
});

describe("After a change of the code", () => {
  test("idle processes end at once, busy ones after their work, and new requests get new ones", async () => {
    const { workers, invoke, change, outcomes } = pool();
    await invoke("a", "b");
    readyAll(workers);
    workers[0]?.finish();
    await change();
    expect(workers.map(({ isKilled }) => isKilled)).toEqual([true, false]);
    await invoke("c");
    readyAll(workers, 2);
    workers[1]?.finish();
    workers[2]?.finish();
    await quiet();
    expect(workers.map(({ done, isKilled }) => [done, isKilled])).toEqual([
      [["a"], true],
      [["b"], true],
      [["c"], false],
    ]);
    expect([...outcomes.values()]).toEqual([response, response, response]);
  });

  test("a process with the code before that does not start says nothing", async () => {
    const { workers, invoke, change, outcomes } = pool();
    await invoke("a");
    await change();
    workers[0]?.listener.failed(workers[0].self, { kind: "error", payload: "old" });
    workers[0]?.end();
    await quiet();
    expect(outcomes.size).toBe(0);
    readyAll(workers, 1);
    workers[1]?.finish();
    await quiet();
    expect(outcomes.get("a")).toEqual(response);
  });

  test("that does not build, all that wait get the reason, and no process starts", async () => {
    const { workers, invoke, change, outcomes } = pool();
    await change({ problem: "There is a syntax error.", isRefusal: false });
    await invoke("a", "b");
    expect([...outcomes.values()]).toEqual(
      ids(2).map(() => ({ kind: "error", payload: expect.stringContaining("There is a syntax error.") })),
    );
    await change({ problem: "There is no code.", isRefusal: true });
    await invoke("c");
    expect([outcomes.get("c"), workers]).toEqual([{ refused: "There is no code." }, []]);
  });
});

describe("A request", () => {
  test("of a function with a reserved concurrency of 0 is refused, and starts no process", async () => {
    const { workers, invoke, outcomes } = pool({ reservedConcurrency: 0 });
    await invoke("a");
    expect(outcomes.get("a")).toEqual({ refused: expect.stringContaining("its reserved concurrency is 0") });
    expect(workers).toEqual([]);
  });

  test("is refused when 1,000 wait", async () => {
    const { invoke, outcomes } = pool();
    await invoke(...ids(1000));
    expect(outcomes.size).toBe(0);
    await invoke("more");
    expect(outcomes.get("more")).toEqual({ refused: expect.stringContaining("1000 requests are waiting") });
  });

  test("that a process has not taken before it ended goes to another one, before all others", async () => {
    const { workers, invoke, outcomes } = pool({}, { maxWorkers: 1 });
    await invoke("a", "b");
    workers[0]?.ready();
    const work = workers[0]?.work;
    if (workers[0] !== undefined) {
      workers[0].work = undefined;
      workers[0].isRetired = true;
    }
    work?.done(undefined, 0);
    workers[0]?.end();
    await quiet();
    expect(outcomes.size).toBe(0);
    readyAll(workers, 1);
    expect(workers[1]?.done).toEqual(["a"]);
  });

  test("gets the error of a process that does not load its code, and the next one gets a new process", async () => {
    const { workers, invoke, outcomes } = pool({}, { maxWorkers: 1 });
    const error: InvocationResult = { kind: "error", payload: "no module" };
    await invoke("a", "b");
    workers[0]?.listener.failed(workers[0].self, error);
    workers[0]?.end();
    await quiet();
    expect([...outcomes]).toEqual([["a", error]]);
    readyAll(workers, 1);
    expect(workers[1]?.done).toEqual(["b"]);
  });

  test("gets the reason, like all others, when the program is missing", async () => {
    const { workers, invoke, outcomes } = pool();
    await invoke("a", "b");
    workers[0]?.listener.unstartable(workers[0].self, Object.assign(new Error(), { code: "ENOENT" }));
    await quiet();
    expect([...outcomes.values()]).toEqual([{ refused: "no ENOENT" }, { refused: "no ENOENT" }]);
  });

  test("gets the error of a start that fails, which does not count as a start under way", async () => {
    let starts = 0;
    const { invoke, outcomes } = pool(
      {},
      {
        startWorker: () => {
          starts += 1;
          return Promise.reject(new Error("EAGAIN"));
        },
      },
    );
    await invoke(...ids(10));
    await quiet();
    expect([starts, outcomes.size]).toEqual([10, 10]);
    expect(outcomes.get("r9")).toEqual({ kind: "error", payload: expect.stringContaining("EAGAIN") });
  });
});

describe("The end of a pool", () => {
  test("that stops answers all that wait, and ends all processes, also those that start", async () => {
    const { pool: it, workers, changes, invoke, outcomes } = pool({}, { maxWorkers: 2 });
    await invoke("a", "b", "c");
    workers[0]?.ready();
    await it.stop();
    expect(workers.map(({ isKilled }) => isKilled)).toEqual([true, true]);
    expect([...outcomes.keys()].sort()).toEqual(["a", "b", "c"]);
    await quiet();
    expect([workers.length, changes.size]).toEqual([2, 0]);
  });

  test("that closes runs all that wait first, and then keeps no process", async () => {
    const { pool: it, workers, changes, invoke, outcomes, idle } = pool({}, { maxWorkers: 1 });
    await invoke("a", "b", "c");
    workers[0]?.ready();
    let isClosed = false;
    const closed = it.close().then(() => {
      isClosed = true;
    });
    workers[0]?.finish();
    await quiet();
    expect([isClosed, changes.size]).toEqual([false, 0]);
    for (const id of ["b", "c"]) {
      const worker = workers.at(-1);
      worker?.ready();
      expect(worker?.done).toContain(id);
      worker?.finish();
      await quiet();
    }
    await closed;
    expect([...outcomes.values()]).toEqual([response, response, response]);
    expect([workers.every(({ isKilled }) => isKilled), idle]).toEqual([true, []]);
  });
});
