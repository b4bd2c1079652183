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

export type OperationType = "EXECUTION" | "CONTEXT" | "STEP" | "WAIT" | "CALLBACK" | "CHAINED_INVOKE";

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
