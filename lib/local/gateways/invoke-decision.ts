import { type Decision, evaluatePolicy, type PolicyDocumentStatement } from "../../model";

/** Whether a policy allows invoking a route or method, by its ARN. */
export function invokeDecision(
  policy: readonly PolicyDocumentStatement[],
  resource: string,
  principal?: string,
): Decision {
  return evaluatePolicy(policy, { action: "execute-api:Invoke", resource, principal });
}
