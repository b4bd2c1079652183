import { isValues, type PolicyDocumentStatement, parsePolicyDocument } from "../../../../model";
import { authorizerContext } from "../../authorizer-context";
import type { UnusableAnswer } from "../../function-response";

/** The answer of a function authorizer; cached for the authorizer's time to live. */
export interface RestFunctionDecision {
  readonly policy: readonly PolicyDocumentStatement[];
  readonly principalId: string;
  readonly context: Readonly<Record<string, string>>;
  readonly usageIdentifierKey: string | undefined;
}

/**
 * Reads an authorizer's answer, or says why it cannot be used.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-lambda-authorizer-output.html
 */
export function readRestDecision(answer: unknown): RestFunctionDecision | UnusableAnswer {
  if (!isValues(answer)) return { problem: "it is not an object." };
  const { principalId, policyDocument, context: given, usageIdentifierKey } = answer;
  const policy = parsePolicyDocument(policyDocument);
  const context = authorizerContext(given);
  if (policy === undefined) return { problem: "policyDocument is not a policy." };
  if (context === undefined) return { problem: "context has a value that is a list or an object." };
  if (typeof principalId !== "string" && typeof principalId !== "number") {
    return { problem: "principalId is missing." };
  }
  return {
    policy,
    principalId: String(principalId),
    context,
    usageIdentifierKey: typeof usageIdentifierKey === "string" ? usageIdentifierKey : undefined,
  };
}
