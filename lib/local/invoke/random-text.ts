import { randomFillSync } from "node:crypto";

/** A buffer of random bytes: one system call is enough for hundreds of requests. */
const buffer = Buffer.allocUnsafe(8 * 1024);
let used = buffer.length;

/** Text with this many random bytes. */
export function randomText(bytes: number, encoding: "hex" | "base64" | "base64url"): string {
  if (used + bytes > buffer.length) {
    randomFillSync(buffer);
    used = 0;
  }
  const from = used;
  used += bytes;
  return buffer.toString(encoding, from, used);
}
