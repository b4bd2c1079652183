import { Token } from "cdktf";

/**
 * Whether a value is a token of CDKTF, or a text that contains one: the same as `Token.isUnresolved`.
 *
 * CDKTF compiles a pattern for each text and for each key of an object. Each function has hundreds of checks, and few props are
 * tokens.
 */
export function isUnresolved(value: unknown): boolean {
  return mayBeToken(value) && Token.isUnresolved(value);
}

function mayBeToken(value: unknown): boolean {
  switch (typeof value) {
    case "string":
      return value.includes("{TfToken[");
    case "number":
      return !Number.isSafeInteger(value);
    case "object":
      return value !== null && mayBeObjectOfToken(value);
    case "boolean":
    case "undefined":
      return false;
    default:
      return true;
  }
}

function mayBeObjectOfToken(value: object): boolean {
  if (Array.isArray(value) || "resolve" in value) return true;
  for (const key of Object.keys(value)) if (key.includes("{TfToken[")) return true;
  return false;
}

/** The name of an object if it is known at synthesis; undefined if AWS chooses it or it is a reference. */
export function literalName(name: unknown): string | undefined {
  return typeof name === "string" && name !== "" && !isUnresolved(name) ? name : undefined;
}
