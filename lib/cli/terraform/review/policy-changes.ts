import { isObject } from "../../project/json";

/** The actions and resources that come and go between two policies: `s3:GetObject on arn:aws:s3:::files/*`. */
export interface PolicyChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Compares two policies in JSON. Undefined if one is not a policy, or is known only after the deployment. */
export function policyChanges(before: unknown, after: unknown): PolicyChanges | undefined {
  const [old, next] = [rulesOf(before), rulesOf(after)];
  if (old === undefined || next === undefined) return undefined;
  return {
    added: next.filter((rule) => !old.includes(rule)),
    removed: old.filter((rule) => !next.includes(rule)),
  };
}

/** Each action of a policy with its resources, principals and conditions, as text. */
function rulesOf(policy: unknown): readonly string[] | undefined {
  const document = parsed(policy);
  if (document === undefined) return undefined;
  const statements = listOf(document.Statement).filter(isObject);
  return [...new Set(statements.flatMap(rulesOfStatement))].sort();
}

function rulesOfStatement(statement: Record<string, unknown>): readonly string[] {
  const part = (key: string): readonly string[] => [
    ...listOf(statement[key]).map(nameOf),
    ...listOf(statement[`Not${key}`]).map((each) => `all but ${nameOf(each)}`),
  ];
  const resources = part("Resource");
  const principals = part("Principal");
  const condition = statement.Condition === undefined ? "" : ` if ${JSON.stringify(statement.Condition)}`;
  const denied = statement.Effect === "Deny" ? "deny " : "";
  const by = principals.length === 0 ? "" : ` for ${principals.join(", ")}`;
  return part("Action").flatMap((action) =>
    (resources.length === 0 ? [""] : resources.map((each) => ` on ${each}`)).map(
      (on) => `${denied}${action}${on}${by}${condition}`,
    ),
  );
}

function parsed(policy: unknown): Record<string, unknown> | undefined {
  if (policy === undefined || policy === null || policy === "") return {};
  if (typeof policy !== "string" || !policy.startsWith("{")) return undefined;
  try {
    const document: unknown = JSON.parse(policy);
    return isObject(document) && "Statement" in document ? document : undefined;
  } catch {
    return undefined;
  }
}

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

const nameOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
