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

/** A new trace header, as Lambda gives it to a function. It says that the request is not traced. */
export function functionTraceHeader(nowMs: number): string {
  return `${traceHeader(nowMs)};Parent=${randomText(8, "hex")};Sampled=0`;
}
