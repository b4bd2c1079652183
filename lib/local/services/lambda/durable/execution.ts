import { randomUUID } from "node:crypto";
import { jsonOf } from "../../../../facts/text/json";
import { isValues } from "../../../../model";
import {
  contained,
  type Functions,
  type InvokeOutcome,
  type InvokeRequest,
  inBackground,
  type Timers,
} from "../../../invoke";
import {
  checkUpdate,
  type DurableError,
  type DurableOperation,
  isClosed,
  isoTime,
  type OperationOutcome,
  type OperationStatus,
  type OperationUpdate,
  UpdateError,
  updated,
  withTimes,
} from "./operations";

/** The whole state of an execution, as JSON, so that it can continue after a restart. */
export interface ExecutionState extends OperationOutcome {
  readonly id: string;
  readonly arn: string;
  readonly name: string;
  /** As it was invoked. */
  readonly functionArn: string;
  /** Name of the function. */
  readonly functionName: string;
  readonly payload: string;
  readonly source: string;
  readonly timeoutSeconds: number;
  readonly retentionDays: number;
  readonly startedAt: number;
  readonly endedAt?: number | undefined;
  readonly status: "RUNNING" | "SUCCEEDED" | "FAILED" | "TIMED_OUT" | "STOPPED";
  readonly operations: readonly DurableOperation[];
  /** When callbacks time out, by their operation. */
  readonly deadlines: Readonly<Record<string, CallbackDeadline>>;
}

interface CallbackDeadline {
  readonly endsAt?: number | undefined;
  readonly heartbeatSeconds?: number | undefined;
  readonly beatAt: number;
}

export interface ExecutionContext {
  /** Runs one invocation of the handler. */
  readonly runs: Pick<Functions, "invoke">;
  /** Calls functions for `context.invoke`, which may be durable themselves. */
  readonly calls: Pick<Functions, "invoke">;
  readonly clock: Timers;
  readonly tell: (text: string) => void;
  /** Called after each change. */
  readonly changed: (state: ExecutionState) => void;
}

/** How often an invocation that fails as a whole is repeated; what has been done in steps is not done again. */
const repeatDelaysMs = [1000, 2000] as const;

/** The part of the history in an event; the function asks for the rest. An event has at most 6 MB. */
const pageBytes = 3 * 1024 * 1024;

/** One execution of a durable function: a sequence of invocations, with their completed and waiting operations. */
export class DurableExecution {
  readonly ended: Promise<ExecutionState>;
  private readonly operations: Map<string, DurableOperation>;
  private readonly timers = new Map<string, () => void>();
  private readonly resolve: (state: ExecutionState) => void;
  /** Valid tokens belong to the invocation that runs. */
  private invocation = "";
  /** Whether something has changed that the running invocation may not have seen. */
  private hasNews = false;
  private wake: (() => void) | undefined;

  constructor(
    private current: ExecutionState,
    private readonly context: ExecutionContext,
  ) {
    this.operations = new Map(current.operations.map((each) => [each.Id, each]));
    let resolve: (state: ExecutionState) => void = () => {};
    this.ended = new Promise((done) => {
      resolve = done;
    });
    this.resolve = (state) => resolve(state);
  }

  get state(): ExecutionState {
    return { ...this.current, operations: [...this.operations.values()] };
  }

  /** Begins, or continues after a restart. */
  start(request: Partial<InvokeRequest>): void {
    const { startedAt, timeoutSeconds } = this.current;
    this.at("execution", startedAt + 1000 * timeoutSeconds, () => {
      const ErrorMessage = `The execution timed out after ${timeoutSeconds} seconds.`;
      this.finish("TIMED_OUT", { Error: { ErrorType: "ExecutionTimedOut", ErrorMessage } });
    });
    for (const operation of this.operations.values()) this.schedule(operation);
    inBackground("durable execution", this.run(request));
  }

  /** Ends it where it is, without a result. */
  stop(
    Error: DurableError = { ErrorType: "ExecutionStopped", ErrorMessage: "The execution was stopped." },
  ): void {
    this.finish("STOPPED", { Error });
  }

