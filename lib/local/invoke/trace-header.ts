import { randomText } from "./random-text";

/**
 * A new trace header, as API Gateway sends it in `x-amzn-trace-id`.
 *
 * Source: https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html#xray-concepts-traceids
 */
export function traceHeader(nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000)
    .toString(16)
    .padStart(8, "0");
  return `Root=1-${seconds}-${randomText(12, "hex")}`;
}

/**
 * A new trace header, as Lambda passes it to a function. It marks the request as not traced.
 *
 * SDKs send it with each of the function's calls, in `x-amzn-trace-id`.
 *
 * @param parent - 16 hexadecimal digits; the default is random
 */
export function functionTraceHeader(nowMs: number, parent = randomText(8, "hex")): string {
  return `${traceHeader(nowMs)};Parent=${parent};Sampled=0`;
}

/** The parent in a trace header; undefined without one. */
export function traceParent(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /(?:^|;)Parent=([0-9a-f]{16})(?:;|$)/.exec(header)?.[1];
}
