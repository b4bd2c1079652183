import { matchesWildcard } from "./wildcard";

/** One statement of the policy that an authorizer returns, in the parts that the gateway looks at. */
export interface PolicyStatement {
  readonly effect: "Allow" | "Deny";
  readonly actions: readonly string[];
  readonly notActions: boolean;
  readonly resources: readonly string[];
  readonly notResources: boolean;
  readonly hasCondition: boolean;
}

/** Reads the `policyDocument` of an authorizer; undefined when it is not a policy. */
export function parsePolicy(document: unknown): readonly PolicyStatement[] | undefined {
  if (!isObject(document)) return undefined;
  const { Statement: statements } = document;
  const list = Array.isArray(statements) ? statements : [statements];
  const parsed: PolicyStatement[] = [];
  for (const each of list) {
    const statement = parseStatement(each);
    if (statement === undefined) return undefined;
    parsed.push(statement);
  }
  return parsed;
}

function parseStatement(statement: unknown): PolicyStatement | undefined {
  if (!isObject(statement)) return undefined;
  const { Effect: effect } = statement;
  if (effect !== "Allow" && effect !== "Deny") return undefined;
  const actions = texts(statement.Action ?? statement.NotAction);
  const resources = texts(statement.Resource ?? statement.NotResource);
  if (actions === undefined || resources === undefined) return undefined;
  return {
    effect,
    actions: actions.map((action) => action.toLowerCase()),
    notActions: statement.Action === undefined,
    resources,
    notResources: statement.Resource === undefined,
    hasCondition: isObject(statement.Condition) && Object.keys(statement.Condition).length > 0,
  };
}

/**
 * Whether a policy lets a request through: an explicit denial wins, and nothing is allowed by default.
 *
 * Conditions are not evaluated: they hold in a denial and do not hold in a permission, so that nothing is let in which
 * AWS might refuse.
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 */
export function isAllowed(
  policy: readonly PolicyStatement[],
  resource: string,
  action = "execute-api:Invoke",
): boolean {
  const wanted = action.toLowerCase();
  let allowed = false;
  for (const statement of policy) {
    if (statement.actions.some((each) => matchesWildcard(each, wanted)) === statement.notActions) continue;
    if (statement.resources.some((each) => matchesWildcard(each, resource)) === statement.notResources)
      continue;
    if (statement.effect === "Deny") return false;
    if (!statement.hasCondition) allowed = true;
  }
  return allowed;
}

const everything: PolicyStatement = {
  effect: "Allow",
  actions: ["*"],
  notActions: false,
  resources: ["*"],
  notResources: false,
  hasCondition: false,
};

/** Whether a policy refuses something in so many words. */
export function isDenied(policy: readonly PolicyStatement[], resource: string): boolean {
  return !isAllowed([everything, ...policy], resource);
}

function texts(value: unknown): readonly string[] | undefined {
  if (typeof value === "string") return [value];
  if (!Array.isArray(value) || !value.every((each) => typeof each === "string")) return undefined;
  return value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
