import { ruleTexts } from "./rule-texts";

/** The ids of all rules that this package has. */
export const libraryRuleIds: readonly string[] = Object.keys(ruleTexts);
