import { randomBytes } from "node:crypto";

/** A name for the log stream of one process, in Lambda's form: `2026/08/01/[$LATEST]0f3a...`. */
export function logStreamName(nowMs: number): string {
  const day = new Date(nowMs).toISOString().slice(0, 10).replaceAll("-", "/");
  return `${day}/[$LATEST]${randomBytes(16).toString("hex")}`;
}
