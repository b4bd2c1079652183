import { checkRuleId, policyFile } from "../../policy";
import type { Rule } from "../../rule";
import { apiRules } from "./apis";
import { dataRules } from "./data";
import { identityRules } from "./identities";
import { messageRules } from "./messages";
import type { SolutionsRule } from "./solutions-rule";

/**
 * The rules of the pack AwsSolutions of cdk-nag for the resources of this library, by its ids. The checks are our own, over
 * Terraform JSON.
 *
 * Source of the ids and their meaning: https://github.com/cdklabs/cdk-nag/blob/main/RULES.md
 */
export const solutionsRules = {
  ...apiRules,
  ...dataRules,
  ...identityRules,
  ...messageRules,
} satisfies Readonly<Record<string, SolutionsRule>>;

const awsSolutionsIds: readonly string[] = Object.keys(solutionsRules).sort();

/** Settings of the pack `awsSolutions`. */
export interface AwsSolutionsProps {
  /** Ids of rules of the pack that do not apply. @default - all apply */
  readonly without?: readonly string[];
}

/** The rules of the pack AwsSolutions of cdk-nag, under its ids. */
export function awsSolutions({ without = [] }: AwsSolutionsProps = {}): readonly Rule[] {
  for (const [index, id] of without.entries())
    checkRuleId(policyFile, `awsSolutions(...).without[${index}]`, id, awsSolutionsIds);
  return Object.entries<SolutionsRule>(solutionsRules)
    .filter(([id]) => !without.includes(id))
    .map(([id, check]) => ({ id, check }));
}
