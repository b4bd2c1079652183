import type { InvokeOutcome } from "./invocation";

/** How a process answered one invocation. */
export type Answer =
  | { readonly kind: "response"; readonly payload: string }
  | { readonly kind: "error"; readonly payload: string };

interface LambdaError {
  readonly errorType: string;
  readonly errorMessage: string;
  /** Lines of the stack, the message included. */
  readonly trace: readonly string[];
}

/** The most that a function may answer, and be asked: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
export const maxPayloadBytes = 6 * 1024 * 1024;

/** An error that Lambda itself makes, as the payload of an invocation. */
export function errorAnswer(errorType: string, errorMessage: string): Answer {
  return { kind: "error", payload: JSON.stringify({ errorType, errorMessage }) };
}

export const timedOut = (requestId: string, timeoutSeconds: number): Answer =>
  errorAnswer(
    "Sandbox.Timedout",
    `RequestId: ${requestId} Error: Task timed out after ${timeoutSeconds.toFixed(2)} seconds`,
  );

export const tooLarge = (): Answer =>
  errorAnswer(
    "Function.ResponseSizeTooLarge",
    `Response payload size exceeded maximum allowed payload size (${maxPayloadBytes} bytes).`,
  );

export function exited(requestId: string, code: number | null, signal: string | null): Answer {
  const how =
    signal !== null ? ` with error: signal: ${signalName(signal)}` : ` with error: exit status ${code}`;
  const reason = code === 0 ? " without providing a reason" : how;
  return errorAnswer("Runtime.ExitError", `RequestId: ${requestId} Error: Runtime exited${reason}`);
}

const signalName = (signal: string): string => (signal === "SIGKILL" ? "killed" : signal.toLowerCase());

export function outcomeOf(answer: Answer, requestId: string, durationMs: number): InvokeOutcome {
  if (answer.kind === "response") return { status: "ok", requestId, payload: answer.payload, durationMs };
  const { errorType, errorMessage } = errorOf(answer.payload);
  return { status: "error", requestId, payload: answer.payload, errorType, errorMessage, durationMs };
}

/** Reads the payload of an error; every runtime writes its stack under another name. */
export function errorOf(payload: string): LambdaError {
  const given = parse(payload);
  const lines = [given.trace, given.stackTrace].find(Array.isArray) ?? [];
  return {
    errorType: typeof given.errorType === "string" ? given.errorType : "Error",
    errorMessage: typeof given.errorMessage === "string" ? given.errorMessage : payload.slice(0, 1000),
    trace: lines.flatMap((line: unknown) => String(line).trimEnd().split("\n")),
  };
}

function parse(payload: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(payload);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
