import { ownValue } from "../../facts/errors/own-value";
import type { PropRule } from "./construct-rules";
import { type EditedText, indentAt, wholeLines } from "./edited-text";
import { children, type ObjectMember, objectMembersOf, type SyntaxNode, stringOf } from "./syntax";

/** A file in which props change. */
export interface ChangedFile {
  readonly edited: EditedText;
  /** The object literal that an expression is, also by the name of a constant. */
  readonly objectOf: (node: SyntaxNode | undefined) => SyntaxNode | undefined;
  readonly todo: (node: SyntaxNode, text: string) => void;
}

/** The members at a path, `*` being any key. */
export function findMembers(
  file: Pick<ChangedFile, "objectOf">,
  object: SyntaxNode | undefined,
  path: readonly string[],
): readonly ObjectMember[] {
  const [key, ...rest] = path;
  const literal = file.objectOf(object);
  if (key === undefined) return [];
  if (object?.type === "ArrayExpression" && key === "*" && rest.length === 0)
    return children(object, "elements").map((node) => ({ key, node, keyNode: node, value: node }));
  if (literal === undefined) return [];
  return objectMembersOf(literal)
    .filter((member) => key === "*" || member.key === key)
    .flatMap((member) => (rest.length === 0 ? [member] : findMembers(file, member.value, rest)));
}

/** Applies rules to the props of a construct. */
export function changeProps(
  file: ChangedFile,
  props: SyntaxNode | undefined,
  rules: readonly PropRule[],
): void {
  for (const rule of rules)
    for (const found of findMembers(file, props, rule.at.split(".")))
      change(file, found, rule, file.objectOf(props));
}

function change(
  file: ChangedFile,
  member: ObjectMember,
  rule: PropRule,
  props: SyntaxNode | undefined,
): void {
  const { edited } = file;
  if ("rename" in rule) renameKey(edited, member, rule.rename);
  else if ("values" in rule) {
    const value = stringOf(member.value);
    const replacement = value === undefined ? undefined : ownValue(rule.values, value);
    if (replacement !== undefined) edited.replace(member.value, JSON.stringify(replacement));
  } else if ("group" in rule) group(file, member.value, rule);
  else if ("spread" in rule) spread(file, member, rule.spread);
  else if ("lift" in rule && props !== undefined) {
    edited.insert(props.start + 1, ` ${edited.textOf(member.node)},`);
    removeMember(edited, member.node);
  } else if ("member" in rule) {
    const inner = objectMembersOf(member.value).find(({ key }) => key === rule.member);
    if (inner !== undefined) edited.replace(member.value, edited.textOf(inner.value));
  } else if ("todo" in rule) file.todo(member.node, `\`${member.key}\`: ${rule.todo}`);
}

/** `{ name }` keeps its value: `{ id: name }`. */
function renameKey(edited: EditedText, { node, keyNode, value }: ObjectMember, key: string): void {
  if (node.shorthand === true) edited.replace(node, `${key}: ${edited.textOf(value)}`);
  else edited.replace(keyNode, key);
}

/** Removes a member with the comma behind it, and its line if nothing else is in it. */
export function removeMember(edited: EditedText, { start, end }: SyntaxNode): void {
  const { original } = edited;
  const comma = /^\s*,/.exec(original.slice(end))?.[0] ?? "";
  const member = { start, end: end + comma.length };
  const space = /^[^\S\n]*/.exec(original.slice(member.end))?.[0] ?? "";
  edited.replace(wholeLines(original, member) ?? { start, end: member.end + space.length }, "");
}

/** Moves members into an object, which stands where the first of them was. */
function group(
  { edited, objectOf }: ChangedFile,
  node: SyntaxNode,
  { group: name, keys, ofType }: Extract<PropRule, { readonly group: string }>,
): void {
  const members = objectMembersOf(objectOf(node));
  const type = stringOf(members.find(({ key }) => key === "type")?.value);
  const [first, ...others] = members.filter(({ key }) => keys.includes(key));
  if (type !== ofType || first === undefined) return;
  const indent = indentAt(edited.original, first.node.start);
  const lines = [first, ...others].map(
    (each) => `${indent}  ${edited.textOf(each.node).replaceAll("\n", "\n  ")},\n`,
  );
  for (const each of others) removeMember(edited, each.node);
  edited.replace(first.node, `${name}: {\n${lines.join("")}${indent}}`);
}

/** Puts the members of an object in its place. */
function spread(
  file: ChangedFile,
  { node, value }: ObjectMember,
  defaults: Readonly<Record<string, string>>,
): void {
  const literal = file.objectOf(value);
  if (literal === undefined || literal !== value) {
    file.todo(node, "The members of this object belong to the object around it.");
    return;
  }
  const { edited } = file;
  const indent = indentAt(edited.original, node.start);
  const text = edited.textOf({ start: literal.start + 1, end: literal.end - 1 });
  const nested = /^\s*\n([^\S\n]*)/.exec(text)?.[1] ?? indent;
  const inner = text.trim().replace(/,$/, "").replaceAll(`\n${nested}`, `\n${indent}`);
  const given = new Set(objectMembersOf(literal).map(({ key }) => key));
  const missing = Object.keys(defaults).flatMap((key) => (given.has(key) ? [] : [defaults[key]]));
  edited.replace(node, [inner, ...missing].join(`,\n${indent}`));
}
