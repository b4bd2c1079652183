/**
 * An operation of a durable execution, with the names of the service. Times are milliseconds since 1970.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/api/API_Operation.html
 */
export interface DurableOperation {
  readonly Id: string;
  readonly ParentId?: string | undefined;
  readonly Name?: string | undefined;
  readonly Type: OperationType;
  readonly SubType?: string | undefined;
  readonly StartTimestamp: number;
  readonly EndTimestamp?: number;
  readonly Status: OperationStatus;
  readonly ExecutionDetails?: { readonly InputPayload: string };
  readonly ContextDetails?: OperationOutcome & { readonly ReplayChildren?: boolean | undefined };
  readonly StepDetails?: OperationOutcome & {
    readonly Attempt?: number;
    readonly NextAttemptTimestamp?: number;
  };
  readonly WaitDetails?: { readonly ScheduledEndTimestamp: number };
  readonly CallbackDetails?: OperationOutcome & { readonly CallbackId: string };
  readonly ChainedInvokeDetails?: OperationOutcome;
}

type OperationType = "EXECUTION" | "CONTEXT" | "STEP" | "WAIT" | "CALLBACK" | "CHAINED_INVOKE";

export type OperationStatus =
  | "STARTED"
  | "PENDING"
  | "READY"
  | "SUCCEEDED"
  | "FAILED"
  | "CANCELLED"
  | "TIMED_OUT"
  | "STOPPED";

/** An error as the service stores it. */
export interface DurableError {
  readonly ErrorMessage?: string | undefined;
  readonly ErrorType?: string | undefined;
  readonly ErrorData?: string | undefined;
  readonly StackTrace?: readonly string[] | undefined;
}

/** The result of an operation, or why it has none. */
export interface OperationOutcome {
  /** JSON text, or what the caller's serializer wrote. */
  readonly Result?: string | undefined;
  readonly Error?: DurableError | undefined;
}

/**
 * The report of a function about an operation.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/api/API_OperationUpdate.html
 */
export interface OperationUpdate {
  readonly Id: string;
  readonly ParentId?: string;
  readonly Name?: string;
  readonly Type: OperationType;
  readonly SubType?: string;
  readonly Action: "START" | "SUCCEED" | "FAIL" | "RETRY" | "CANCEL";
  readonly Payload?: string;
  readonly Error?: DurableError;
  readonly ContextOptions?: { readonly ReplayChildren?: boolean };
  readonly StepOptions?: { readonly NextAttemptDelaySeconds?: number };
  readonly WaitOptions?: { readonly WaitSeconds?: number };
  readonly CallbackOptions?: { readonly TimeoutSeconds?: number; readonly HeartbeatTimeoutSeconds?: number };
  readonly ChainedInvokeOptions?: { readonly FunctionName?: string };
}

const closed: readonly OperationStatus[] = ["SUCCEEDED", "FAILED", "CANCELLED", "TIMED_OUT", "STOPPED"];

export const isClosed = ({ Status }: Pick<DurableOperation, "Status">): boolean => closed.includes(Status);

/** An operation with its times in another form: ISO 8601 in events of functions, seconds in answers of the service. */
export function withTimes<Time>(operation: DurableOperation, write: (milliseconds: number) => Time): object {
  const { StartTimestamp, EndTimestamp, StepDetails, WaitDetails, ...rest } = operation;
  const next = StepDetails?.NextAttemptTimestamp;
  return {
    ...rest,
    StartTimestamp: write(StartTimestamp),
    ...(EndTimestamp !== undefined && { EndTimestamp: write(EndTimestamp) }),
    ...(StepDetails !== undefined && {
      StepDetails: { ...StepDetails, ...(next !== undefined && { NextAttemptTimestamp: write(next) }) },
    }),
    ...(WaitDetails !== undefined && {
      WaitDetails: { ScheduledEndTimestamp: write(WaitDetails.ScheduledEndTimestamp) },
    }),
  };
}

export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** As AWS's protocols for JSON write times. */
export const seconds = (milliseconds: number): number => milliseconds / 1000;

/** A refused update; the message is the service's. */
export class UpdateError extends Error {}

