import { Fn, Lazy, Token } from "cdktf";
import type { IConstruct } from "constructs";
import { canonicalStatements, isListReference, sortStatement } from "./canonical";
import { policyTextParts } from "./policy-text";
import { resolveTokens } from "./resolve-tokens";
import type { Statement } from "./statement";

/**
 * The JSON text of a policy.
 *
 * Same statements, same text: equal ones are written once, those on the same resources together, and every list is
 * sorted. Variables of IAM such as `${aws:username}` are escaped for Terraform; references stay.
 */
export function policyJson(statements: readonly Statement[]): string {
  const written = canonicalStatements(statements).map(statementJson);
  return `{"Version":"2012-10-17","Statement":[${written.join(",")}]}`;
}

/** A policy that is written at synthesis, when every statement is there. */
export function lazyPolicyJson(produce: () => readonly Statement[]): string {
  return Lazy.stringValue({
    produce: (context) => policyJson(markLists(context.resolve(produce().map(sortStatement)))),
  });
}

/** Statements with every token replaced by the reference that it stands for, as the stack of `scope` writes it. */
export function resolveStatements(scope: IConstruct, statements: readonly Statement[]): readonly Statement[] {
  return markLists(resolveTokens(scope, statements.map(sortStatement)) as readonly Statement[]);
}

/** CDKTF writes a list that is one reference as a text; here it is a list of one element that begins with `#{`. */
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

/** A single value without brackets: IAM takes both, and the provider compares them as equal. */
function listJson(list: string | readonly string[]): string {
  if (typeof list === "string") return textJson(list);
  const [first = "", ...rest] = list;
  if (isListReference(list)) {
    return Token.isUnresolved(list)
      ? Token.asString(Fn.jsonencode(list))
      : `\${jsonencode(${first.slice(2, -1)})}`;
  }
  return rest.length === 0 ? textJson(first) : `[${list.map(textJson).join(",")}]`;
}

/**
 * A text as JSON, in a template of Terraform.
 *
 * A reference is copied as it is: Terraform reads it before anybody reads JSON, so its quotes must not be escaped.
 */
function textJson(text: string): string {
  const parts = policyTextParts(text).map((part) => {
    if (part.kind === "reference") return part.text;
    const json = JSON.stringify(part.text).slice(1, -1);
    return part.kind === "variable"
      ? `$${json}`
      : json.replace(/(?<!\$)\$\{/g, "$$${").replace(/(?<!%)%\{/g, "%%{");
  });
  return `"${parts.join("")}"`;
}
