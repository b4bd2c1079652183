import type { Condition } from "./conditions";

/** One statement of a policy document. */
export interface PolicyDocumentStatement {
  readonly effect: "Allow" | "Deny";
  /** Undefined in identity policies and in the policies that authorizers return. */
  readonly principals: PrincipalMatch | undefined;
  /** In lower case: action names are not case-sensitive. */
  readonly actions: readonly string[];
  /** Whether the statement applies to every action except `actions`. */
  readonly notActions: boolean;
  readonly resources: readonly string[];
  /** Whether the statement applies to every resource except `resources`. */
  readonly notResources: boolean;
  /** Undefined when the statement applies unconditionally. */
  readonly condition: Condition | undefined;
}

/** The `Principal` or `NotPrincipal` element of a statement. */
export interface PrincipalMatch {
  /** ARNs, account ids, service names, or `*`. */
  readonly names: readonly string[];
  /** Whether the statement applies to everyone except `names`. */
  readonly isNot: boolean;
}

/** Parses a policy document; returns undefined when it is not a valid policy. */
export function parsePolicyDocument(document: unknown): readonly PolicyDocumentStatement[] | undefined {
  if (!isObject(document)) return undefined;
  const { Statement: statements } = document;
  const list = Array.isArray(statements) ? statements : [statements];
  const parsed: PolicyDocumentStatement[] = [];
  for (const each of list) {
    const statement = parseStatement(each);
    if (statement === undefined) return undefined;
    parsed.push(statement);
  }
  return parsed;
}

function parseStatement(statement: unknown): PolicyDocumentStatement | undefined {
  if (!isObject(statement)) return undefined;
  const { Effect: effect } = statement;
  if (effect !== "Allow" && effect !== "Deny") return undefined;
  const actions = texts(statement.Action ?? statement.NotAction);
  const resources = texts(statement.Resource ?? statement.NotResource);
  if (actions === undefined || resources === undefined) return undefined;
  const { Condition: condition } = statement;
  return {
    effect,
    principals: parsePrincipals(statement),
    actions: actions.map((action) => action.toLowerCase()),
    notActions: statement.Action === undefined,
    resources,
    notResources: statement.Resource === undefined,
    condition: isObject(condition) && Object.keys(condition).length > 0 ? condition : undefined,
  };
}

/** `"*"`, `{ AWS: "..." }` or `{ Service: ["...", "..."] }`. */
function parsePrincipals({ Principal, NotPrincipal }: Readonly<Record<string, unknown>>) {
  const written = Principal ?? NotPrincipal;
  if (written === undefined) return undefined;
  const names = isObject(written)
    ? Object.values(written).flatMap((each) => texts(each) ?? [])
    : texts(written);
  return { names: names ?? [], isNot: Principal === undefined };
}

function texts(value: unknown): readonly string[] | undefined {
  if (typeof value === "string") return [value];
  if (!Array.isArray(value) || !value.every((each) => typeof each === "string")) return undefined;
  return value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
