import type { IConstruct } from "constructs";
import { servicePrincipal } from "../../../facts/aws/principals";
import { present } from "../../core/checks/absence";
import { checkKeys, checkLiteral, isPlainObject } from "../../core/checks/check";
import { fail } from "../errors";
import { parseText, parseTexts } from "./parse-texts";
import type { Statement } from "./statement";

/** Parses the principals of a statement. Statements of a role must not have any; those of a resource must. */
export function parsePrincipals(
  where: IConstruct | string,
  prop: string,
  value: unknown,
  who: "role" | "resource",
): Pick<Statement, "principals"> {
  if (who === "role") {
    if (value === undefined) return {};
    return fail(where, "statement-invalid", prop, {
      problem: "is not allowed in a statement of a role.",
      remedy: "Leave it out. The principal is the role to which the statement is attached.",
    });
  }
  if (value === "*") return { principals: "*" };
  const kinds = Array.isArray(value) ? providerKinds(where, prop, value) : iamKinds(where, prop, value);
  for (const [kind] of kinds) checkLiteral(where, prop, kind, principalKinds);
  if (kinds.length > 0) return { principals: Object.fromEntries(kinds) };
  const expected = `who may do it: { Service: "${servicePrincipal("events")}" }`;
  return fail(where, "prop-invalid", prop, { value, expected });
}

/** Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_principal.html; `*` is Terraform's. */
const principalKinds = ["AWS", "Service", "Federated", "CanonicalUser", "*"];

type Kind = readonly [kind: string, names: readonly string[]];

/** The provider's form: a list of `{ type, identifiers }`. */
function providerKinds(where: IConstruct | string, prop: string, value: readonly unknown[]): readonly Kind[] {
  return value.map((each, index) => {
    const at = `${prop}[${index}]`;
    if (!isPlainObject(each)) {
      return fail(where, "prop-invalid", at, { value: each, expected: "{ type, identifiers }" });
    }
    checkKeys(where, at, each, ["type", "identifiers"]);
    const type = parseText(where, `${at}.type`, each.type);
    return [type, parseTexts(where, `${at}.identifiers`, each.identifiers)];
  });
}

function iamKinds(where: IConstruct | string, prop: string, value: unknown): readonly Kind[] {
  if (!isPlainObject(value)) return [];
  return Object.entries(present(value)).map(([kind, names]) => [
    kind,
    parseTexts(where, `${prop}.${kind}`, names),
  ]);
}
