import { resourceTypes, secondCreation } from "../../../facts/aws/resource-types";
import { isObject } from "../../project/json";
import type { ChangedValues } from "./planned-changes";

/**
 * Whether a resource holds nothing, because its creation was interrupted: by Ctrl-C, expired credentials or a failure.
 *
 * Terraform marks it as tainted, as `terraform taint` and a failed provisioner do with a complete one. The two differ in the state: the
 * provider reads the resource at the end of its creation, and nothing that depends on it was created before that.
 */
export function isEmpty({ type, isTainted, isReferred, stored }: ChangedValues): boolean {
  const { completeWith = "arn", isAlwaysReferred = false } = resourceTypes[type]?.holding ?? {};
  return isTainted && (!isFilled(stored[completeWith]) || (isAlwaysReferred && !isReferred));
}

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

/**
 * The addresses of tainted resources that a plan creates again before it destroys them, although AWS has one of the name: the creation
 * would return or overwrite that, or be refused. Terraform orders the parts of a REST API so, and what a caller has given the order.
 *
 * @param plan - the JSON form of a plan
 */
export function createdTwice(plan: unknown): readonly string[] {
  const changes = isObject(plan) && Array.isArray(plan.resource_changes) ? plan.resource_changes : [];
  return changes.filter(isObject).flatMap(({ address, type, action_reason: reason, change }) => {
    if (reason !== "replace_because_tainted" || !isObject(change)) return [];
    const isFirst = Array.isArray(change.actions) && change.actions.join() === "create,delete";
    const again = secondCreation(String(type), isObject(change.before) ? change.before : {});
    return isFirst && (again === "taken" || again === "refused") ? [String(address)] : [];
  });
}
