import { createHash } from "node:crypto";

/** The SHA-256 of a text, in hexadecimal digits. */
export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The first hexadecimal digits of a text's SHA-256, for names that must be unique and stable. */
export function shortHash(text: string, digits = 8): string {
  return hashOf(text).slice(0, digits);
}
