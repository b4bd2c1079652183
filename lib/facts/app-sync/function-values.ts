import { isNode, type Node, visit } from "./syntax-tree";

/**
 * Finds functions that are used as values, which the runtime does not have. Methods of arrays take them.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/utility-resolvers.html (no-function-passing,
 * no-function-return, no-function-reassign), and "Function" in supported-features.html there
 */
export function findFunctionValues(program: Node): ReadonlyMap<Node, string> {
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

/** Names that stand for functions of the module, and in no scope for anything else. */
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
