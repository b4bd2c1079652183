import { createHash } from "node:crypto";

/** The first hexadecimal digits of a text's SHA-256, for names that must be unique and stable. */
export function shortHash(text: string, digits = 8): string {
  return createHash("sha256").update(text).digest("hex").slice(0, digits);
}
