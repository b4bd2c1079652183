import { isRecord } from "../../facts/text/record";
import { type Condition, isKnownOperator } from "./conditions";
import { hasVariables } from "./policy-variables";

export interface PolicyDocumentStatement {
  readonly effect: "Allow" | "Deny";
  /** Undefined in identity policies and in the policies that authorizers return. */
  readonly principals: PrincipalMatch | undefined;
  /** In lower case: action names are not case-sensitive. */
  readonly actions: readonly string[];
  /** The same as they are written, for messages. */
  readonly writtenActions: readonly string[];
  /** Whether the statement applies to every action except `actions`. */
  readonly notActions: boolean;
  readonly resources: readonly string[];
  /** Whether the statement applies to every resource except `resources`. */
  readonly notResources: boolean;
  /** Undefined when the statement applies unconditionally. */
  readonly condition: Condition | undefined;
  /** Whether `resources` have policy variables. */
  readonly hasVariables: boolean;
}

/** Kinds of principals: `AWS` for accounts, roles and users. */
export type PrincipalKind = "AWS" | "Service" | "Federated" | "CanonicalUser";

/** The `Principal` or `NotPrincipal` element of a statement. */
export interface PrincipalMatch {
  /** ARNs, account ids, service names, or `*` for everyone. */
  readonly names: readonly { readonly kind: PrincipalKind; readonly name: string }[];
  /** Whether the statement applies to everyone except `names`. */
  readonly isNot: boolean;
}

/**
 * Kinds of policies, whose statements differ: a trust policy has no resources, a policy of a role has no principals, and a policy of
 * a resource needs them. `other` is a policy that no service of AWS has checked, such as the answer of an authorizer.
 */
export type PolicyKind = "identity" | "resource" | "trust" | "other";

/** The statements of a policy document, or the reason why AWS refuses it. */
export type ReadPolicy =
  | { readonly statements: readonly PolicyDocumentStatement[] }
  | { readonly problem: string };

/** Returns undefined for an invalid policy. */
export function parsePolicyDocument(
  document: unknown,
  kind: PolicyKind = "other",
): readonly PolicyDocumentStatement[] | undefined {
  const read = readPolicyDocument(document, kind);
  return "statements" in read ? read.statements : undefined;
}

/**
 * Parses a policy document, or returns the reason why AWS refuses it.
 *
 * Sources: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_grammar.html,
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_policies.html
 */
export function readPolicyDocument(document: unknown, kind: PolicyKind = "other"): ReadPolicy {
  try {
    return { statements: parseDocument(document, kind) };
  } catch (error) {
    if (error instanceof Malformed) return { problem: error.message };
    throw error;
  }
}

/** A policy that AWS refuses (`MalformedPolicyDocument`) denies everything that it decides about. */
export const deniesEverything: readonly PolicyDocumentStatement[] = [
  {
    effect: "Deny",
    principals: undefined,
    actions: ["*"],
    writtenActions: ["*"],
    notActions: false,
    resources: ["*"],
    notResources: false,
    condition: undefined,
    hasVariables: false,
  },
];

class Malformed extends Error {}

function refuse(problem: string): never {
  throw new Malformed(problem);
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? "undefined").slice(0, 100);

const versions: readonly unknown[] = [undefined, "2012-10-17", "2008-10-17"];

function parseDocument(document: unknown, kind: PolicyKind): readonly PolicyDocumentStatement[] {
  if (!isRecord(document)) return refuse("It is not a JSON object.");
  const { Statement: statements, Version: version } = document;
  if (!versions.includes(version))
    refuse(`Version is ${shown(version)}. Write "2012-10-17"; "2008-10-17" is the other one.`);
  if (kind !== "other") checkElements(document, ["Version", "Id", "Statement"], "the policy");
  const list: readonly unknown[] = Array.isArray(statements) ? statements : [statements];
  const parsed = list.map((each, index) => parseStatement(each, kind, `Statement[${index}]`));
  if (kind === "identity" || kind === "trust") checkSids(list);
  return parsed.map((each) => (version === "2012-10-17" ? each : withoutVariables(each)));
}

