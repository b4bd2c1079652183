import * as crypto from "node:crypto";

// From Node.js 20.12 on. An object for each of thousands of short texts takes several times as long.
const { hash } = crypto as { readonly hash?: typeof crypto.hash | undefined };

/** The SHA-256 of a text, in hexadecimal digits. */
export const hashOf = (text: string): string =>
  hash?.("sha256", text) ?? crypto.createHash("sha256").update(text).digest("hex");

/** The first hexadecimal digits of a text's SHA-256, for names that must be unique and stable. */
export function shortHash(text: string, digits = 8): string {
  return hashOf(text).slice(0, digits);
}
