import { performance } from "node:perf_hooks";
import type { Timers } from "../clock";
import { functionTraceHeader } from "../wire/request-id";
import { type Answer, errorAnswer, exited, timedOut } from "./outcomes";
import type { Invocation } from "./runtime-endpoint";
import type { FunctionSettings } from "./settings";
import type { ProcessEnd } from "./worker-process";
import type { StartedProcess } from "./worker-start";

/** What becomes of a worker, for the pool that it belongs to. */
export interface WorkerListener {
  /** It has loaded its code and may be given work. */
  ready(worker: Worker): void;
  /** It will never be ready; what goes wrong then, every request would meet. */
  failed(worker: Worker, answer: Answer): void;
  /** Its program does not start. */
  unstartable(worker: Worker, problem: NodeJS.ErrnoException): void;
  /** It has ended; called once, after all else. */
  ended(worker: Worker): void;
  line(stream: "stdout" | "stderr", line: string, requestId: string | undefined): void;
  tooMuch(requestId: string | undefined): void;
}

/** One invocation, as the pool hands it to a worker. */
export interface Work {
  readonly requestId: string;
  readonly functionArn: string;
  readonly payload: string;
  /** Called once. Without an answer the process ended before it took the work, which another one may do. */
  done(answer: Answer | undefined, durationMs: number): void;
}

/** Lambda's limit for loading the code: https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html */
export const initLimitMs = 10_000;

interface Running {
  readonly work: Work;
  readonly startedAt: number;
  readonly cancelTimer: () => void;
}

/** A warm process of one function: takes one request at a time. */
export class Worker {
  /** Ended as soon as it has nothing to do. */
  isRetired = false;
  /** Settles when the process is gone. */
  readonly gone: Promise<void>;

  private running: Running | undefined;
  private isStarting = true;
  private cancelInitTimer: () => void;

  constructor(
    private readonly settings: FunctionSettings,
    private readonly started: StartedProcess,
    private readonly clock: Timers,
    private readonly listener: WorkerListener,
    /** With a debugger attached nothing is too slow. */
    private readonly isDebugged: boolean,
  ) {
    const { endpoint, process } = started;
    this.cancelInitTimer = this.after(initLimitMs + settings.timeoutSeconds * 1000, () => {
      this.failInit(timedOut("", initLimitMs / 1000 + settings.timeoutSeconds));
    });
    process.output = {
      line: (stream, line) => listener.line(stream, line, this.running?.work.requestId),
      tooMuch: () => listener.tooMuch(this.running?.work.requestId),
      exited: () => {
        this.isRetired = true;
      },
    };
    endpoint.listener = {
      // What it wrote before it said so is in its pipe by now, and is read before the next turn of the event loop.
      ready: () => setImmediate(() => this.becomeReady()),
      answered: (requestId, answer) => setImmediate(() => this.answer(requestId, answer)),
      initFailed: (answer) => setImmediate(() => this.failInit(answer)),
    };
    this.gone = process.ended.then((end) => this.afterEnd(end));
  }

  get isBusy(): boolean {
    return this.running !== undefined;
  }

  run(work: Work): void {
    const { requestId, functionArn, payload } = work;
    const { timeoutSeconds } = this.settings;
    const now = Date.now();
    const invocation: Invocation = {
      requestId,
      functionArn,
      payload,
      deadlineMs: now + timeoutSeconds * 1000,
      traceId: functionTraceHeader(now),
    };
    this.started.process.resetBudget();
    const cancelTimer = this.after(timeoutSeconds * 1000, () => {
      this.kill();
      this.answer(requestId, timedOut(requestId, timeoutSeconds));
    });
    this.running = { work, startedAt: performance.now(), cancelTimer };
    this.started.endpoint.give(invocation);
  }

  kill(): void {
    this.isRetired = true;
    this.started.process.kill();
  }

  private after(milliseconds: number, run: () => void): () => void {
    return this.isDebugged ? () => {} : this.clock.after(milliseconds, run);
  }

  private becomeReady(): void {
    if (!this.isStarting) return;
    this.cancelInitTimer();
    this.isStarting = false;
    this.listener.ready(this);
  }

  private failInit(answer: Answer): void {
    if (!this.isStarting) return;
    this.isStarting = false;
    this.cancelInitTimer();
    this.kill();
    this.listener.failed(this, answer);
  }

  private answer(requestId: string, answer: Answer | undefined): void {
    const { running } = this;
    if (running?.work.requestId !== requestId) return;
    this.running = undefined;
    running.cancelTimer();
    running.work.done(answer, performance.now() - running.startedAt);
  }

  private afterEnd({ code, signal, problem }: ProcessEnd): void {
    this.isRetired = true;
    this.cancelInitTimer();
    const wasTaken = !this.started.endpoint.takeBack();
    this.started.endpoint.close();
    if (this.isStarting) {
      this.isStarting = false;
      if (problem === undefined) this.listener.failed(this, exited("", code, signal));
      else this.listener.unstartable(this, problem);
    }
    const requestId = this.running?.work.requestId;
    if (requestId !== undefined) {
      this.answer(requestId, wasTaken ? exited(requestId, code, signal) : undefined);
    }
    this.listener.ended(this);
  }
}

/** An error of a request that came while everything was being ended. */
export const stopped = (requestId: string): Answer =>
  errorAnswer("Runtime.Stopped", `RequestId: ${requestId} Error: the local server is stopping`);
