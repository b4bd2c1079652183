import type * as acorn from "acorn";
import { isNode, type Node, visit } from "./syntax-tree";

/** A feature of JavaScript that the runtime does not have. */
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

/**
 * The globals of the runtime. The page of AWS names these, and not the conversions of numbers, which are part of the language without
 * any object: they are allowed, so that valid code is not refused.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/supported-features.html
 */
export const runtimeGlobals: readonly string[] = [
  "Object",
  "Array",
  "String",
  "Number",
  "Boolean",
  "Math",
  "JSON",
  "Error",
  "NaN",
  "Infinity",
  "undefined",
  "console",
  "parseInt",
  "parseFloat",
  "isNaN",
  "isFinite",
];
/** Globals of browsers and of modules. Those of Node are in `globalThis`. */
const otherGlobals: readonly string[] = ["window", "self", "require", "module", "exports"];

const replacements: Readonly<Record<string, string>> = {
  Date: "util.time",
  RegExp: "util.matches()",
  Map: "an object",
  Set: "an array",
  atob: "util.base64Decode()",
  btoa: "util.base64Encode()",
};

/**
 * Finds syntax and globals that the runtime APPSYNC_JS does not have.
 *
 * Sources: https://docs.aws.amazon.com/appsync/latest/devguide/supported-features.html,
 * https://docs.aws.amazon.com/appsync/latest/devguide/utility-resolvers.html
 */
export function findForbiddenParts(program: acorn.Program): readonly ForbiddenPart[] {
  const found: ForbiddenPart[] = [];
  const root = program as unknown as Node;
  const declared = declaredNames(root);
  const [recursive, values] = [findRecursiveCalls(root), findFunctionValues(root)];
  visit(root, (node, holder, key) => {
    const isName = node.type === "Identifier" && !isOnlyAName(holder, key);
    const what =
      (isName ? forbiddenGlobal(node, declared) : forbiddenIn(node)) ??
      recursive.get(node) ??
      values.get(node);
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
      if ("bigint" in node) return "a number with n";
      return "regex" in node ? "a regular expression, use util.matches()" : undefined;
    case "ImportDeclaration":
      return forbiddenImport(node.source as Node);
    default:
      return undefined;
  }
}

/** Whether an identifier is the name of a property, an export or a label, or the operand of `typeof`, and reads no variable. */
function isOnlyAName(holder: Node | undefined, key: string): boolean {
  if (holder === undefined) return false;
  if (holder.type === "UnaryExpression" && holder.operator === "typeof") return true;
  if (/^(?:Import|Export)\w*Specifier$/.test(holder.type)) return true;
  const isOfAnother = key === "property" || (key === "key" && holder.shorthand !== true);
  return (isOfAnother && holder.computed !== true) || key === "label";
}

/** Code may declare names that are also names of globals. */
function forbiddenGlobal({ name }: Node, declared: ReadonlySet<string>): string | undefined {
  const global = String(name);
  if (runtimeGlobals.includes(global) || declared.has(global)) return undefined;
  // AWS reports names that no runtime has.
  if (!otherGlobals.includes(global) && !Object.hasOwn(globalThis, global)) return undefined;
  const instead = Object.hasOwn(replacements, global) ? `, use ${replacements[global]}` : "";
  return `${global}${instead}`;
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

/** The calls through which functions of the module call themselves. */
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

/**
 * Finds functions that are used as values. The runtime supports this only for arguments of array methods.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/utility-resolvers.html (no-function-passing,
 * no-function-return, no-function-reassign), and "Function" in supported-features.html there
 */
function findFunctionValues(program: Node): ReadonlyMap<Node, string> {
  const own = ownFunctions(program);
  const found = new Map<Node, string>();
  const isFunction = (node: unknown): node is Node =>
    isNode(node) &&
    (/^(?:Arrow)?FunctionExpression$/.test(node.type) ||
      (node.type === "Identifier" && own.has(String(node.name))));
  visit(program, (node) => {
    const { callee, body, argument, left } = node;
    if (node.type === "CallExpression" && isNode(callee)) {
      if (callee.type === "Identifier" && own.has(String(callee.name))) {
        for (const given of (node.arguments as readonly unknown[]).filter(isFunction)) {
          found.set(given, `a function as an argument of ${String(callee.name)}()`);
        }
      }
      const { object, property } = callee;
      const method = isNode(property) ? String(property.name) : "";
      if (isFunction(object) && ["apply", "bind", "call"].includes(method)) {
        found.set(callee, `${method}() of a function`);
      }
    }
    if (node.type === "ReturnStatement" && isFunction(argument)) found.set(argument, "a function as result");
    if (node.type === "ArrowFunctionExpression" && isFunction(body)) found.set(body, "a function as result");
    if (
      node.type === "AssignmentExpression" &&
      isNode(left) &&
      left.type === "Identifier" &&
      isFunction(left)
    ) {
      found.set(node, `another value for the function ${String(left.name)}`);
    }
  });
  return found;
}

/** Names that refer to functions of the module in every scope. */
function ownFunctions(program: Node): ReadonlySet<string> {
  const functions = new Set<string>();
  const others = new Set<string>();
  const takeOthers = (pattern: unknown): void => {
    if (isNode(pattern))
      visit(pattern, ({ type, name }) => void (type === "Identifier" && others.add(String(name))));
  };
  visit(program, ({ type, id, init, params, local }) => {
    const isBound = type === "VariableDeclarator" && !(isNode(init) && /Function/.test(init.type));
    const isNamed = type === "FunctionDeclaration" || type === "VariableDeclarator";
    if (isNamed && !isBound && isNode(id) && id.type === "Identifier") functions.add(String(id.name));
    if (isBound) takeOthers(id);
    for (const parameter of Array.isArray(params) ? params : []) takeOthers(parameter);
    if (/^Import\w*Specifier$/.test(type)) takeOthers(local);
  });
  return new Set([...functions].filter((name) => !others.has(name)));
}
