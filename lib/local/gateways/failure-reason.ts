import type { InvokeOutcome } from "../invoke";

type FailedOutcome = Exclude<InvokeOutcome, { readonly status: "ok" }>;

/** Why a function gave no result. */
export function failureReason(outcome: FailedOutcome): string {
  if (outcome.status === "refused") return outcome.reason;
  return `The function failed: ${outcome.errorType}: ${outcome.errorMessage}`;
}

/**
 * Why the function of an authorizer gave no decision.
 *
 * @param problem - what is wrong with its response, if it gave one
 */
export function authorizerReason(
  name: string,
  outcome: InvokeOutcome,
  problem = "it is not usable.",
): string {
  if (outcome.status === "ok") return `The authorizer ${name} returned no usable response: ${problem}`;
  const isRefusal = outcome.status === "error" && outcome.errorMessage === "Unauthorized";
  if (isRefusal) return `The authorizer ${name} refuses the request: it failed with "Unauthorized".`;
  return `The authorizer ${name}: ${failureReason(outcome)}`;
}

/**
 * Why an authorizer's decision refuses a request.
 *
 * @param arn - the ARN that its policy must allow; undefined if its response was a simple one
 */
export function denialReason(name: string, arn: string | undefined): string {
  if (arn === undefined) return `The authorizer ${name} denies the request: isAuthorized is false.`;
  return `The policy of the authorizer ${name} does not allow ${arn}.`;
}