  /** Forgets its timers when the server stops. */
  leave(): void {
    for (const cancel of this.timers.values()) cancel();
    this.timers.clear();
    this.invocation = "";
  }

  /** Takes the updates of a function; returns the next token. Throws `UpdateError`. */
  checkpoint(token: string, updates: readonly OperationUpdate[]): string {
    this.checkToken(token);
    const { clock } = this.context;
    // Everything is checked before anything is taken.
    const trial = new Map(this.operations);
    for (const update of updates) {
      checkUpdate(trial, update);
      const callbackId = callbackIdOf(this.current.id, update.Id);
      trial.set(update.Id, updated(trial.get(update.Id), update, clock.now(), callbackId));
    }
    for (const update of updates) this.take(update, trial.get(update.Id));
    this.save();
    return this.nextToken();
  }

  /** Operations from a position on. Throws `UpdateError`. */
  page(token: string, marker: string | undefined, maxItems: number) {
    this.checkToken(token);
    return pageOf([...this.operations.values()], Number(marker ?? 0), maxItems);
  }

  /** Ends a callback. Returns false if it has ended already. */
  completeCallback(operationId: string, Status: OperationStatus, outcome: OperationOutcome): boolean {
    const operation = this.operations.get(operationId);
    if (operation?.CallbackDetails === undefined || isClosed(operation) || this.isOver) return false;
    const CallbackDetails = { ...operation.CallbackDetails, ...outcome };
    this.close({ ...operation, Status, CallbackDetails });
    return true;
  }

  /** Returns false if the callback has ended already. */
  heartbeat(operationId: string): boolean {
    const operation = this.operations.get(operationId);
    const deadline = this.current.deadlines[operationId];
    if (operation === undefined || isClosed(operation) || this.isOver) return false;
    if (deadline !== undefined)
      this.setDeadline(operation, { ...deadline, beatAt: this.context.clock.now() });
    this.save();
    return true;
  }

  private get isOver(): boolean {
    return this.current.status !== "RUNNING";
  }

  private async run(request: Partial<InvokeRequest>): Promise<void> {
    let failures = 0;
    while (!this.isOver) {
      this.hasNews = false;
      const invocation = randomUUID();
      this.invocation = invocation;
      const outcome = await this.context.runs.invoke({
        ...request,
        functionArn: this.current.functionArn,
        source: this.current.source,
        payload: this.event(),
      });
      // The server stops, or the execution has already ended.
      if (this.isOver || this.invocation !== invocation) return;
      const answer = answerOf(outcome);
      if (answer.status === "CRASHED") {
        const delay = repeatDelaysMs[failures];
        failures += 1;
        if (delay === undefined || outcome.status === "refused") return this.finish("FAILED", answer);
        await this.news(() => this.at("repeat", this.context.clock.now() + delay, () => this.announce()));
      } else if (answer.status === "PENDING") {
        failures = 0;
        const waits = this.waitsFor();
        if (waits.length === 0 && !this.hasNews)
          return this.finish("FAILED", failed("Cannot return PENDING status with no pending operations."));
        if (!this.hasNews) {
          this.context.tell(
            `The execution ${this.current.name} of ${this.current.functionName} waits ${waits.join(", and ")}.`,
          );
          await this.news();
        }
      } else return this.finish(answer.status, answer);
    }
  }

