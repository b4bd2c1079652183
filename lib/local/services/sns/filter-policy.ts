import { matchesPattern } from "../../../facts/event-pattern";
import { jsonOf } from "../../../facts/text/json";
import { attributeFilter } from "./attributes";
import type { Publication } from "./publication";

/** Whether a message passes the filter policy of a subscription. */
export function passesFilterPolicy(
  { attributes, message }: Publication,
  policy: string | undefined,
  scope = "MessageAttributes",
): boolean {
  if (policy === undefined || policy === "") return true;
  // A body that is not JSON does not match a policy on the body.
  const filtered = scope === "MessageBody" ? jsonOf(message) : attributeFilter(attributes);
  return filtered !== undefined && matchesPattern(jsonOf(policy), filtered);
}
