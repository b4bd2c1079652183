import { type DurableOperation, isClosed, type OperationType, type OperationUpdate } from "./operation";

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
