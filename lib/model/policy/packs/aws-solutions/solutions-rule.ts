import type { Resource } from "../../../resources/model";
import type { PolicyFacts } from "../../facts";
import type { RuleText, Violation } from "../../rule";

/** The check of a rule of the pack, and its text where that is always the same. */
export interface SolutionsRule {
  (facts: PolicyFacts): readonly Violation[];
  readonly text?: RuleText;
}

/** A rule about each resource of a type that `breaks` holds for. */
export function each(
  type: string,
  breaks: (resource: Resource, facts: PolicyFacts) => boolean,
  problem: string,
  remedy: string,
): SolutionsRule {
  const text: RuleText = { problem, remedy };
  const check = (facts: PolicyFacts) =>
    facts
      .ofType(type)
      .filter((resource) => breaks(resource, facts))
      .map((at) => ({ at, ...text }));
  return Object.assign(check, { text });
}
