import type { InvokeOutcome } from "../invoke";
import { isSendable } from "./api-answer";

/** Why a gateway cannot use the result of a function. */
export interface UnusableAnswer {
  readonly problem: string;
}

export const unusableReason = (problem: string | undefined): string =>
  `The function returned no usable response: ${problem}`;

/** Why a text that is not JSON cannot be used. */
export function notJson(payload: string): UnusableAnswer {
  const isStreamed = payload.includes("\0".repeat(8));
  return {
    problem: isStreamed
      ? "it is streamed, which needs streaming: true at the route or URL."
      : "it is not JSON.",
  };
}

/** The status code of a function's response. Digits in a string are a number, as in AWS. */
export function readStatus(value: unknown): number | UnusableAnswer {
  const status = typeof value === "string" && /^\d{3}$/.test(value) ? Number(value) : value;
  // A 1xx status is not a final response.
  const isStatus = typeof status === "number" && Number.isInteger(status) && status >= 200 && status <= 599;
  return isStatus
    ? status
    : { problem: `statusCode is ${JSON.stringify(value)}. Return a whole number from 200 to 599.` };
}

/** The body of a function's response. Numbers and booleans become text, as in AWS; objects and lists do not. */
export function readBodyText(value: unknown): string | UnusableAnswer {
  if (value === undefined || value === null) return "";
  if (typeof value !== "object") return String(value);
  const kind = Array.isArray(value) ? "an array" : "an object";
  return { problem: `body is ${kind}. Return a string: body: JSON.stringify(...).` };
}

const isScalar = (value: unknown): boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** The values of a header in a function's response; undefined if they cannot be sent. */
export function headerTexts(name: string, values: readonly unknown[]): readonly string[] | undefined {
  if (!values.every(isScalar)) return undefined;
  const texts = values.map(String);
  return isSendable(name, texts) ? texts : undefined;
}

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
