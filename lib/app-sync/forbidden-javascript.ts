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
  const root = program as unknown as Node;
  const declared = declaredNames(root);
  const recursive = findRecursiveCalls(root);
  visit(root, (node) => {
    const what = forbiddenIn(node, declared) ?? recursive.get(node);
    if (what === undefined) return;
    const { line = 1, column = 0 } = node.loc?.start ?? {};
    found.push({ line, column: column + 1, what });
  });
  return found;
}

function forbiddenIn(node: Node, declared: ReadonlySet<string>): string | undefined {
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
      return forbiddenGlobal(node.callee as Node, declared);
    case "MemberExpression":
      return forbiddenGlobal(node.object as Node, declared);
    case "ImportDeclaration":
      return forbiddenImport(node.source as Node);
    default:
      return undefined;
  }
}

/** The handlers' own names may be those of globals. */
function forbiddenGlobal({ type, name }: Node, declared: ReadonlySet<string>): string | undefined {
  const global = String(name);
  const isForbidden = type === "Identifier" && forbiddenGlobals.includes(global) && !declared.has(global);
  return isForbidden ? global : undefined;
}

function forbiddenImport({ value }: Node): string | undefined {
  return /^@aws-appsync\/utils(\/|$)/.test(String(value)) ? undefined : `the module ${JSON.stringify(value)}`;
}

/** The names that the code declares, in any scope. */
function declaredNames(program: Node): ReadonlySet<string> {
  const names = new Set<string>();
  const take = (pattern: unknown): void => {
    if (isNode(pattern))
      visit(pattern, ({ type, name }) => void (type === "Identifier" && names.add(String(name))));
  };
  visit(program, (node) => {
    if (/^Import\w*Specifier$/.test(node.type)) take(node.local);
    if (node.type === "VariableDeclarator" || node.type === "FunctionDeclaration") take(node.id);
    for (const parameter of Array.isArray(node.params) ? node.params : []) take(parameter);
  });
  return names;
}

/** The calls by which functions of the module come to call themselves. */
function findRecursiveCalls(program: Node): ReadonlyMap<Node, string> {
  const calls = new Map<string, { readonly name: string; readonly node: Node }[]>();
  visit(program, (node) => {
    const { type, id, init } = node;
    const body = type === "VariableDeclarator" ? init : node;
    if (!isNode(id) || !isNode(body) || !/Function/.test(body.type)) return;
    const called: { readonly name: string; readonly node: Node }[] = [];
    visit(body, (inner) => {
      const { callee } = inner;
      if (inner.type !== "CallExpression" || !isNode(callee) || callee.type !== "Identifier") return;
      called.push({ name: String(callee.name), node: inner });
    });
    calls.set(String(id.name), called);
  });
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean => {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return (calls.get(from) ?? []).some(({ name }) => reaches(name, to, seen));
  };
  return new Map(
    [...calls].flatMap(([caller, called]) =>
      called
        .filter(({ name }) => calls.has(name) && reaches(name, caller))
        .map(({ name, node }) => [node, `recursion by ${name}()`] as const),
    ),
  );
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;

function visit(node: Node, on: (node: Node) => void): void {
  on(node);
  for (const [key, child] of Object.entries(node)) {
    if (key === "loc") continue;
    const children: readonly unknown[] = Array.isArray(child) ? child : [child];
    for (const each of children) {
      if (isNode(each)) visit(each, on);
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
