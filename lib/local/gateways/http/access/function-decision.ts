import { jsonOf } from "../../../../facts/text/json";
import { isValues, type PolicyDocumentStatement, parsePolicyDocument } from "../../../../model";
import type { UnusableAnswer } from "../../function-response";

/** The answer of a function authorizer; cached for the authorizer's time to live. */
export interface HttpFunctionDecision {
  /** Whether every request is allowed; undefined when `policy` decides. */
  readonly isAuthorized: boolean | undefined;
  readonly policy: readonly PolicyDocumentStatement[];
  readonly principalId: string | undefined;
  readonly context: Readonly<Record<string, unknown>> | null;
}

/** Reads an authorizer's answer, or says why it cannot be used. */
export function readHttpDecision(payload: string, simple: boolean): HttpFunctionDecision | UnusableAnswer {
  const answer = jsonOf(payload);
  if (!isValues(answer)) return { problem: "it is not an object." };
  const context = isValues(answer.context) ? answer.context : null;
  if (simple) {
    const { isAuthorized } = answer;
    if (typeof isAuthorized !== "boolean") {
      return { problem: "isAuthorized is not true or false, which simple responses require." };
    }
    return { isAuthorized, policy: [], principalId: undefined, context };
  }
  const policy = parsePolicyDocument(answer.policyDocument);
  if (policy === undefined) {
    const hint = answer.isAuthorized === undefined ? "" : " Simple responses are off for this authorizer.";
    return { problem: `policyDocument is not a policy.${hint}` };
  }
  const principalId = typeof answer.principalId === "string" ? answer.principalId : undefined;
  return { isAuthorized: undefined, policy, principalId, context };
}
