import { resourceTypes } from "../../../aws/resource-types";
import type { ChangedValues } from "./planned-changes";

/**
 * Whether a resource holds nothing, because its creation was interrupted: by Ctrl-C, expired credentials or a failure.
 *
 * Terraform marks it as tainted, as `terraform taint` and a failed provisioner do with a complete one. The two differ in the state: the
 * provider reads the resource at the end of its creation, and nothing that depends on it was created before that.
 */
export function isEmpty({ type, isTainted, stored }: ChangedValues): boolean {
  const { completeWith = "arn" } = resourceTypes[type]?.holding ?? {};
  return isTainted && !isFilled(stored[completeWith]);
}

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== "";
