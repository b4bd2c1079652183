/** A part of a program in JavaScript, as acorn reads it. */
export interface Node {
  readonly type: string;
  readonly loc?: { readonly start: { readonly line: number; readonly column: number } } | null | undefined;
  readonly [key: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;

/** Shows a part and all parts of it, each with the one that holds it and the name under which it does. */
export function visit(
  node: Node,
  on: (node: Node, holder: Node | undefined, key: string) => void,
  holder?: Node,
  key = "",
): void {
  on(node, holder, key);
  for (const [name, child] of Object.entries(node)) {
    if (name === "loc") continue;
    const children: readonly unknown[] = Array.isArray(child) ? child : [child];
    for (const each of children) {
      if (isNode(each)) visit(each, on, node, name);
    }
  }
}
