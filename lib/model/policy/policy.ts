import { fail } from "./errors";
import type { Rule } from "./rule";

/** The rules of an app. */
export interface PolicyProps {
  /** The rules; packs such as `...awsSolutions()` are lists of rules. */
  readonly rules: readonly Rule[];
  /**
   * Ids of rules whose findings are warnings, and do not fail the build.
   *
   * @default - every finding fails the build
   */
  readonly warnings?: readonly string[];
}

/** A policy: what `definePolicy` returns. */
export interface Policy {
  readonly rules: readonly Rule[];
  readonly warnings: ReadonlySet<string>;
}

/** The name of the policy in messages. */
export const policyFile = "serverform.policy.ts";

/**
 * Defines the rules that `serverform build` checks: the default export of `serverform.policy.ts`.
 *
 * @example
 * export default definePolicy({ rules: [openRoutes({ except: ["GET /status"] }), ...awsSolutions()] });
 */
export function definePolicy({ rules, warnings = [] }: PolicyProps): Policy {
  const ids = rules.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) fail(policyFile, "policy-rule-twice", "rules", { value: twice });
  for (const [index, id] of warnings.entries()) checkRuleId(policyFile, `warnings[${index}]`, id, ids);
  return { rules, warnings: new Set(warnings) };
}

/** Refuses the id of a rule that is not one of `known`. */
export function checkRuleId(where: string, prop: string, value: string, known: readonly string[]): void {
  if (!known.includes(value)) fail(where, "policy-rule-unknown", prop, { value, known });
}
