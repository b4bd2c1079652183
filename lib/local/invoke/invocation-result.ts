import { jsonOf } from "../../facts/text/json";
import type { ErrorDetails } from "./events";
import type { InvokeOutcome } from "./invocation";

export type InvocationResult =
  | { readonly kind: "response"; readonly payload: string }
  | {
      readonly kind: "error";
      readonly payload: string;
      /** For the log only. */
      readonly details?: ErrorDetails;
    };

export type FailedResult = Extract<InvocationResult, { readonly kind: "error" }>;

/** Lambda's limit for the payloads of a request and of a response: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
export const maxPayloadBytes = 6 * 1024 * 1024;

/** The largest response that Lambda accepts. Source: recorded answers of AWS, `test/local/recorded/lambda/failures.json` */
export const maxResponseBytes = maxPayloadBytes + 100;

/** An error that Lambda itself reports. */
export function errorResult(errorType: string, errorMessage: string): InvocationResult {
  return { kind: "error", payload: JSON.stringify({ errorType, errorMessage }) };
}

export const timedOut = (requestId: string, timeoutSeconds: number): InvocationResult =>
  errorResult(
    "Sandbox.Timedout",
    `RequestId: ${requestId} Error: Task timed out after ${timeoutSeconds.toFixed(2)} seconds`,
  );

export const tooLarge = (): InvocationResult =>
  errorResult(
    "Function.ResponseSizeTooLarge",
    `Response payload size exceeded maximum allowed payload size (${maxResponseBytes} bytes).`,
  );

export function exited(requestId: string, code: number | null, signal: string | null): InvocationResult {
  const how =
    signal !== null
      ? ` with error: signal: ${signalNames[signal] ?? signal}`
      : ` with error: exit status ${code}`;
  const reason = code === 0 ? " without providing a reason" : how;
  return errorResult("Runtime.ExitError", `RequestId: ${requestId} Error: Runtime exited${reason}`);
}

/** The last result of requests that were waiting when the engine stopped. */
export const stopped = (requestId: string): InvocationResult =>
  errorResult("Runtime.Stopped", `RequestId: ${requestId} Error: the local server is stopping`);

/**
 * Lambda names signals as Go does.
 *
 * Sources: https://github.com/golang/go (src/syscall/zerrors_linux_amd64.go), and answers of Lambda in
 * https://github.com/awslabs/aws-lambda-cpp/issues/142 and https://github.com/awslabs/swift-aws-lambda-runtime/issues/323
 */
const signalNames: Readonly<Record<string, string>> = {
  SIGABRT: "aborted",
  SIGBUS: "bus error",
  SIGFPE: "floating point exception",
  SIGHUP: "hangup",
  SIGILL: "illegal instruction",
  SIGINT: "interrupt",
  SIGKILL: "killed",
  SIGPIPE: "broken pipe",
  SIGQUIT: "quit",
  SIGSEGV: "segmentation fault",
  SIGTERM: "terminated",
  SIGTRAP: "trace/breakpoint trap",
};

export function outcomeOf(
  { kind, payload }: InvocationResult,
  requestId: string,
  durationMs: number,
  bytes?: Buffer,
): InvokeOutcome {
  if (kind === "response") {
    return { status: "ok", requestId, payload, durationMs, ...(bytes !== undefined && { bytes }) };
  }
  const { errorType, errorMessage } = errorOf(payload);
  return { status: "error", requestId, payload, errorType, errorMessage, durationMs };
}

/** Reads the payload of an error. Each runtime uses a different property for the stack. */
export function errorOf(payload: string) {
  const given = Object(jsonOf(payload)) as Readonly<Record<string, unknown>>;
  const lines = [given.trace, given.stackTrace].find(Array.isArray) ?? [];
  return {
    errorType: typeof given.errorType === "string" ? given.errorType : "Error",
    errorMessage: typeof given.errorMessage === "string" ? given.errorMessage : payload.slice(0, 1000),
    /** Lines of the stack, including the message. */
    trace: lines.flatMap((line: unknown) => String(line).trimEnd().split("\n")),
  };
}
