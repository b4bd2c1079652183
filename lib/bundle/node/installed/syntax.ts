import type * as acorn from "acorn";

export type Visited = acorn.AnyNode;

/** The ancestors of a node, the innermost one last. */
export type Around = readonly Visited[];

/** The program of a JavaScript file; undefined if the text is not JavaScript. */
export function parseProgram(text: string): acorn.Program | undefined {
  const { parse } = require("acorn") as typeof acorn;
  for (const sourceType of ["module", "script"] as const) {
    try {
      return parse(text, {
        sourceType,
        ecmaVersion: "latest",
        locations: true,
        allowHashBang: true,
        allowReturnOutsideFunction: true,
      });
    } catch {
      // It may be the other kind of module. The bundler reports errors of both kinds.
    }
  }
  return undefined;
}

/** Visits all parts of a program, in the order of the text. */
export function visitParts(program: acorn.Program, each: (node: Visited, around: Around) => void): void {
  const around: Visited[] = [];
  const walk = (node: Visited): void => {
    each(node, around);
    around.push(node);
    for (const value of Object.values(node) as readonly unknown[]) {
      for (const child of Array.isArray(value) ? (value as readonly unknown[]) : [value])
        if (isNode(child)) walk(child);
    }
    around.pop();
  };
  walk(program);
}

const isNode = (value: unknown): value is Visited =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as { readonly type?: unknown }).type === "string";

/** Whether an error at a node is caught: it is in the block of a `try` with `catch`, in the same function. */
export function isCaught(node: Visited, around: Around): boolean {
  const path = [...around, node];
  return around.some(
    (each, index) => each.type === "TryStatement" && each.handler !== null && path[index + 1] === each.block,
  );
}

const functions: ReadonlySet<string> = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
]);

/** Whether a node runs only when a function is called. */
export const isInFunction = (around: Around): boolean => around.some(({ type }) => functions.has(type));

export const isParameter = (name: string, around: Around): boolean =>
  around.some(
    (each) =>
      "params" in each && each.params.some((param) => param.type === "Identifier" && param.name === name),
  );
