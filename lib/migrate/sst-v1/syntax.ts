import { parse } from "@babel/parser";
import { onlyText } from "../../facts/text/record";
import { fail } from "../errors";

/** A node of the syntax tree. Its fields are those of Babel's trees, and are read with `child` and `children`. */
export interface SyntaxNode {
  readonly type: string;
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && typeof (value as SyntaxNode).type === "string";

export function child(node: SyntaxNode | undefined, field: string): SyntaxNode | undefined {
  const value = node?.[field];
  return isNode(value) ? value : undefined;
}

export function children(node: SyntaxNode | undefined, field: string): readonly SyntaxNode[] {
  const value = node?.[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The text in a field, for example the name of an identifier. */
export function textField(node: SyntaxNode | undefined, field: string): string | undefined {
  return onlyText(node?.[field]);
}

export const nameOf = (node: SyntaxNode | undefined): string | undefined =>
  node?.type === "Identifier" ? textField(node, "name") : undefined;

export const stringOf = (node: SyntaxNode | undefined): string | undefined =>
  node?.type === "StringLiteral" ? textField(node, "value") : undefined;

const wrappers = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "ParenthesizedExpression",
]);

/** An expression without type syntax: `props as ApiProps` is `props`. */
export function unwrapped(node: SyntaxNode | undefined): SyntaxNode | undefined {
  let inner = node;
  while (inner !== undefined && wrappers.has(inner.type)) inner = child(inner, "expression");
  return inner;
}

export interface ObjectMember {
  readonly key: string;
  readonly node: SyntaxNode;
  readonly keyNode: SyntaxNode;
  readonly value: SyntaxNode;
}

/** The members of an object literal whose keys are known. */
export function objectMembersOf(node: SyntaxNode | undefined): readonly ObjectMember[] {
  if (node?.type !== "ObjectExpression") return [];
  return children(node, "properties").flatMap((each) => {
    const keyNode = child(each, "key");
    const value = unwrapped(child(each, "value"));
    const isComputed = each.computed === true;
    const key = nameOf(keyNode) ?? stringOf(keyNode);
    if (each.type !== "ObjectProperty" || isComputed || !keyNode || !value || key === undefined) return [];
    return [{ key, node: each, keyNode, value }];
  });
}

/** Visits a tree from its leaves to its root, so that inner nodes are changed before outer ones. */
export function walk(
  node: SyntaxNode,
  visit: (node: SyntaxNode, above: readonly SyntaxNode[]) => void,
): void {
  const above: SyntaxNode[] = [];
  const descend = (each: SyntaxNode): void => {
    above.push(each);
    for (const [field, value] of Object.entries(each)) {
      if (field.endsWith("Comments") || field === "loc" || field === "extra") continue;
      if (isNode(value)) descend(value);
      else if (Array.isArray(value)) for (const item of value) if (isNode(item)) descend(item);
    }
    above.pop();
    visit(each, above);
  };
  descend(node);
}

export function parseModule(text: string, file: string): SyntaxNode {
  try {
    const jsx = /\.[cm]?ts$/.test(file) ? [] : (["jsx"] as const);
    const { program } = parse(text, {
      sourceType: "module",
      plugins: ["typescript", "decorators-legacy", ...jsx],
      allowReturnOutsideFunction: true,
      createParenthesizedExpressions: true,
    });
    return program as unknown as SyntaxNode;
  } catch (error) {
    const { loc, message } = error as { readonly loc?: { readonly line: number }; readonly message: string };
    return fail("serverform migrate", "migrate-file-invalid", `${file}:${loc?.line ?? 1}`, {
      reason: message.replace(/ \(\d+:\d+\)$/, ""),
    });
  }
}
