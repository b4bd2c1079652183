import { performance } from "node:perf_hooks";
import { contained } from "../../../facts/text/contained";
import type { Timers } from "../clock";
import type { FunctionSettings } from "../function-settings";
import type { InvokeRequest } from "../invocation";
import { exited, type InvocationResult, timedOut } from "../invocation-result";
import type { RuntimeInvocation } from "../runtime-api/runtime-endpoint";
import type { StartedProcess } from "./start-process";
import type { ProcessEnd } from "./worker-process";

export interface WorkerListener {
  /** The worker has loaded its code and can run an invocation. */
  ready(worker: Worker): void;
  /** The worker cannot load its code, and other workers would also fail. */
  failed(worker: Worker, result: InvocationResult): void;
  unstartable(worker: Worker, problem: NodeJS.ErrnoException): void;
  /** The worker has ended. This is the last call. */
  ended(worker: Worker): void;
  line(stream: "stdout" | "stderr", line: string, requestId: string | undefined): void;
  tooMuch(requestId: string | undefined): void;
}

/** The input of one invocation. */
export interface WorkRequest
  extends Omit<RuntimeInvocation, "deadlineMs">,
    Pick<InvokeRequest, "deadlineMs" | "onStart" | "onCall"> {
  readonly onChunk: NonNullable<InvokeRequest["onChunk"]>;
}

export interface Work {
  readonly request: WorkRequest;
  /** Called once. Without a result, the process ended before it received the work; another worker can do it. */
  done(result: InvocationResult | undefined, durationMs: number): void;
}

/** Lambda's limit for loading the code: https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html */
const initLimitMs = 10_000;
/** How long a process may continue after a deadline of a remote invocation. */
const lingerMs = 15 * 60_000;

interface RunningInvocation {
  readonly work: Work;
  readonly startedAt: number;
  readonly cancelTimer: () => void;
}

/** A process of one function. It runs one invocation at a time. */
export class Worker {
  /** The worker receives no more work, and its process ends after the current invocation. */
  isRetired = false;
  /** Settles when the process has ended. */
  readonly gone: Promise<void>;

  private running: RunningInvocation | undefined;
  private isStarting = true;
  private isFresh = true;
  private cancelInitTimer: () => void;

  constructor(
    private readonly settings: FunctionSettings,
    private readonly started: StartedProcess,
    private readonly clock: Timers,
    private readonly listener: WorkerListener,
    /** With a debugger there are no time limits. */
    private readonly isDebugged: boolean,
  ) {
    const { endpoint, process } = started;
    this.cancelInitTimer = this.after(
      initLimitMs + settings.timeoutSeconds * 1000,
      contained("process of a function", () => {
        this.failInit(timedOut("", initLimitMs / 1000 + settings.timeoutSeconds));
      }),
    );
    process.output = {
      line: (stream, line) => listener.line(stream, line, this.running?.work.request.requestId),
      tooMuch: () => listener.tooMuch(this.running?.work.request.requestId),
      exited: () => {
        this.isRetired = true;
      },
    };
    endpoint.listener = {
      // The earlier output is in its pipe by now. Node reads it before the next turn of the event loop.
      ready: () => setImmediate(contained("process of a function", () => this.becomeReady())),
      streamed: (requestId, chunk) => {
        const request = this.running?.work.request;
        return request?.requestId === requestId ? request.onChunk(chunk) : undefined;
      },
      called: (requestId, call) => {
        const request = this.running?.work.request;
        if (request?.requestId === requestId) request.onCall?.(call);
      },
      finished: (requestId, result) =>
        setImmediate(contained("process of a function", () => this.finish(requestId, result))),
      initFailed: (result) => setImmediate(contained("process of a function", () => this.failInit(result))),
    };
    this.gone = process.ended.then(contained("process of a function", (end) => this.afterEnd(end)));
  }

  get pid(): number | undefined {
    return this.started.process.pid;
  }

  get isBusy(): boolean {
    return this.running !== undefined;
  }

  run(work: Work): void {
    const { requestId, deadlineMs } = work.request;
    const { timeoutSeconds } = this.settings;
    const now = Date.now();
    work.request.onStart?.(this.isFresh);
    this.isFresh = false;
    this.started.process.resetBudget();
    // A remote deadline does not apply here, but the process may be in a debugger or still write its log.
    const limitMs =
      deadlineMs === undefined ? timeoutSeconds * 1000 : Math.max(0, deadlineMs - now) + lingerMs;
    const cancelTimer = this.after(
      limitMs,
      contained("process of a function", () => {
        this.kill();
        this.finish(requestId, timedOut(requestId, limitMs / 1000));
      }),
    );
    this.running = { work, startedAt: performance.now(), cancelTimer };
    const { functionArn, payload, traceHeader, clientContext, identity } = work.request;
    this.started.endpoint.give({
      requestId,
      functionArn,
      payload,
      deadlineMs: deadlineMs ?? now + timeoutSeconds * 1000,
      traceHeader,
      clientContext,
      identity,
    });
  }

  kill(): void {
    this.isRetired = true;
    this.started.process.kill();
  }

  private after(milliseconds: number, run: () => void): () => void {
    return this.isDebugged
      ? () => {}
      : this.clock.after(milliseconds, contained("process of a function", run));
  }

  private becomeReady(): void {
    if (!this.isStarting) return;
    this.cancelInitTimer();
    this.isStarting = false;
    this.listener.ready(this);
  }

  private failInit(result: InvocationResult): void {
    if (!this.isStarting) return;
    this.isStarting = false;
    this.cancelInitTimer();
    this.kill();
    this.listener.failed(this, result);
  }

  private finish(requestId: string, result: InvocationResult | undefined): void {
    const { running } = this;
    if (running?.work.request.requestId !== requestId) return;
    this.running = undefined;
    running.cancelTimer();
    running.work.done(result, performance.now() - running.startedAt);
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
    const requestId = this.running?.work.request.requestId;
    if (requestId !== undefined) {
      this.finish(requestId, wasTaken ? exited(requestId, code, signal) : undefined);
    }
    this.listener.ended(this);
  }
}
