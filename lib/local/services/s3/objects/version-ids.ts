import { createHash, randomBytes } from "node:crypto";
import { noVersion } from "./stored-object";

let lastOrder = 0;

/**
 * A new version id. It begins with its place in the order of versions, so that a list continues behind a version that is deleted
 * in between, and ends with a digest, so that an id that was never given is known.
 */
export function newVersionId(): string {
  lastOrder = Math.max(lastOrder + 1, Date.now() * 1000);
  const text = lastOrder.toString(16).padStart(14, "0") + randomBytes(5).toString("hex");
  return text + digestOf(text);
}

/** Whether a text is a version id that may have been given, though its version may be deleted. */
export function isVersionId(text: string): boolean {
  return text === noVersion || (text.length === 32 && digestOf(text.slice(0, 24)) === text.slice(24));
}

/** Whether a version was written before another one; the version of objects without versions has no place in the order. */
export function isOlder(one: string, other: string): boolean {
  return isVersionId(one) && isVersionId(other) && one !== noVersion && other !== noVersion && one < other;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
