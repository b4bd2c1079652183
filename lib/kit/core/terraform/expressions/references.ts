import type { TerraformExpression } from "../../../../facts/expressions/syntax";

export interface UsedNames {
  /** Paths of the values that it reads, up to the first computed part: `["data", "aws_region", "current", "name"]`. */
  readonly references: readonly (readonly string[])[];
  readonly functions: readonly string[];
}

/** The names that an expression uses, except those that its own `for` and `[*]` define. */
export function usedNames(expression: TerraformExpression): UsedNames {
  const references: string[][] = [];
  const functions: string[] = [];

  const visit = (each: TerraformExpression, own: ReadonlySet<string>): void => {
    const all = (list: readonly TerraformExpression[], names = own): void => {
      for (const inner of list) visit(inner, names);
    };
    switch (each.kind) {
      case "literal":
        return;
      case "template":
        return all(each.parts);
      case "variable":
      case "index":
        return path(each, own);
      case "splat":
        visit(each.of, own);
        return visit(each.read, new Set([...own, each.each]));
      case "call":
        functions.push(each.name);
        return all(each.inputs);
      case "unary":
        return visit(each.of, own);
      case "binary":
        return all([each.left, each.right]);
      case "conditional":
        return all([each.test, each.then, each.otherwise]);
      case "list":
        return all(each.items);
      case "object":
        return all(each.entries.flat());
      case "for": {
        visit(each.of, own);
        const inner = new Set([...own, ...each.names]);
        return all(
          [each.key, each.value, each.test].filter((part) => part !== undefined),
          inner,
        );
      }
    }
  };

  /** A name with the parts after it. Keys in brackets may be expressions. */
  const path = (end: TerraformExpression, own: ReadonlySet<string>): void => {
    const keys: TerraformExpression[] = [];
    let start = end;
    while (start.kind === "index") {
      keys.unshift(start.key);
      start = start.of;
    }
    for (const key of keys) visit(key, own);
    if (start.kind !== "variable") return visit(start, own);
    if (own.has(start.name)) return;
    const computed = keys.findIndex(({ kind }) => kind !== "literal");
    const known = computed === -1 ? keys : keys.slice(0, computed);
    references.push([start.name, ...known.map((key) => (key.kind === "literal" ? String(key.value) : ""))]);
  };

  visit(expression, new Set());
  return { references, functions };
}
