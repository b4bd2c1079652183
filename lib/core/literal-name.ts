import { Token } from "cdktf";

/** The name of a created or existing object when it is known already; undefined for one that AWS chooses. */
export function literalName(name: unknown): string | undefined {
  return typeof name === "string" && name !== "" && !Token.isUnresolved(name) ? name : undefined;
}
