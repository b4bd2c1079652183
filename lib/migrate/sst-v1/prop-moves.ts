import { indentAt } from "./edited-text";
import { findMembers, removeMember } from "./prop-changes";
import type { SstStackFile } from "./stack-source";
import { children, type ObjectMember, objectMembersOf, type SyntaxNode, unwrapped } from "./syntax";

/** A prop that moves. `at` and `to` are paths in the props; `*` at the end of both is any key. */
export interface PropMove {
  readonly at: string;
  /** The same path for a value that changes in its place, and none for a prop that is not needed any more. */
  readonly to: string;
  /**
   * The new value as TypeScript, or several props at the new path. Undefined for a value that a person must write.
   *
   * @default - the value stays
   */
  readonly as?: (file: SstStackFile, value: SyntaxNode) => string | NewValues | undefined;
  /** The values that move. @default - all */
  readonly only?: (value: SyntaxNode) => boolean;
}

/** Values of several props, as TypeScript. */
export type NewValues = Readonly<Record<string, string>>;

/** New props by key: the text of a value, or an object of props. */
type NewProps = Map<string, string | NewProps>;

/** Moves props, and reports each: as done, or with the place where a person must write it. */
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
  // Without the indentation of the old place.
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

function setProp(props: NewProps, [key = "", ...rest]: readonly string[], text: string): void {
  if (rest.length === 0) {
    props.set(key, text);
    return;
  }
  const present = props.get(key);
  const inner: NewProps = present instanceof Map ? present : new Map();
  props.set(key, inner);
  setProp(inner, rest, text);
}

/** The outermost members of which nothing is left. */
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

/** Writes the new props: into the objects that are there, and the others where the first moved prop was. */
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

/** Each prop as text; `space` is between the props of its objects. */
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
