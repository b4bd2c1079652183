import type { Resource } from "../../../local/model/model";
import type { PolicyFacts } from "../../facts";
import type { Violation } from "../../rule";

/** The check of a rule of the pack. */
export type SolutionsRule = (facts: PolicyFacts) => readonly Violation[];

/** A rule about each resource of a type that `breaks` holds for. */
export const each =
  (
    type: string,
    breaks: (resource: Resource, facts: PolicyFacts) => boolean,
    problem: string,
    remedy: string,
  ): SolutionsRule =>
  (facts) =>
    facts
      .ofType(type)
      .filter((resource) => breaks(resource, facts))
      .map((at) => ({ at, problem, remedy }));
