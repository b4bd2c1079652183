import { isUnresolved } from "./unresolved";

/** The name of an object if it is known at synthesis; undefined if AWS chooses it or it is a reference. */
export function literalName(name: unknown): string | undefined {
  return typeof name === "string" && name !== "" && !isUnresolved(name) ? name : undefined;
}