  /** Resolves at the next change that does not come from the function. */
  private news(prepare?: () => void): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
      prepare?.();
    });
  }

  private announce(): void {
    this.hasNews = true;
    const { wake } = this;
    this.wake = undefined;
    wake?.();
  }

  private event(): string {
    const { Operations, NextMarker } = pageOf([...this.operations.values()], 0, Number.POSITIVE_INFINITY);
    return JSON.stringify({
      DurableExecutionArn: this.current.arn,
      CheckpointToken: this.nextToken(),
      InitialExecutionState: {
        Operations: Operations.map((each) => withTimes(each, isoTime)),
        ...(NextMarker !== undefined && { NextMarker }),
      },
    });
  }

  private nextToken(): string {
    return Buffer.from(JSON.stringify([this.invocation, randomUUID()])).toString("base64url");
  }

  private checkToken(token: string): void {
    const [invocation] = [jsonOf(Buffer.from(String(token), "base64url").toString())].flat();
    if (this.isOver || invocation !== this.invocation || this.invocation === "")
      throw new UpdateError("Invalid checkpoint token");
  }

  private take(update: OperationUpdate, operation: DurableOperation | undefined): void {
    if (operation === undefined) return;
    if (update.Type === "EXECUTION") {
      const { Payload: Result, Error } = update;
      this.finish(update.Action === "SUCCEED" ? "SUCCEEDED" : "FAILED", { Result, Error });
      return;
    }
    this.operations.set(operation.Id, operation);
    const { TimeoutSeconds, HeartbeatTimeoutSeconds } = update.CallbackOptions ?? {};
    if (update.Type === "CALLBACK") {
      const now = this.context.clock.now();
      this.setDeadline(operation, {
        endsAt: TimeoutSeconds ? now + 1000 * TimeoutSeconds : undefined,
        heartbeatSeconds: HeartbeatTimeoutSeconds || undefined,
        beatAt: now,
      });
    }
    if (update.Type === "CHAINED_INVOKE" && update.Action === "START") this.call(update, operation.Id);
    this.schedule(operation);
  }

  private setDeadline(operation: DurableOperation, deadline: CallbackDeadline): void {
    const deadlines = { ...this.current.deadlines, [operation.Id]: deadline };
    this.current = { ...this.current, deadlines };
    this.schedule(operation);
  }

  /** Sets the timer of an operation that continues by itself; removes the one of another. */
  private schedule(operation: DurableOperation): void {
    const { Id, Status, WaitDetails, StepDetails, CallbackDetails } = operation;
    this.timers.get(Id)?.();
    this.timers.delete(Id);
    if (isClosed(operation)) return;
    if (WaitDetails !== undefined) {
      this.at(Id, WaitDetails.ScheduledEndTimestamp, () => this.close({ ...operation, Status: "SUCCEEDED" }));
    }
    const { NextAttemptTimestamp } = StepDetails ?? {};
    if (Status === "PENDING" && NextAttemptTimestamp !== undefined)
      this.at(Id, NextAttemptTimestamp, () => this.put({ ...operation, Status: "READY" }));
    if (CallbackDetails === undefined) return;
    const { endsAt, heartbeatSeconds, beatAt = 0 } = this.current.deadlines[Id] ?? {};
    const beatEnds = heartbeatSeconds === undefined ? undefined : beatAt + 1000 * heartbeatSeconds;
    const ends = [endsAt, beatEnds].filter((each) => each !== undefined).sort((a, b) => a - b)[0];
    if (ends === undefined) return;
    const ErrorMessage = ends === endsAt ? "Callback timed out" : "Callback timed out on heartbeat";
    this.at(Id, ends, () => this.completeCallback(Id, "TIMED_OUT", { Error: { ErrorMessage } }));
  }

  /** Calls another function, for `context.invoke`. */
  private call({ ChainedInvokeOptions, Payload }: OperationUpdate, id: string): void {
    const functionArn = ChainedInvokeOptions?.FunctionName ?? "";
    const source = `execution ${this.current.name}`;
    inBackground(
      "durable execution",
      this.context.calls.invoke({ functionArn, source, payload: Payload ?? "{}" }).then((outcome) => {
        const operation = this.operations.get(id);
        if (operation === undefined || isClosed(operation) || this.isOver) return;
        const details: OperationOutcome =
          outcome.status === "ok" ? { Result: outcome.payload } : { Error: errorOf(outcome) };
        const Status = outcome.status === "ok" ? "SUCCEEDED" : "FAILED";
        this.close({ ...operation, Status, ChainedInvokeDetails: details });
      }),
    );
  }

  private close(operation: DurableOperation): void {
    this.put({ ...operation, EndTimestamp: this.context.clock.now() });
  }

  /** Something has changed without the function. */
  private put(operation: DurableOperation): void {
    this.operations.set(operation.Id, operation);
    this.schedule(operation);
    this.save();
    this.announce();
  }

  private at(key: string, time: number, run: () => void): void {
    this.timers.get(key)?.();
    const { clock } = this.context;
    const cancel = clock.after(
      Math.max(0, time - clock.now()),
      contained("durable execution", () => {
        this.timers.delete(key);
        run();
      }),
    );
    this.timers.set(key, cancel);
  }

  /** The operations that it waits for, in words. */
  private waitsFor(): readonly string[] {
    return [...this.operations.values()].flatMap((operation) => {
      const { Status, WaitDetails, StepDetails, CallbackDetails, Type } = operation;
      if (isClosed(operation)) return [];
      if (WaitDetails !== undefined) return [`until ${isoTime(WaitDetails.ScheduledEndTimestamp)}`];
      if (CallbackDetails !== undefined) return [`for the callback ${CallbackDetails.CallbackId}`];
      if (Type === "CHAINED_INVOKE") return ["for another function"];
      if (Status === "PENDING" && StepDetails?.NextAttemptTimestamp !== undefined)
        return [`until ${isoTime(StepDetails.NextAttemptTimestamp)} to repeat a step`];
      return Status === "READY" ? ["to repeat a step"] : [];
    });
  }

  private finish(status: ExecutionState["status"], { Result, Error }: OperationOutcome): void {
    if (this.isOver) return;
    this.leave();
    this.current = { ...this.current, status, endedAt: this.context.clock.now(), Result, Error };
    this.save();
    this.wake?.();
    this.resolve(this.state);
  }

  private save(): void {
    this.context.changed(this.state);
  }
}

