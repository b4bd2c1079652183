import type { RouteFact } from "../access/facts";
import { constructPathOf } from "../permissions/resource-of-arn";
import type { Resource } from "../resources/model";
import type { PolicyFacts } from "./facts";

/** The text of a finding. */
export interface RuleText {
  /** Goes on after the construct and the part: `everyone may call it`. */
  readonly problem: string;
  /** The code to write instead, as a sentence. */
  readonly remedy: string;
}

/** A place that breaks a rule. */
export interface Violation extends RuleText {
  /** The resource, or anything in the app with an address. */
  readonly at: Resource | RouteFact | { readonly address: string };
  /**
   * The part of it, by which an exception may name it: `GET /status`.
   *
   * @default - for a route its key, otherwise none
   */
  readonly of?: string;
}

/** A rule over the facts of an app. */
export interface Rule {
  /** Unique in a policy: `open-routes`. */
  readonly id: string;
  readonly check: (facts: PolicyFacts) => readonly Violation[];
  /** Sentences about the settings of the rule itself, such as an entry that matches nothing. @default - none */
  readonly notes?: (facts: PolicyFacts) => readonly string[];
}

export interface PolicyFinding {
  readonly rule: string;
  /** `dev-notes-Service/Api`, or the address of a resource that no construct of the library has made. */
  readonly path: string;
  readonly address: string;
  readonly of?: string;
  readonly problem: string;
  readonly remedy: string;
}

export function findingsOf(rule: Rule, facts: PolicyFacts): readonly PolicyFinding[] {
  const byAddress = new Map(facts.resources.map((each) => [each.address, each]));
  return rule.check(facts).map(({ at, of, problem, remedy }) => {
    const resource = byAddress.get(at.address);
    const part = of ?? ("key" in at ? at.key : undefined);
    return {
      rule: rule.id,
      path: resource === undefined ? at.address : constructPathOf(resource),
      address: at.address,
      ...(part !== undefined && { of: part }),
      problem,
      remedy,
    };
  });
}
