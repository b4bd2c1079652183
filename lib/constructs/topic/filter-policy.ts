import type { Construct } from "constructs";
import { isPlainObject } from "../../kit/core/checks/check";
import { checkEventRule } from "../../kit/core/formats/event-pattern";
import { memberPath } from "../../kit/core/prop-path";
import { quotas } from "../../kit/core/quotas";
import { isUnresolved } from "../../kit/core/tokens/unresolved";
import { fail } from "./errors";

type Policy = Readonly<Record<string, unknown>>;

/** SNS compares smaller numbers than EventBridge. */
const maxNumber = 1e9;

/**
 * Refuses a filter that SNS does not accept.
 *
 * Source: https://docs.aws.amazon.com/sns/latest/dg/subscription-filter-policy-constraints.html
 */
export function checkFilterPolicy(topic: Construct, prop: string, policy: Policy, scope: unknown): void {
  checkEventRule(topic, prop, policy, undefined, maxNumber);
  const keys = Object.keys(policy);
  const limit = quotas.keysPerFilterPolicy;
  if (keys.length > limit) {
    fail(topic, "quota-exceeded", prop, { what: "keys", count: keys.length, limit });
  }
  for (const key of keys) {
    const isNested = key !== "$or" && isPlainObject(policy[key]);
    if (!isNested || scope === "MessageBody" || isUnresolved(scope)) continue;
    fail(topic, "filter-nested", memberPath(prop, key), {});
  }
  const count = combinations(policy, 1);
  const max = quotas.combinationsPerFilterPolicy;
  if (count > max) fail(topic, "filter-combinations", prop, { count, limit: max });
}

/**
 * The product of the values of each key, each times the depth of the key. The alternatives of `$or` add up.
 *
 * Source: https://docs.aws.amazon.com/sns/latest/dg/subscription-filter-policy-constraints.html and recorded refusals
 * (test/local/recorded/sns)
 */
function combinations(policy: Policy, depth: number): number {
  return Object.entries(policy).reduce<number>((product, [key, value]) => {
    if (isPlainObject(value)) return product * combinations(value, depth + 1);
    if (!Array.isArray(value)) return product;
    const alternatives = value.filter(isPlainObject);
    return key === "$or"
      ? product * alternatives.reduce((sum, each) => sum + combinations(each, depth), 0)
      : product * value.length * depth;
  }, 1);
}
