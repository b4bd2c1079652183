import type { Condition } from "./conditions";
import { hasVariables } from "./policy-variables";

/** One statement of a policy document. */
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

/** Kinds of policies whose statements differ: a trust policy has no resources. */
export type PolicyKind = "trust" | "other";

/** Parses a policy document; returns undefined when it is not a valid policy. */
export function parsePolicyDocument(
  document: unknown,
  kind: PolicyKind = "other",
): readonly PolicyDocumentStatement[] | undefined {
  if (!isObject(document)) return undefined;
  const { Statement: statements, Version: version } = document;
  const list = Array.isArray(statements) ? statements : [statements];
  const parsed: PolicyDocumentStatement[] = [];
  for (const each of list) {
    const statement = parseStatement(each, kind);
    if (statement === undefined) return undefined;
    parsed.push(version === "2012-10-17" ? statement : withoutVariables(statement));
  }
  return parsed;
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

function parseStatement(statement: unknown, kind: PolicyKind): PolicyDocumentStatement | undefined {
  if (!isObject(statement)) return undefined;
  const { Effect: effect } = statement;
  if (effect !== "Allow" && effect !== "Deny") return undefined;
  const actions = texts(statement.Action ?? statement.NotAction);
  const resources = kind === "trust" ? ["*"] : texts(statement.Resource ?? statement.NotResource);
  if (actions === undefined || resources === undefined) return undefined;
  const { Condition: condition } = statement;
  return {
    effect,
    principals: parsePrincipals(statement),
    actions: actions.map((action) => action.toLowerCase()),
    writtenActions: actions,
    notActions: statement.Action === undefined,
    resources,
    notResources: kind !== "trust" && statement.Resource === undefined,
    condition: isObject(condition) && Object.keys(condition).length > 0 ? condition : undefined,
    hasVariables: resources.some(hasVariables),
  };
}

/** `"*"`, `{ AWS: "..." }` or `{ Service: ["...", "..."] }`. */
function parsePrincipals({
  Principal,
  NotPrincipal,
}: Readonly<Record<string, unknown>>): PrincipalMatch | undefined {
  const written = Principal ?? NotPrincipal;
  if (written === undefined) return undefined;
  const named = (kind: string, value: unknown): PrincipalMatch["names"] =>
    (texts(value) ?? []).map((name) => ({ kind: kind as PrincipalKind, name }));
  const names = isObject(written)
    ? Object.entries(written).flatMap(([kind, each]) => named(kind, each))
    : named("AWS", written);
  return { names, isNot: Principal === undefined };
}

function texts(value: unknown): readonly string[] | undefined {
  if (typeof value === "string") return [value];
  if (!Array.isArray(value) || !value.every((each) => typeof each === "string")) return undefined;
  return value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
