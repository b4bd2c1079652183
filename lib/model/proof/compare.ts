import type { AccessFacts } from "../access/facts";
import { comparePermissions } from "./compare-permissions";
import { comparePolicies } from "./compare-policies";
import { compareRoutes } from "./compare-routes";
import { compareSettings } from "./compare-settings";
import { type AccessTerm, orderedTerms } from "./terms";

/**
 * The differences between the access that two versions of an app grant, openings first.
 *
 * The evaluator decides about policies: the same permissions in other words do not differ.
 */
export function compareAccess(before: AccessFacts, after: AccessFacts): readonly AccessTerm[] {
  return orderedTerms([
    ...compareRoutes(before, after),
    ...comparePermissions(before, after),
    ...comparePolicies(before, after),
    ...compareSettings(before, after),
  ]);
}
