import { inBackground, trackIn } from "../../../facts/text/contained";
import type { Code, CodeProblem, ReadyCode } from "../code/code";
import type { FunctionSettings } from "../function-settings";
import { errorResult, type InvocationResult, stopped } from "../invocation-result";
import type { Work, Worker, WorkerListener, WorkRequest } from "./worker";

export type PoolOutcome =
  | { readonly result: InvocationResult; readonly durationMs: number }
  /** The reason why nothing was invoked. */
  | { readonly refused: string };

export interface PoolOptions {
  readonly settings: FunctionSettings;
  readonly code: Code;
  /** Limit for the processes; further requests wait. @default 50 */
  readonly maxWorkers?: number;
  startWorker(code: ReadyCode, listener: WorkerListener): Promise<Worker>;
  /** Explains why a program did not start. */
  startProblem(problem: NodeJS.ErrnoException): string;
  readonly log: Pick<WorkerListener, "line" | "tooMuch">;
  /** Called when a worker has no more work. */
  idle(pool: FunctionPool, worker: Worker): void;
}

const defaultMaxWorkers = 50;
/** Limit for the waiting requests of one function; further requests are refused. */
const maxWaiting = 1000;
/** Limit for the processes that start at the same time: more of them would only slow each other down. */
const maxStarting = 4;

interface Job {
  readonly request: WorkRequest;
  readonly resolve: (outcome: PoolOutcome) => void;
}

export class FunctionPool {
  private readonly workers = new Set<Worker>();
  private readonly free: Worker[] = [];
  private readonly waiting: Job[] = [];
  private readonly starting = new Set<Worker>();
  private readonly starts = new Set<Promise<void>>();
  private startsUnderWay = 0;
  private isStopped = false;
  /** The pool receives no more requests. Each process ends when it has no more work. */
  private isClosing = false;
  /** Number of code changes. Processes with older code are not kept. */
  private generation = 0;
  private readonly stopListening: () => void;

  constructor(private readonly options: PoolOptions) {
    this.stopListening = options.code.onChange(() => this.retireAll());
  }

  invoke(request: WorkRequest): Promise<PoolOutcome> {
    const { name, reservedConcurrency } = this.options.settings;
    if (reservedConcurrency === 0 || this.waiting.length >= maxWaiting) {
      const reason =
        reservedConcurrency === 0 ? "its reserved concurrency is 0" : `${maxWaiting} requests are waiting`;
      return Promise.resolve({ refused: `Rate Exceeded: ${name} accepts no requests, because ${reason}.` });
    }
    return new Promise((resolve) => {
      this.waiting.push({ request, resolve });
      this.serve();
    });
  }

  /** Ends a worker, unless it has received work in the meantime. */
  evict(worker: Worker): void {
    const index = this.free.indexOf(worker);
    if (index < 0) return;
    this.free.splice(index, 1);
    worker.kill();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.stopListening();
    for (const { resolve, request } of this.waiting.splice(0)) {
      resolve({ result: stopped(request.requestId), durationMs: 0 });
    }
    await Promise.all(this.starts);
    for (const worker of this.workers) worker.kill();
    await Promise.all([...this.workers].map(({ gone }) => gone));
  }

  /** Runs the waiting requests, and then ends all processes. The caller must not send more requests. */
  async close(): Promise<void> {
    this.isClosing = true;
    this.stopListening();
    this.retireAll();
    while (this.waiting.length > 0 || this.workers.size > 0 || this.starts.size > 0) {
      await Promise.all([...this.starts, ...[...this.workers].map(({ gone }) => gone)]);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  private retireAll(): void {
    this.generation += 1;
    for (const worker of this.workers) {
      worker.isRetired = true;
      if (!worker.isBusy) worker.kill();
    }
    this.free.length = 0;
    this.serve();
  }

  /** Assigns waiting requests to free processes, and starts more processes if necessary. */
  private serve(): void {
    if (this.waiting.length === 0) return;
    const { code } = this.options;
    if (code.current === undefined)
      inBackground(
        "process of a function",
        code.ready().then((ready) => this.serveWith(ready)),
      );
    else this.serveWith(code.current);
  }

  private serveWith(code: ReadyCode | CodeProblem): void {
    if ("problem" in code) return this.failAll(code);
    this.assign();
    if (this.waiting.length === 0) return;
    const { maxWorkers = defaultMaxWorkers, settings } = this.options;
    const { reservedConcurrency = maxWorkers } = settings;
    const limit = Math.min(maxWorkers, reservedConcurrency);
    while (
      this.waiting.length > this.startsUnderWay &&
      this.startsUnderWay < maxStarting &&
      this.workers.size + this.startsUnderWay - this.starting.size < limit &&
      !this.isStopped
    ) {
      this.startsUnderWay += 1;
      trackIn(this.starts, "process of a function", this.start(code, this.generation));
    }
  }

  private assign(): void {
    while (this.waiting.length > 0) {
      // Uses the most recent worker, so that the others stay idle and can be ended.
      const worker = this.free.pop();
      if (worker === undefined) return;
      if (worker.isRetired) continue;
      const job = this.waiting.shift();
      if (job !== undefined) worker.run(this.workOf(job, worker));
    }
  }

  private workOf(job: Job, worker: Worker): Work {
    return {
      request: job.request,
      done: (result, durationMs) => {
        if (result === undefined) this.waiting.unshift(job);
        else job.resolve({ result, durationMs });
        if (this.options.settings.isProcessPerRequest === true) worker.isRetired = true;
        this.release(worker);
      },
    };
  }

  private release(worker: Worker): void {
    if (worker.isRetired || (this.isClosing && this.waiting.length === 0)) worker.kill();
    else {
      this.free.push(worker);
      if (this.waiting.length === 0) this.options.idle(this, worker);
    }
    this.serve();
  }

  private async start(code: ReadyCode, generation: number): Promise<void> {
    try {
      const worker = await this.options.startWorker(code, this.listener(generation));
      this.workers.add(worker);
      this.starting.add(worker);
      if (this.isStopped || generation !== this.generation) worker.kill();
    } catch (error) {
      this.startsUnderWay -= 1;
      const { message } = error as Error;
      this.failNext(errorResult("Runtime.ExitError", `The process could not be started: ${message}`));
    }
  }

  private listener(generation: number): WorkerListener {
    const settled = (worker: Worker): void => {
      if (this.starting.delete(worker)) this.startsUnderWay -= 1;
    };
    return {
      ...this.options.log,
      ready: (worker) => {
        settled(worker);
        this.release(worker);
      },
      failed: (worker, result) => {
        settled(worker);
        // After a change of the code, the next worker has the new code.
        if (generation === this.generation && !this.isStopped) this.failNext(result);
      },
      unstartable: (worker, problem) => {
        settled(worker);
        for (const { resolve } of this.waiting.splice(0)) {
          resolve({ refused: this.options.startProblem(problem) });
        }
      },
      ended: (worker) => {
        settled(worker);
        this.workers.delete(worker);
        const index = this.free.indexOf(worker);
        if (index >= 0) this.free.splice(index, 1);
        this.serve();
      },
    };
  }

  private failNext(result: InvocationResult): void {
    this.waiting.shift()?.resolve({ result, durationMs: 0 });
    this.serve();
  }

  private failAll({ problem, isRefusal }: CodeProblem): void {
    const outcome: PoolOutcome = isRefusal
      ? { refused: problem }
      : { result: errorResult("Serverform.BuildFailed", problem), durationMs: 0 };
    for (const { resolve } of this.waiting.splice(0)) resolve(outcome);
  }
}
