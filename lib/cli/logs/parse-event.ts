import { isRecord, onlyText } from "../../facts/text/record";
import type { InvokeEvent } from "../../local";
import { parseObject } from "../project/json";

export interface LoggedLine {
  readonly eventId: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly message: string;
}

type FunctionEvent = Extract<InvokeEvent, { readonly event: "log" | "function-error" }>;

/** Lines that Lambda writes about each invocation. */
const serviceLine =
  /^(?:(?:START|END|REPORT) RequestId: |(?:INIT_START|EXTENSION|RESTORE_START|RESTORE_REPORT)\b)/;
const nodeLine = /^\S+Z\t([0-9a-f-]{36}|undefined)\t([A-Z]+)\t([\s\S]*)$/;
/** The prefix of the Python runtime before a line of its logger. */
const pythonLine = /^\[([A-Z]+)\]\t\S+Z\t([0-9a-f-]{36})\t([\s\S]*)$/;
const timeOut = /^\S+Z ([0-9a-f-]{36}) (Task timed out after .*)$/;
const nodeError = /^(?:Invoke Error|Uncaught Exception|Unhandled Promise Rejection)\s*(\{[\s\S]*\})$/;

/** A line of a function as an event of the local server; undefined for Lambda's own lines about invocations. */
export function parseLogEvent(name: string, { timestamp, message }: LoggedLine): FunctionEvent | undefined {
  const text = message.replace(/\r?\n$/, "");
  const at = { function: name, timestamp: new Date(timestamp).toISOString() };
  const line = (requestId: string | undefined, level: string, content: string): FunctionEvent => ({
    event: "log",
    ...at,
    requestId,
    stream: /^(?:WARN|ERROR|FATAL|CRITICAL)/.test(level) ? "stderr" : "stdout",
    line: content,
  });
  const error = (requestId: string | undefined, details: Record<string, unknown>): FunctionEvent => ({
    event: "function-error",
    ...at,
    requestId: requestId ?? "",
    ...errorDetails(details),
  });
  if (serviceLine.test(text)) return undefined;
  const record = parseObject(text);
  if (record !== undefined) {
    const { type, level, message: content, requestId, AWSRequestId: other } = record;
    if (typeof type === "string" && type.startsWith("platform.")) return platformError(record, error);
    const id = onlyText(requestId) ?? onlyText(other);
    if (isRecord(content) && isError(content)) return error(id, content);
    if (isError(record)) return error(id, record);
    return line(id, onlyText(level) ?? "INFO", text);
  }
  const [, late, reason] = timeOut.exec(text) ?? [];
  if (late !== undefined) return error(late, { errorType: "Sandbox.Timedout", errorMessage: reason });
  const [, nodeId, nodeLevel = "", nodeText = ""] = nodeLine.exec(text) ?? [];
  if (nodeId !== undefined) {
    const id = nodeId === "undefined" ? undefined : nodeId;
    const thrown = parseObject(nodeError.exec(nodeText)?.[1] ?? "");
    return thrown === undefined ? line(id, nodeLevel, nodeText) : error(id, thrown);
  }
  const [, pythonLevel = "", pythonId, pythonText = ""] = pythonLine.exec(text) ?? [];
  return pythonId === undefined ? line(undefined, "INFO", text) : line(pythonId, pythonLevel, pythonText);
}

/** Lambda's only relevant JSON line is a timeout: other failures write their own errors. */
function platformError(
  { record }: Record<string, unknown>,
  error: (requestId: string | undefined, details: Record<string, unknown>) => FunctionEvent,
): FunctionEvent | undefined {
  if (!isRecord(record) || record.status !== "timeout") return undefined;
  const { durationMs } = isRecord(record.metrics) ? record.metrics : {};
  const seconds = typeof durationMs === "number" ? ` after ${(durationMs / 1000).toFixed(2)} seconds` : "";
  return error(onlyText(record.requestId), {
    errorType: "Sandbox.Timedout",
    errorMessage: `Task timed out${seconds}`,
  });
}

const isError = ({ errorType, errorMessage }: Record<string, unknown>): boolean =>
  typeof errorType === "string" && typeof errorMessage === "string";

function errorDetails(details: Record<string, unknown>) {
  const { errorType, errorMessage, stack, stackTrace, code } = details;
  const lines: readonly unknown[] = [stack, stackTrace].find(Array.isArray) ?? [];
  // The first line repeats type and message; the rest of the message follows.
  const [, ...ofMessage] = (onlyText(errorMessage) ?? "").split(/\r?\n/).map((each) => each.trim());
  const [first = "", ...rest] = lines.map((each) => String(each).trim());
  const others = rest.filter((each) => !ofMessage.includes(each));
  return {
    errorType: onlyText(errorType) ?? "Error",
    errorMessage: onlyText(errorMessage) ?? "",
    stack: first.startsWith("at ") || first.startsWith("File ") ? [first, ...others] : others,
    ...((typeof code === "string" || typeof code === "number") && { code }),
  };
}
