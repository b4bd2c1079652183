import { Fn, Lazy, Token } from "cdktf";
import type { IConstruct } from "constructs";
import { resolveContent, resolveWithin } from "../../core/tokens/resolve";
import { isUnresolved } from "../../core/tokens/unresolved";
import { policyTextParts } from "../policy-text";
import { canonicalStatements, isMarkedReference, sortStatement } from "./canonical";
import type { Statement } from "./statement";

/**
 * The JSON text of a policy.
 *
 * The same statements always give the same text: duplicates are removed, statements on the same resources are joined, and
 * lists are sorted. IAM variables such as `${aws:username}` are escaped for Terraform; references stay.
 */
export function policyJson(statements: readonly Statement[]): string {
  const written = canonicalStatements(statements).map(statementJson);
  return `{"Version":"2012-10-17","Statement":[${written.join(",")}]}`;
}

/** A policy that is built at synthesis, when all statements are known. */
export function lazyPolicyJson(produce: () => readonly Statement[]): string {
  return Lazy.stringValue({
    produce: (context) => policyJson(resolveSorted(produce(), (sorted) => resolveWithin(context, sorted))),
  });
}

/** Replaces tokens in statements by references, as the stack of `scope` writes them. */
export function resolveStatements(scope: IConstruct, statements: readonly Statement[]): readonly Statement[] {
  // Without `preparing`, CDKTF would write references to other stacks as if they were in this one.
  return resolveSorted(statements, (sorted) => resolveContent(scope, sorted, true));
}

function resolveSorted(
  statements: readonly Statement[],
  resolve: (sorted: readonly Statement[]) => unknown,
): readonly Statement[] {
  return markLists(resolve(statements.map(sortStatement)) as readonly Statement[]);
}

/** CDKTF resolves a list that is one reference to a string. Here it becomes a list of one element that begins with `#{`. */
function markLists(statements: readonly Statement[]): readonly Statement[] {
  const mark = (list: readonly string[]) => (typeof list === "string" ? [`#${String(list).slice(1)}`] : list);
  const markAll = <Key extends string>(map: Readonly<Record<Key, string | readonly string[]>>) =>
    Object.fromEntries(Object.entries(map).map(([key, list]) => [key, mark(list as readonly string[])]));
  return statements.map(({ notActions, notResources, conditions, principals, ...statement }) => ({
    ...statement,
    actions: mark(statement.actions),
    resources: mark(statement.resources),
    ...(notActions && { notActions: mark(notActions) }),
    ...(notResources && { notResources: mark(notResources) }),
    ...(principals && { principals: principals === "*" ? principals : markAll(principals) }),
    ...(conditions && {
      conditions: Object.fromEntries(
        Object.entries(conditions).map(([operator, keys]) => [operator, markAll(keys)]),
      ),
    }),
  }));
}

function statementJson(statement: Statement): string {
  const { sid, effect, principals, notActions, actions, notResources, resources, conditions } = statement;
  const members = [
    sid === undefined ? undefined : `"Sid":${textJson(sid)}`,
    `"Effect":"${effect}"`,
    principals === undefined ? undefined : `"Principal":${principals === "*" ? '"*"' : mapJson(principals)}`,
    notActions === undefined ? `"Action":${listJson(actions)}` : `"NotAction":${listJson(notActions)}`,
    notResources === undefined
      ? `"Resource":${listJson(resources)}`
      : `"NotResource":${listJson(notResources)}`,
    conditions === undefined ? undefined : `"Condition":{${conditionsJson(conditions)}}`,
  ];
  return `{${members.filter((member) => member !== undefined).join(",")}}`;
}

function conditionsJson(conditions: NonNullable<Statement["conditions"]>): string {
  return Object.entries(conditions)
    .map(([operator, keys]) => `${JSON.stringify(operator)}:${mapJson(keys)}`)
    .join(",");
}

function mapJson(map: Readonly<Record<string, string | readonly string[]>>): string {
  const members = Object.entries(map).map(([key, value]) => `${textJson(key)}:${listJson(value)}`);
  return `{${members.join(",")}}`;
}

/** A single value is written without brackets: IAM accepts both, and the provider treats them as equal. */
function listJson(list: string | readonly string[]): string {
  if (typeof list === "string") return textJson(list);
  const [first = "", ...rest] = list;
  if (isMarkedReference(list)) {
    return isUnresolved(list) ? Token.asString(Fn.jsonencode(list)) : `\${jsonencode(${first.slice(2, -1)})}`;
  }
  return rest.length === 0 ? textJson(first) : `[${list.map(textJson).join(",")}]`;
}

/** Actions and most ARNs: text in which neither JSON nor Terraform escapes anything. */
const isPlain = /^[\w:/.*-]*$/;

/**
 * A string as JSON in a Terraform template.
 *
 * References are copied unchanged: Terraform evaluates them before the JSON is parsed, so their quotes must not be escaped.
 */
function textJson(text: string): string {
  if (isPlain.test(text)) return `"${text}"`;
  const parts = policyTextParts(text).map((part) => {
    if (part.kind === "reference") return part.text;
    const json = JSON.stringify(part.text).slice(1, -1);
    return part.kind === "variable"
      ? `$${json}`
      : json.replace(/(?<!\$)\$\{/g, "$$${").replace(/(?<!%)%\{/g, "%%{");
  });
  return `"${parts.join("")}"`;
}