/** The actions of each type of operation. */
const actions: Readonly<Record<OperationType, readonly OperationUpdate["Action"][]>> = {
  EXECUTION: ["SUCCEED", "FAIL"],
  CONTEXT: ["START", "SUCCEED", "FAIL"],
  STEP: ["START", "SUCCEED", "FAIL", "RETRY"],
  WAIT: ["START", "CANCEL"],
  CALLBACK: ["START"],
  CHAINED_INVOKE: ["START", "CANCEL"],
};

/** Refuses an update that does not fit the known operations. */
export function checkUpdate(known: ReadonlyMap<string, DurableOperation>, update: OperationUpdate): void {
  const { Id, ParentId, Type, Action } = update;
  if (typeof Id !== "string" || Id === "") throw new UpdateError("DurableOperation update must have an Id.");
  const allowed = Object.hasOwn(actions, Type) ? actions[Type] : undefined;
  if (allowed === undefined) throw new UpdateError("Invalid operation type.");
  if (!allowed.includes(Action)) throw new UpdateError(`Invalid action for the operation type ${Type}.`);
  if (ParentId !== undefined && known.get(ParentId)?.Type !== "CONTEXT")
    throw new UpdateError("Invalid parent operation id.");
  const before = known.get(Id);
  if (before !== undefined && Type !== "EXECUTION" && before.Type !== Type)
    throw new UpdateError("Inconsistent operation type.");
  if (before !== undefined && isClosed(before)) throw new UpdateError("Invalid current operation status.");
  const isRestart = before?.Type === "STEP" && before.Status === "READY";
  if (before !== undefined && Action === "START" && !isRestart)
    throw new UpdateError("Invalid current operation status.");
  if (before === undefined && Action === "CANCEL")
    throw new UpdateError("Cannot cancel an operation that has not started.");
}

/** The operation after an update. */
export function updated(
  before: DurableOperation | undefined,
  update: OperationUpdate,
  now: number,
  callbackId: string,
): DurableOperation {
  const { Id, ParentId, Name, Type, SubType, Action } = update;
  const started: DurableOperation = before ?? {
    Id,
    ParentId,
    Name,
    Type,
    SubType,
    StartTimestamp: now,
    Status: "STARTED",
  };
  switch (Action) {
    case "START":
      return { ...started, Status: "STARTED", ...startDetails(update, now, callbackId) };
    case "RETRY":
      return {
        ...started,
        Status: "PENDING",
        StepDetails: {
          Attempt: (before?.StepDetails?.Attempt ?? 0) + 1,
          NextAttemptTimestamp: now + 1000 * (update.StepOptions?.NextAttemptDelaySeconds ?? 0),
          Result: update.Payload,
          Error: update.Error,
        },
      };
    case "CANCEL":
      return { ...started, Status: "CANCELLED", EndTimestamp: now };
    default:
      return {
        ...started,
        Status: Action === "SUCCEED" ? "SUCCEEDED" : "FAILED",
        EndTimestamp: now,
        ...endDetails(before, update),
      };
  }
}

function startDetails(update: OperationUpdate, now: number, callbackId: string): Partial<DurableOperation> {
  switch (update.Type) {
    case "WAIT":
      return { WaitDetails: { ScheduledEndTimestamp: now + 1000 * (update.WaitOptions?.WaitSeconds ?? 0) } };
    case "CALLBACK":
      return { CallbackDetails: { CallbackId: callbackId } };
    case "CONTEXT":
      return { ContextDetails: { ReplayChildren: update.ContextOptions?.ReplayChildren } };
    default:
      return {};
  }
}

function endDetails(
  before: DurableOperation | undefined,
  update: OperationUpdate,
): Partial<DurableOperation> {
  const { Payload: Result, Error, ContextOptions } = update;
  if (update.Type === "STEP")
    return { StepDetails: { Attempt: (before?.StepDetails?.Attempt ?? 0) + 1, Result, Error } };
  if (update.Type !== "CONTEXT") return {};
  const ReplayChildren = ContextOptions?.ReplayChildren ?? before?.ContextDetails?.ReplayChildren;
  return { ContextDetails: { ReplayChildren, Result, Error } };
}