function checkElements(given: object, known: readonly string[], where: string): void {
  const unknown = Object.keys(given).find((key) => !known.includes(key));
  if (unknown !== undefined) refuse(`${where} has the element ${shown(unknown)}. Use ${known.join(", ")}.`);
}

/** Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_sid.html */
function checkSids(statements: readonly unknown[]): void {
  const sids = statements.flatMap((each) => (isRecord(each) && each.Sid !== undefined ? [each.Sid] : []));
  const twice = sids.find((each, index) => sids.indexOf(each) !== index);
  if (twice !== undefined) refuse(`Two statements have the Sid ${shown(twice)}. Choose another one.`);
}

/** The effects of a statement that is written as an object, without those that its version does not have. */
function withoutVariables(statement: PolicyDocumentStatement): PolicyDocumentStatement {
  const { condition } = statement;
  const isPlain = condition === undefined || !hasVariables(JSON.stringify(condition));
  return { ...statement, hasVariables: false, condition: isPlain ? condition : escapedCondition(condition) };
}

/** Before version 2012-10-17, `${` has no meaning of its own. */
function escapedCondition(condition: Condition): Condition {
  return JSON.parse(JSON.stringify(condition).replaceAll("${", "${$}{")) as Condition;
}

const elements: readonly string[] = [
  ...["Sid", "Effect", "Principal", "NotPrincipal", "Action", "NotAction"],
  ...["Resource", "NotResource", "Condition"],
];

function parseStatement(statement: unknown, kind: PolicyKind, where: string): PolicyDocumentStatement {
  if (!isRecord(statement)) return refuse(`${where} is ${shown(statement)}. Write an object.`);
  if (kind !== "other") checkElements(statement, elements, where);
  const { Effect: effect } = statement;
  if (effect !== "Allow" && effect !== "Deny")
    return refuse(`${where}.Effect is ${shown(effect)}. Write "Allow" or "Deny".`);
  const actions = listOf(statement, "Action", kind, where);
  const resources =
    kind === "trust" ? trustedResources(statement, where) : listOf(statement, "Resource", kind, where);
  return {
    effect,
    principals: parsePrincipals(statement, effect, kind, where),
    actions: actions.list.map((action) => action.toLowerCase()),
    writtenActions: actions.list,
    notActions: actions.isNot,
    resources: resources.list,
    notResources: resources.isNot,
    condition: parseCondition(statement.Condition, kind, where),
    hasVariables: resources.list.some(hasVariables),
  };
}

interface Listed {
  readonly list: readonly string[];
  /** Whether the list is that of the negated element. */
  readonly isNot: boolean;
}

/** The list of an element or of its negation, of which a statement has exactly one. */
function listOf(
  statement: Readonly<Record<string, unknown>>,
  element: "Action" | "Resource",
  kind: PolicyKind,
  where: string,
): Listed {
  const { [element]: own, [`Not${element}`]: negated } = statement;
  if (own !== undefined && negated !== undefined)
    refuse(`${where} has both ${element} and Not${element}. Leave out one of them.`);
  const list = texts(own ?? negated);
  if (list === undefined)
    return refuse(`${where}.${element} is ${shown(own ?? negated)}. Write a string or an array of strings.`);
  if (list.length === 0 && kind !== "other") refuse(`${where}.${element} is an empty array.`);
  return { list, isNot: own === undefined };
}

/** A trust policy decides about its role, and names no resource. */
function trustedResources(
  { Resource, NotResource }: Readonly<Record<string, unknown>>,
  where: string,
): Listed {
  if (Resource !== undefined || NotResource !== undefined)
    refuse(`${where} has a Resource, which a trust policy cannot have. Leave it out.`);
  return { list: ["*"], isNot: false };
}

