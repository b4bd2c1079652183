import { matchesPattern } from "../../../event-pattern";
import { attributeFilter } from "./attributes";
import type { Publication } from "./publication";

/** Whether a message passes the filter policy of a subscription. */
export function passesFilterPolicy(
  { attributes, message }: Publication,
  policy: string | undefined,
  scope = "MessageAttributes",
): boolean {
  if (policy === undefined || policy === "") return true;
  try {
    const pattern: unknown = JSON.parse(policy);
    return matchesPattern(
      pattern,
      scope === "MessageBody" ? JSON.parse(message) : attributeFilter(attributes),
    );
  } catch {
    // A body that is not JSON does not match a policy on the body.
    return false;
  }
}
