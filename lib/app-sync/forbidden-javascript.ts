import type * as acorn from "acorn";

/** A part of JavaScript that the runtime does not have. */
export interface ForbiddenPart {
  readonly line: number;
  readonly column: number;
  /** `while`, `the operator in`, ... */
  readonly what: string;
}

/** Names of statements and expressions that are always refused. */
const byType: Readonly<Record<string, string>> = {
  ForStatement: "for (...; ...; ...), use for-of or for-in",
  WhileStatement: "while",
  DoWhileStatement: "do-while",
  ContinueStatement: "continue",
  LabeledStatement: "a label",
  TryStatement: "try",
  ThrowStatement: "throw, use util.error()",
  WithStatement: "with",
  ClassDeclaration: "class",
  ClassExpression: "class",
  AwaitExpression: "await",
  YieldExpression: "yield",
  ThisExpression: "this",
  NewExpression: "new",
  ImportExpression: "import()",
  MetaProperty: "import.meta",
  DebuggerStatement: "debugger",
};

const forbiddenOperators: readonly string[] = ["in", "instanceof"];
const forbiddenGlobals: readonly string[] = [
  "Promise",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "fetch",
  "require",
  "process",
  "eval",
  "Function",
  "globalThis",
];

interface Node {
  readonly type: string;
  readonly loc?: { readonly start: { readonly line: number; readonly column: number } } | null | undefined;
  readonly [key: string]: unknown;
}

/**
 * Finds what the runtime APPSYNC_JS does not have.
 *
 * Sources: https://docs.aws.amazon.com/appsync/latest/devguide/supported-features.html,
 * https://docs.aws.amazon.com/appsync/latest/devguide/utility-resolvers.html
 */
export function findForbiddenParts(program: acorn.Program): readonly ForbiddenPart[] {
  const found: ForbiddenPart[] = [];
  visit(program as unknown as Node, (node) => {
    const what = forbiddenIn(node);
    if (what === undefined) return;
    const { line = 1, column = 0 } = node.loc?.start ?? {};
    found.push({ line, column: column + 1, what });
  });
  return found;
}

function forbiddenIn(node: Node): string | undefined {
  const { type } = node;
  if (Object.hasOwn(byType, type)) return byType[type];
  if (node.async === true) return "async";
  if (node.generator === true) return "a generator";
  switch (type) {
    case "ForOfStatement":
      return node.await === true ? "for await" : undefined;
    case "UpdateExpression":
      return `the operator ${String(node.operator)}, use ${node.operator === "++" ? "+= 1" : "-= 1"}`;
    case "UnaryExpression":
      return node.operator === "~" ? "the operator ~" : undefined;
    case "BinaryExpression":
      return forbiddenOperators.includes(String(node.operator))
        ? `the operator ${String(node.operator)}${node.operator === "in" ? ", use Object.hasOwn()" : ""}`
        : undefined;
    case "Literal":
      return "regex" in node ? "a regular expression, use util.matches()" : undefined;
    case "CallExpression":
      return forbiddenCall(node.callee as Node);
    case "ImportDeclaration":
      return forbiddenImport(node.source as Node);
    default:
      return undefined;
  }
}

function forbiddenCall({ type, name, object }: Node): string | undefined {
  const called = type === "MemberExpression" ? (object as Node) : { type, name };
  const isForbidden = called.type === "Identifier" && forbiddenGlobals.includes(String(called.name));
  return isForbidden ? String(called.name) : undefined;
}

function forbiddenImport({ value }: Node): string | undefined {
  return /^@aws-appsync\/utils(\/|$)/.test(String(value)) ? undefined : `the module ${JSON.stringify(value)}`;
}

function visit(node: Node, on: (node: Node) => void): void {
  on(node);
  for (const [key, child] of Object.entries(node)) {
    if (key === "loc") continue;
    const children: readonly unknown[] = Array.isArray(child) ? child : [child];
    for (const each of children) {
      if (typeof each === "object" && each !== null && "type" in each) visit(each as Node, on);
    }
  }
}

/** Names of what a module exports. */
export function exportedNames({ body }: acorn.Program): readonly string[] {
  return body.flatMap((node) => {
    if (node.type !== "ExportNamedDeclaration") return [];
    const { declaration, specifiers } = node;
    const named = specifiers.map(({ exported }) =>
      "name" in exported ? exported.name : String(exported.value),
    );
    if (declaration === null || declaration === undefined) return named;
    if (declaration.type === "VariableDeclaration") {
      return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
    }
    return declaration.id === null ? [] : [declaration.id.name];
  });
}
