/** A node of acorn's syntax tree. */
export interface Node {
  readonly type: string;
  readonly loc?: { readonly start: { readonly line: number; readonly column: number } } | null | undefined;
  readonly [key: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;

/** Visits a node and all its descendants, each with its parent and its key in the parent. */
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
