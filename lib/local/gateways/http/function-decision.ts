import { type PolicyDocumentStatement, parsePolicyDocument } from "../../iam/policy-document";
import { jsonOf } from "../../json";
import { isValues } from "../../model/values";

/** The answer of a function authorizer; cached for the authorizer's time to live. */
export interface HttpFunctionDecision {
  /** Whether every request is allowed; undefined when `policy` decides. */
  readonly isAuthorized: boolean | undefined;
  readonly policy: readonly PolicyDocumentStatement[];
  readonly principalId: string | undefined;
  readonly context: Readonly<Record<string, unknown>> | null;
}

/** Reads an authorizer's answer; undefined when its format is invalid. */
export function readHttpDecision(payload: string, simple: boolean): HttpFunctionDecision | undefined {
  const answer = jsonOf(payload);
  if (!isValues(answer)) return undefined;
  const context = isValues(answer.context) ? answer.context : null;
  if (simple) {
    const { isAuthorized } = answer;
    if (typeof isAuthorized !== "boolean") return undefined;
    return { isAuthorized, policy: [], principalId: undefined, context };
  }
  const policy = parsePolicyDocument(answer.policyDocument);
  if (policy === undefined) return undefined;
  const principalId = typeof answer.principalId === "string" ? answer.principalId : undefined;
  return { isAuthorized: undefined, policy, principalId, context };
}
