import { randomFillSync } from "node:crypto";

const idBytes = 11;
/** Random bytes are generated in bulk, so that one system call serves hundreds of requests. */
const pool = Buffer.allocUnsafe(idBytes * 512);
let used = pool.length;

function draw(bytes: number): number {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const from = used;
  used += bytes;
  return from;
}

/** A request id in API Gateway's format: `JKJaXmPLvHcESHA=`. */
export function gatewayRequestId(): string {
  const from = draw(idBytes);
  return `${pool.toString("base64url", from, from + idBytes)}=`;
}

/**
 * A trace header for `x-amzn-trace-id`, which all integrations receive.
 *
 * Source: https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html#xray-concepts-traceids
 */
export function traceHeader(nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000)
    .toString(16)
    .padStart(8, "0");
  return `Root=1-${seconds}-${randomHex(12)}`;
}

/** A trace header for functions, with sampling off. */
export function functionTraceHeader(nowMs: number): string {
  return `${traceHeader(nowMs)};Parent=${randomHex(8)};Sampled=0`;
}

function randomHex(bytes: number): string {
  const from = draw(bytes);
  return pool.toString("hex", from, from + bytes);
}