const principalKinds: readonly string[] = ["AWS", "Service", "Federated", "CanonicalUser"];

/**
 * `"*"`, `{ AWS: "..." }` or `{ Service: ["...", "..."] }`.
 *
 * Sources: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_principal.html,
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_notprincipal.html
 */
function parsePrincipals(
  { Principal, NotPrincipal }: Readonly<Record<string, unknown>>,
  effect: PolicyDocumentStatement["effect"],
  kind: PolicyKind,
  where: string,
): PrincipalMatch | undefined {
  if (Principal !== undefined && NotPrincipal !== undefined)
    refuse(`${where} has both Principal and NotPrincipal. Leave out one of them.`);
  const written = Principal ?? NotPrincipal;
  const isNot = Principal === undefined;
  if (written === undefined) {
    if (kind === "resource" || kind === "trust")
      refuse(`${where} has no Principal. Name those that it is about.`);
    return undefined;
  }
  if (kind === "identity")
    refuse(`${where} has a Principal, which a policy of a role cannot have. Leave it out.`);
  if (isNot && kind === "trust") refuse(`${where} has NotPrincipal, which a trust policy cannot have.`);
  if (isNot && kind === "resource" && effect === "Allow")
    refuse(`${where} has NotPrincipal with "Allow". Use it with "Deny" only.`);
  const element = isNot ? "NotPrincipal" : "Principal";
  if (!isRecord(written)) {
    if (written !== "*" && (kind !== "other" || typeof written !== "string"))
      refuse(`${where}.${element} is ${shown(written)}. Write "*" or { "AWS": "..." }.`);
    return { names: [{ kind: "AWS", name: String(written) }], isNot };
  }
  const names = Object.entries(written).flatMap(([name, value]) => {
    if (!principalKinds.includes(name))
      refuse(`${where}.${element} has ${shown(name)}. Use ${principalKinds.join(", ")}.`);
    const list =
      texts(value) ??
      refuse(`${where}.${element}.${name} is ${shown(value)}. Write a string or an array of strings.`);
    return list.map((each) => ({ kind: name as PrincipalKind, name: each }));
  });
  if (names.length === 0 && kind !== "other") refuse(`${where}.${element} names nobody.`);
  const partial =
    kind === "other" ? undefined : names.find((each) => each.kind === "AWS" && /.\*|\*./.test(each.name));
  if (partial !== undefined)
    refuse(
      `${where}.${element} is ${shown(partial.name)}. A * cannot stand for a part of a name; use a condition with aws:PrincipalArn.`,
    );
  return { names, isNot };
}

/** Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition.html */
function parseCondition(condition: unknown, kind: PolicyKind, where: string): Condition | undefined {
  if (condition === undefined) return undefined;
  const example = '{ "StringEquals": { "aws:SourceAccount": "111122223333" } }';
  if (!isRecord(condition))
    return refuse(`${where}.Condition is ${shown(condition)}. Write operators and keys: ${example}.`);
  for (const [operator, keys] of Object.entries(condition)) {
    // An operator that this library does not know counts as met in a `Deny` and as not met in an `Allow`.
    if (kind !== "other" && !isKnownOperator(operator))
      refuse(`${where}.Condition has the operator ${shown(operator)}, which IAM does not have.`);
    if (!isRecord(keys))
      return refuse(
        `${where}.Condition.${operator} is ${shown(keys)}. Write a key and its values: ${example}.`,
      );
    for (const [key, values] of Object.entries(keys)) {
      if (![values].flat().every(isScalar))
        refuse(
          `${where}.Condition.${operator}["${key}"] is ${shown(values)}. Write a string or an array of strings.`,
        );
    }
  }
  return Object.keys(condition).length > 0 ? condition : undefined;
}

const isScalar = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);

function texts(value: unknown): readonly string[] | undefined {
  if (typeof value === "string") return [value];
  if (!Array.isArray(value) || !value.every((each) => typeof each === "string")) return undefined;
  return value;
}
