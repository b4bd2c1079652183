import { type Decision, evaluatePolicy } from "../../model/iam/evaluate";
import type { PolicyDocumentStatement } from "../../model/iam/policy-document";

/** Whether a policy allows invoking a route or method, by its ARN. */
export function invokeDecision(
  policy: readonly PolicyDocumentStatement[],
  resource: string,
  principal?: string,
): Decision {
  return evaluatePolicy(policy, { action: "execute-api:Invoke", resource, principal });
}
