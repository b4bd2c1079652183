import { isObject, parseObject } from "../project/json";

/** A line of Lambda itself about an invocation: its beginning, or its end. */
export interface ServiceLine {
  readonly requestId: string;
  readonly isEnd: boolean;
  readonly durationMs?: number;
  /** Whether the environment was started for it. */
  readonly isCold?: boolean;
  readonly hasFailed?: boolean;
}

const textLine = /^(START|REPORT) RequestId: ([0-9a-f-]{36})\b/;

/**
 * Reads a line of Lambda itself; undefined for any other line.
 *
 * Sources: https://docs.aws.amazon.com/lambda/latest/dg/nodejs-logging.html for text,
 * https://docs.aws.amazon.com/lambda/latest/dg/telemetry-schema-reference.html for JSON
 */
export function parseServiceLine(message: string): ServiceLine | undefined {
  const [, word, requestId] = textLine.exec(message) ?? [];
  if (word === "START" && requestId !== undefined) return { requestId, isEnd: false };
  if (requestId !== undefined) return reportOf(requestId, message);
  return platformLine(message);
}

function reportOf(requestId: string, message: string): ServiceLine {
  const [, duration = ""] = /\tDuration: ([\d.]+) ms/.exec(message) ?? [];
  return {
    requestId,
    isEnd: true,
    ...(duration !== "" && { durationMs: Number(duration) }),
    isCold: message.includes("\tInit Duration: "),
    hasFailed: /\tStatus: (?:error|timeout|failure)/.test(message),
  };
}

function platformLine(message: string): ServiceLine | undefined {
  const { type, record } = parseObject(message) ?? {};
  if (!isObject(record) || typeof record.requestId !== "string") return undefined;
  const { requestId, status } = record;
  if (type === "platform.start") return { requestId, isEnd: false };
  if (type !== "platform.report") return undefined;
  const { durationMs, initDurationMs } = isObject(record.metrics) ? record.metrics : {};
  return {
    requestId,
    isEnd: true,
    ...(typeof durationMs === "number" && { durationMs }),
    isCold: initDurationMs !== undefined,
    hasFailed: typeof status === "string" && status !== "success",
  };
}
