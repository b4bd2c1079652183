import { parseSync } from "@swc/core";

/** One change of a source file: the bytes from `start` to `end` become `replacement`. */
export interface Mutation {
  readonly start: number;
  readonly end: number;
  readonly original: string;
  readonly replacement: string;
  readonly line: number;
}

interface SyntaxNode {
  readonly type: string;
  readonly span?: { readonly start: number; readonly end: number };
  readonly [key: string]: unknown;
}

const operators: Readonly<Record<string, string>> = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "&&": "||",
  "||": "&&",
  "??": "&&",
};

/** Types and imports are not code that runs, and the words of messages are not behaviour. */
const skipped =
  /^(Import|Export(All|Named)|Ts(Type|Interface|Keyword|Literal|Union|Array|Function))|TemplateElement$/;

/** All changes of one expression each that the tests should notice. */
export function mutationsOf(source: string): readonly Mutation[] {
  // Spans count bytes, also those of files that were parsed before, from the first token on.
  const prefix = ";";
  const bytes = Buffer.from(prefix + source.replace(/^#!/, "//"));
  const program = parseSync(bytes.toString(), { syntax: "typescript", decorators: true, target: "es2022" });
  const base = program.span.start;
  const found: Mutation[] = [];
  const textOf = (start: number, end: number): string => bytes.subarray(start - base, end - base).toString();
  const add = (node: SyntaxNode, replacement: string): void => {
    if (node.span === undefined) return;
    const { start, end } = node.span;
    const line = bytes
      .subarray(0, start - base)
      .toString()
      .split("\n").length;
    const original = textOf(start, end);
    if (original === replacement) return;
    found.push({
      start: start - base - prefix.length,
      end: end - base - prefix.length,
      original,
      replacement,
      line,
    });
  };
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if (isNode(value)) {
      if (skipped.test(value.type)) return;
      mutate(value, add, textOf);
    }
    for (const child of Object.values(value)) visit(child);
  };
  visit(program.body);
  return found;
}

function mutate(
  node: SyntaxNode,
  add: (node: SyntaxNode, replacement: string) => void,
  textOf: (start: number, end: number) => string,
): void {
  const text = (child: unknown): string =>
    isNode(child) && child.span !== undefined ? textOf(child.span.start, child.span.end) : "";
  switch (node.type) {
    case "BooleanLiteral":
      return add(node, String(!node.value));
    case "NumericLiteral":
      return add(node, String(Number(node.value) + 1));
    case "BinaryExpression": {
      const other = operators[String(node.operator)];
      if (other === undefined) return;
      const changed = `(${text(node.left)}) ${other} (${text(node.right)})`;
      // Beside another `??`, a bare `&&` would be an error of syntax.
      return add(node, node.operator === "??" ? `(${changed})` : changed);
    }
    case "ConditionalExpression":
      return add(node, `(${text(node.test)}) ? (${text(node.alternate)}) : (${text(node.consequent)})`);
    case "IfStatement":
      if (isNode(node.test)) add(node.test, `!(${text(node.test)})`);
      return;
    case "UnaryExpression":
      if (node.operator === "!") add(node, text(node.argument));
      return;
    case "ExpressionStatement":
      // A call with an unused result has an effect. The compiler refuses an empty statement after `if`.
      if (isNode(node.expression) && /^(Call|Await)Expression$/.test(node.expression.type)) add(node, "{}");
      return;
    case "SpreadElement":
      // The node has no span of its own. Nothing is spread: without the dots, the comma after them would be a syntax error.
      if (isNode(node.arguments)) add(node.arguments, "{}");
      return;
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && typeof (value as SyntaxNode).type === "string";
}
