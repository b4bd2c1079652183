import type { FunctionSettings } from "../../local/functions/read-settings";
import type { Code, ReadyCode } from "../code/bundles";
import { type Answer, errorAnswer } from "../invocation-result";
import { stopped, type Work, type Worker, type WorkerListener } from "./worker";

/** How an invocation ended, before it is told in Lambda's words. */
export type PoolOutcome =
  | { readonly answer: Answer; readonly durationMs: number }
  /** Nothing was invoked. */
  | { readonly refused: string };

export interface PoolOptions {
  readonly settings: FunctionSettings;
  readonly code: Code;
  /** Starts a process with this code. */
  startWorker(code: ReadyCode, listener: WorkerListener): Promise<Worker>;
  /** Why a program did not start, for the person who wants it to. */
  startProblem(problem: NodeJS.ErrnoException): string;
  readonly log: Pick<WorkerListener, "line" | "tooMuch">;
  /** Told when a worker has nothing to do any more. */
  idle(pool: FunctionPool, worker: Worker): void;
}

/** Processes of one function at a time; requests beyond that wait. */
const maxWorkers = 50;
/** Requests that may wait. */
const maxWaiting = 1000;
/** More processes starting at once would only slow each other down; a free one takes waiting requests meanwhile. */
const maxStarting = 4;

interface Job {
  readonly requestId: string;
  readonly functionArn: string;
  readonly payload: string;
  readonly resolve: (outcome: PoolOutcome) => void;
}

/** The processes of one function, and the requests that wait for one. */
export class FunctionPool {
  private readonly workers = new Set<Worker>();
  private readonly free: Worker[] = [];
  private readonly waiting: Job[] = [];
  private readonly starting = new Set<Worker>();
  private readonly starts = new Set<Promise<void>>();
  private startsUnderWay = 0;
  private isStopped = false;
  /** Nothing new comes; each process goes when there is nothing left for it. */
  private isClosing = false;
  /** Changes with the code: a process that was started with older code is not kept. */
  private generation = 0;
  private readonly stopListening: () => void;

  constructor(private readonly options: PoolOptions) {
    this.stopListening = options.code.onChange(() => this.retireAll());
  }

  invoke(request: Omit<Job, "resolve">): Promise<PoolOutcome> {
    const { name, reservedConcurrency } = this.options.settings;
    if (reservedConcurrency === 0 || this.waiting.length >= maxWaiting) {
      const reason =
        reservedConcurrency === 0 ? "its reserved concurrency is 0" : `${maxWaiting} requests wait`;
      return Promise.resolve({ refused: `Rate Exceeded: ${name} takes no request, ${reason}.` });
    }
    return new Promise((resolve) => {
      this.waiting.push({ ...request, resolve });
      void this.serve();
    });
  }

  /** Ends a process that has nothing to do; returns whether it was one of these. */
  evict(worker: Worker): boolean {
    const index = this.free.indexOf(worker);
    if (index < 0) return false;
    this.free.splice(index, 1);
    worker.kill();
    return true;
  }

  /** Ends all processes, at once. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.stopListening();
    for (const { resolve, requestId } of this.waiting.splice(0)) {
      resolve({ answer: stopped(requestId), durationMs: 0 });
    }
    await Promise.all(this.starts);
    for (const worker of this.workers) worker.kill();
    await this.empty();
  }

  /** Answers what it has been asked, and then ends; nothing new may be asked. */
  async close(): Promise<void> {
    this.isClosing = true;
    this.stopListening();
    this.retireAll();
    while (this.waiting.length > 0 || this.workers.size > 0 || this.starts.size > 0) {
      await Promise.all([...this.starts, ...[...this.workers].map(({ gone }) => gone)]);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  private async empty(): Promise<void> {
    await Promise.all([...this.workers].map(({ gone }) => gone));
  }

  private retireAll(): void {
    this.generation += 1;
    for (const worker of this.workers) {
      worker.isRetired = true;
      if (!worker.isBusy) worker.kill();
    }
    this.free.length = 0;
    void this.serve();
  }

  /** Gives waiting requests to free processes, and starts more where there are too few. */
  private async serve(): Promise<void> {
    if (this.waiting.length === 0) return;
    const { current } = this.options.code;
    const code = current ?? (await this.options.code.ready());
    if ("problem" in code) return this.failAll(code);
    this.assign();
    if (this.waiting.length === 0) return;
    const { reservedConcurrency = maxWorkers } = this.options.settings;
    const limit = Math.min(maxWorkers, reservedConcurrency);
    while (
      this.waiting.length > this.startsUnderWay &&
      this.startsUnderWay < maxStarting &&
      this.workers.size + this.startsUnderWay - this.starting.size < limit &&
      !this.isStopped
    ) {
      this.startsUnderWay += 1;
      const start = this.start(code, this.generation).finally(() => this.starts.delete(start));
      this.starts.add(start);
    }
  }

  private assign(): void {
    while (this.waiting.length > 0) {
      // The one that was used last: the others may then be ended.
      const worker = this.free.pop();
      if (worker === undefined) return;
      if (worker.isRetired) continue;
      const job = this.waiting.shift();
      if (job !== undefined) worker.run(this.workOf(job, worker));
    }
  }

  private workOf(job: Job, worker: Worker): Work {
    return {
      requestId: job.requestId,
      functionArn: job.functionArn,
      payload: job.payload,
      done: (answer, durationMs) => {
        if (answer === undefined) this.waiting.unshift(job);
        else job.resolve({ answer, durationMs });
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
    void this.serve();
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
      this.failNext(errorAnswer("Runtime.ExitError", `The process could not be started: ${message}`));
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
      failed: (worker, answer) => {
        settled(worker);
        // Ended because the code has changed: the next one does better.
        if (generation === this.generation && !this.isStopped) this.failNext(answer);
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
        void this.serve();
      },
    };
  }

  private failNext(answer: Answer): void {
    this.waiting.shift()?.resolve({ answer, durationMs: 0 });
    void this.serve();
  }

  private failAll({ problem, isRefusal }: { readonly problem: string; readonly isRefusal: boolean }): void {
    for (const { resolve } of this.waiting.splice(0)) {
      resolve(
        isRefusal
          ? { refused: problem }
          : { answer: errorAnswer("Serverform.BuildFailed", problem), durationMs: 0 },
      );
    }
  }
}