/** Names the execution and the operation, so that the service finds both. */
function callbackIdOf(executionId: string, operationId: string): string {
  return Buffer.from(JSON.stringify([executionId, operationId])).toString("base64url");
}

function pageOf(operations: readonly DurableOperation[], from: number, maxItems: number) {
  const Operations: DurableOperation[] = [];
  let bytes = 0;
  for (const operation of operations.slice(from)) {
    bytes += Buffer.byteLength(JSON.stringify(operation));
    if (Operations.length > 0 && (bytes > pageBytes || Operations.length >= maxItems)) break;
    Operations.push(operation);
  }
  const next = from + Operations.length;
  return { Operations, NextMarker: next < operations.length ? String(next) : undefined };
}

type Answer = OperationOutcome & { readonly status: "SUCCEEDED" | "FAILED" | "PENDING" | "CRASHED" };

const failed = (ErrorMessage: string): OperationOutcome => ({
  Error: { ErrorType: "InvalidOutput", ErrorMessage },
});

/** The answer of the SDK in the function to an invocation. */
function answerOf(outcome: InvokeOutcome): Answer {
  if (outcome.status !== "ok") return { status: "CRASHED", Error: errorOf(outcome) };
  const answer = jsonOf(outcome.payload);
  const { Status, Result, Error } = isValues(answer) ? answer : {};
  if (Status === "PENDING") return { status: Status };
  if (Status === "SUCCEEDED")
    return { status: Status, Result: typeof Result === "string" ? Result : undefined };
  if (Status === "FAILED") return { status: Status, Error: isValues(Error) ? (Error as DurableError) : {} };
  return {
    status: "FAILED",
    ...failed(
      "The function is durable, but its handler is not: wrap it by withDurableExecution of the durable execution SDK.",
    ),
  };
}

function errorOf(outcome: Exclude<InvokeOutcome, { status: "ok" }>): DurableError {
  if (outcome.status === "refused")
    return { ErrorType: "ResourceNotFoundException", ErrorMessage: outcome.reason };
  return { ErrorType: outcome.errorType, ErrorMessage: outcome.errorMessage };
}
