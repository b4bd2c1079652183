import { ownValue } from "../../../facts/errors/own-value";
import type { SstStackFile } from "../stack-source";
import { children, nameOf, objectMembersOf, type SyntaxNode, stringOf } from "../syntax";
import { classOf } from "./rule";

const statementKeys: Readonly<Record<string, string>> = {
  actions: "Action",
  conditions: "Condition",
  effect: "Effect",
  notActions: "NotAction",
  notResources: "NotResource",
  resources: "Resource",
  sid: "Sid",
};

/** A statement in the JSON form of IAM. */
export function statementText(file: SstStackFile, node: SyntaxNode): string | undefined {
  const name = nameOf(node);
  // JSON leaves out what is undefined.
  if (name !== undefined)
    return `{ ${Object.entries(statementKeys)
      .map(([key, iam]) => `${iam}: ${name}.${key}`)
      .join(", ")} }`;
  const literal = file.objectOf(children(node, "arguments")[0]);
  if (classOf(file, node) !== "aws-iam.PolicyStatement" || literal === undefined) return undefined;
  const members = objectMembersOf(literal);
  const texts = members.flatMap(({ key, value }) => {
    const iam = ownValue(statementKeys, key);
    return iam === undefined ? [] : [`${iam}: ${file.textOf(value)}`];
  });
  if (texts.length < children(literal, "properties").length) return undefined;
  const effect = members.some(({ key }) => key === "effect") ? [] : ['Effect: "Allow"'];
  return `{ ${[...effect, ...texts].join(", ")} }`;
}

/** A policy as JSON. Undefined if a statement has no rule. */
export function policyDocumentJson(statements: readonly (string | undefined)[]): string | undefined {
  if (statements.length === 0 || statements.includes(undefined)) return undefined;
  return `JSON.stringify({ Version: "2012-10-17", Statement: [${statements.join(", ")}] })`;
}

const lists: Readonly<Record<string, string>> = {
  addActions: "actions",
  addNotActions: "notActions",
  addNotResources: "notResources",
  addResources: "resources",
};

/** Adds the arguments of a call such as `addActions` to the props of its statement: the class of this library has no such methods. */
export function addToStatement(
  file: SstStackFile,
  props: SyntaxNode,
  method: string,
  args: readonly SyntaxNode[],
): boolean {
  const texts = args.map((each) => file.textOf(each));
  const isCondition = method === "addCondition" && texts.length === 2;
  const key = isCondition ? "conditions" : ownValue(lists, method);
  if (key === undefined) return false;
  const operator = args[0] !== undefined && stringOf(args[0]) === undefined ? `[${texts[0]}]` : texts[0];
  const text = isCondition ? `${operator}: ${texts[1]}` : texts.join(", ");
  const present = objectMembersOf(props).find((each) => each.key === key)?.value;
  const [open, close] = isCondition ? ["{ ", " }"] : ["[", "]"];
  if (present === undefined && !file.isAdded(props, key))
    file.edited.insert(props.start + 1, ` ${key}: ${open}${text}${close},`);
  else if (present?.type === (isCondition ? "ObjectExpression" : "ArrayExpression")) {
    const last = children(present, isCondition ? "properties" : "elements").at(-1);
    if (last === undefined) file.edited.insert(present.start + 1, text);
    else file.edited.insert(last.end, `, ${text}`);
  } else return false;
  return true;
}
