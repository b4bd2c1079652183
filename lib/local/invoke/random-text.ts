import { randomFillSync } from "node:crypto";

/** Random bytes come from a buffer: one system call is enough for hundreds of requests. */
const buffer = Buffer.allocUnsafe(8 * 1024);
let used = buffer.length;

/** Text of this number of random bytes. */
export function randomText(bytes: number, encoding: "hex" | "base64" | "base64url"): string {
  if (used + bytes > buffer.length) {
    randomFillSync(buffer);
    used = 0;
  }
  const from = used;
  used += bytes;
  return buffer.toString(encoding, from, used);
}
