import type { ChangedValues } from "./planned-changes";

/**
 * Whether a resource holds nothing, because its creation was interrupted: by Ctrl-C, expired credentials or a failure.
 *
 * Terraform marks it as tainted, as `terraform taint` and a failed provisioner do with a complete one. The two differ in the state: a
 * provider writes what AWS decides, the ARN above all, when it reads the resource at the end of its creation. Nothing that depends on
 * the resource was created before that, so that nobody has written to it.
 */
export function isEmpty({ isTainted, stored, unknown }: ChangedValues): boolean {
  if (!isTainted) return false;
  if ("arn" in stored || unknown.arn === true) return !isFilled(stored.arn);
  const decidedByAws = Object.keys(unknown).filter(
    (name) => unknown[name] === true && !alwaysKnown.has(name),
  );
  return decidedByAws.length > 0 && !decidedByAws.some((name) => isFilled(stored[name]));
}

/** Providers write the id as soon as there is one, and tags before that. */
const alwaysKnown: ReadonlySet<string> = new Set(["id", "tags_all"]);

function isFilled(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(isFilled);
  return value !== undefined && value !== null && value !== "" && value !== 0 && value !== false;
}
