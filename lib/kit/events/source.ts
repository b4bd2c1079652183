import type { IConstruct } from "constructs";
import { Stack } from "../app/stack";
import { type PolicySource, sourceArn } from "../iam/policy-source";
import { type HasResourcePolicy, resourcePolicy } from "../iam/resource-policy";

/** Refuses a source that the policy of a resource in another stack could not name; changes nothing. */
export function checkSource(resource: IConstruct & HasResourcePolicy, source: PolicySource): void {
  if (!resource[resourcePolicy].isForeign) sourceArn(Stack.of(resource), source);
}
