import { ownValue } from "../../facts/errors/own-value";
import type { PropRule } from "./construct-rules";
import { type EditedText, indentAt, type SstStackFile, wholeLines } from "./stack-source";
import { children, type ObjectMember, objectMembersOf, type SyntaxNode, stringOf, unwrapped } from "./syntax";

export interface ChangedFile {
  readonly edited: EditedText;
  /** The object literal that an expression is, also by the name of a constant. */
  readonly objectOf: (node: SyntaxNode | undefined) => SyntaxNode | undefined;
  readonly todo: (node: SyntaxNode, text: string) => void;
}

/** The members at a path, where `*` is any key. */
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

/** Removes a member with the comma after it, and its line if that is empty. */
function removeMember(edited: EditedText, { start, end }: SyntaxNode): void {
  const { original } = edited;
  const comma = /^\s*,/.exec(original.slice(end))?.[0] ?? "";
  const member = { start, end: end + comma.length };
  const space = /^[^\S\n]*/.exec(original.slice(member.end))?.[0] ?? "";
  edited.replace(wholeLines(original, member) ?? { start, end: member.end + space.length }, "");
}

/** Moves members into an object at the place of the first of them. */
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

/** Replaces an object with its members. */
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

/** A prop that moves. `at` and `to` are paths in the props; `*` at the end of both is any key. */
export interface PropMove {
  readonly at: string;
  /** The same as `at` for a value that changes in place, and empty for a prop that is no longer needed. */
  readonly to: string;
  /**
   * The new value as TypeScript, or several props at the new path. Undefined for a value that the user must write.
   *
   * @default - the value is unchanged
   */
  readonly as?: (file: SstStackFile, value: SyntaxNode) => string | NewValues | undefined;
  /** The values that move. @default - all */
  readonly only?: (value: SyntaxNode) => boolean;
}

export type NewValues = Readonly<Record<string, string>>;

/** New props by key: the text of a value, or an object of props. */
export type NewProps = Map<string, string | NewProps>;

/** Moves props, and reports each: as done, or with the place where the user must write it. */
export function moveProps(
  file: SstStackFile,
  props: SyntaxNode | undefined,
  moves: readonly PropMove[],
): void {
  const literal = file.objectOf(props);
  if (literal === undefined) return;
  const found = new Map<SyntaxNode, { readonly member: ObjectMember; readonly move: PropMove }>();
  for (const move of moves)
    for (const member of findMembers({ objectOf: unwrapped }, literal, move.at.split(".")))
      if (!found.has(member.node) && (move.only?.(member.value) ?? true))
        found.set(member.node, { member, move });
  const made: NewProps = new Map();
  const inOrder = [...found.values()].sort((one, other) => one.member.node.start - other.member.node.start);
  const moved = inOrder.filter(({ member, move }) => moveProp(file, member, move, made));
  const taken = new Set(moved.map(({ member }) => member.node));
  const emptied = emptiedMembers(literal, taken);
  const [first, ...others] = emptied;
  if (first === undefined) return;
  for (const each of others) removeMember(file.edited, each.node);
  placeProps(file, literal, first, made);
}

/** Whether the prop leaves its place. */
function moveProp(
  file: SstStackFile,
  member: ObjectMember,
  { at, to, as }: PropMove,
  made: NewProps,
): boolean {
  const target = to.replace("*", file.textOf(member.keyNode));
  const moved = as === undefined ? file.textOf(member.value) : as(file, member.value);
  const indent = indentAt(file.edited.original, member.node.start);
  // Without the old indentation.
  const text = typeof moved === "string" ? moved.replaceAll(`\n${indent}`, "\n") : moved;
  if (text === undefined) file.todo(member.node, `\`${member.key}\`: write it as \`${target}\`.`);
  else if (at === to && typeof text === "string") file.edited.replace(member.value, text);
  else {
    const result = target === "" ? "is not needed" : `became \`${target}\``;
    file.note(member.node, `\`${at.replace("*", member.key)}\` ${result}.`);
    for (const [key, each] of typeof text === "string" ? [["", text] as const] : Object.entries(text))
      if (target !== "") setProp(made, [...target.split("."), ...(key === "" ? [] : [key])], each);
    return true;
  }
  return false;
}

export function setProp(props: NewProps, [key = "", ...rest]: readonly string[], text: string): void {
  if (rest.length === 0) {
    props.set(key, text);
    return;
  }
  const present = props.get(key);
  const inner: NewProps = present instanceof Map ? present : new Map();
  props.set(key, inner);
  setProp(inner, rest, text);
}

/** The outermost members that are empty after the moves. */
function emptiedMembers(literal: SyntaxNode, taken: ReadonlySet<SyntaxNode>): readonly ObjectMember[] {
  const isEmptied = ({ node, value }: ObjectMember): boolean => {
    if (taken.has(node)) return true;
    const inner = objectMembersOf(value);
    return (
      inner.length > 0 && inner.length === children(value, "properties").length && inner.every(isEmptied)
    );
  };
  return objectMembersOf(literal).flatMap((member) =>
    isEmptied(member) ? [member] : emptiedMembers(member.value, taken),
  );
}

/** Writes the new props into existing objects, or at the place of the first moved prop. */
function placeProps(file: SstStackFile, literal: SyntaxNode, first: ObjectMember, made: NewProps): void {
  const { edited } = file;
  const indent = indentAt(edited.original, first.node.start);
  const added: NewProps = new Map();
  for (const [key, value] of made) {
    const present = objectMembersOf(literal).find((each) => each.key === key && each.node !== first.node);
    const target = value instanceof Map ? file.objectOf(present?.value) : undefined;
    if (target === undefined || !(value instanceof Map)) added.set(key, value);
    else edited.insert(target.start + 1, ` ${printed(value, "", " ").join(", ")},`);
  }
  if (added.size === 0) removeMember(edited, first.node);
  else edited.replace(first.node, printed(added, indent, "\n").join(`,\n${indent}`));
}

/** Props as an object on one line. */
export const objectText = (props: NewProps): string => `{ ${printed(props, "", " ").join(", ")} }`;

/** Each prop as text; `space` separates the props of its objects. */
function printed(props: NewProps, indent: string, space: " " | "\n"): readonly string[] {
  const isLines = space === "\n";
  const inner = isLines ? indent + (indent.startsWith("\t") ? "\t" : "  ") : "";
  return [...props].map(([key, value]) => {
    if (!(value instanceof Map)) return `${key}: ${value.replaceAll("\n", `\n${indent}`)}`;
    const members = printed(value, inner, space).map((text) =>
      isLines ? `\n${inner}${text},` : ` ${text},`,
    );
    return `${key}: {${members.join("").replace(isLines ? "" : /,$/, "")}${space}${isLines ? indent : ""}}`;
  });
}
