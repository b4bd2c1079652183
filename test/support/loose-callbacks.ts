import { parseSource } from "./parse-source";

/** A callback or a promise whose fault would end the process. */
export interface LooseCallback {
  readonly file: string;
  readonly line: number;
  /** The beginning of the code. */
  readonly code: string;
  readonly remedy: string;
  /** The range of the callback in the source. */
  readonly range: readonly [start: number, end: number];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly loc: { readonly start: { readonly line: number } };
  readonly [field: string]: unknown;
}

/** A node with the nodes around it, the innermost first. */
interface Found {
  readonly node: Node;
  readonly around: readonly Node[];
}

/**
 * Names of methods and functions that call a function later, outside of the promise of the caller: those of Node, of `ws`, of chokidar and
 * of `Timers`.
 */
const callLater = new Set(
  [
    "on once addListener prependListener prependOnceListener addEventListener",
    "setTimeout setInterval setImmediate queueMicrotask nextTick after unrefTimeout",
    "createServer createSecureServer watch watchFile handleUpgrade",
    "exec execFile fork pipeline finished lookup subscribe",
    // With a function as an argument, these are the callback forms of streams, sockets and requests.
    "close end send ping connect createConnection request question terminate kill",
  ].flatMap((line) => line.split(" ")),
);

/** Methods that take a name or a time first, and then a function, which may also be a name. */
const takesNamed = new Set(
  "on once addListener prependListener prependOnceListener addEventListener setTimeout setInterval setImmediate queueMicrotask nextTick after createServer createSecureServer".split(
    " ",
  ),
);

const guard = "contained";
const background = "inBackground";

const remedies = {
  callback: `wrap it: ${guard}("<part>", callback)`,
  promise: `await it, catch it, or pass it to ${background}("<part>", promise)`,
  handler: `wrap the function: ${guard}("<part>", callback)`,
  error: 'use on("error", ...): a second error without a listener ends the process',
  listen: "bind the server with listen() of lib/local/invoke, which also takes its later errors",
} as const;

/** Finds the callbacks in a source that do not go through `contained`, and the promises that are not awaited. */
export function looseCallbacks(source: string, file: string): readonly LooseCallback[] {
  const found: LooseCallback[] = [];
  const program = parseSource(source, file) as unknown as Node;
  const known = containedNames(program);
  visit(program, [], (each) => {
    for (const [node, remedy] of looseParts(each, known)) {
      found.push({
        file,
        line: node.loc.start.line,
        code: source.slice(each.node.start, each.node.end).replace(/\s+/g, " ").slice(0, 90),
        remedy: remedies[remedy],
        range: [node.start, node.end],
      });
    }
  });
  return found;
}

type Loose = readonly [node: Node, remedy: keyof typeof remedies];

function looseParts({ node, around }: Found, known: ReadonlySet<string>): readonly Loose[] {
  if (node.type === "ClassProperty" && startsLoop(node.value as Node | null, known))
    return [[node, "promise"]];
  if (node.type === "AssignmentExpression") {
    const isMember = (node.left as Node).type === "MemberExpression" && node.operator === "=";
    if (isMember && startsLoop(node.right as Node, known)) return [[node, "promise"]];
    const name = nameOf(node.left as Node);
    const right = node.right as Node;
    const isHandler = (node.left as Node).type === "MemberExpression" && /^on(?!ce$)[a-z]+$/.test(name);
    return isHandler && isLoose(right, around, known) ? [[right, "handler"]] : [];
  }
  if (node.type === "UnaryExpression" && node.operator === "void") {
    const given = node.argument as Node;
    return given.type === "CallExpression" && !returnsNoPromise(given) ? [[node, "promise"]] : [];
  }
  if (node.type !== "CallExpression" && node.type !== "OptionalCallExpression") return [];
  const name = nameOf(node.callee as Node);
  const given = node.arguments as readonly Node[];
  if (name === "then" || name === "finally" || name === "catch")
    return looseChain(node, name, given, around, known);
  // `once` and `on` are methods. A function of one of these names is another one.
  const isMethod = (node.callee as Node).type !== "Identifier";
  if (name === "listen" && isMethod && /server$/i.test(nameOf((node.callee as Node).object as Node)))
    return [[node, "listen"]];
  const [first] = given;
  if (name === "once" && first?.type === "StringLiteral" && first.value === "error") return [[node, "error"]];
  if (!callLater.has(name) || (!isMethod && takesNamed.has(name) && /^(on|once|after)$/.test(name)))
    return [];
  const callbacks = given.filter((each, index) => {
    if (isFunction(each)) return true;
    const isNamed = each.type === "Identifier" || each.type === "MemberExpression";
    return isNamed && takesNamed.has(name) && index === placeOf(name, given.length);
  });
  return callbacks
    .filter((each) => isLoose(each, [node, ...around], known))
    .map((each) => [each, "callback"]);
}

/** `this.run()`, where `run` is asynchronous: a loop whose rejection is not handled until the server stops. */
function startsLoop(value: Node | null, known: ReadonlySet<string>): boolean {
  if (value?.type !== "CallExpression") return false;
  const callee = value.callee as Node;
  const isOwn = callee.type === "MemberExpression" && (callee.object as Node).type === "ThisExpression";
  return isOwn && known.has(`async ${nameOf(callee)}`);
}

/** The place of the function among the arguments, for methods that take a name. */
function placeOf(name: string, count: number): number {
  if (/^(setTimeout|setInterval|setImmediate|queueMicrotask|nextTick)$/.test(name)) return 0;
  return /^create/.test(name) ? count - 1 : 1;
}

/**
 * A promise that is made of another one must be waited for, or take its rejection: `a.then(b)` rejects if `a` or `b` does.
 */
function looseChain(
  node: Node,
  name: string,
  given: readonly Node[],
  around: readonly Node[],
  handled: ReadonlySet<string>,
): readonly Loose[] {
  const [parent, next] = around;
  if (name === "catch" || (name === "then" && given.length > 1)) {
    // The promise of the last handlers: they may throw, too.
    const isLast = parent?.type === "ExpressionStatement";
    return isLast && given.some((each) => isLoose(each, [node, ...around], handled))
      ? [[node, "promise"]]
      : [];
  }
  const isChained =
    parent?.type === "MemberExpression" &&
    /^(then|catch|finally)$/.test(nameOf(parent)) &&
    parent.object === node;
  // The chain is judged at its last link; a `catch` or a second function handles the errors before it.
  if (isChained && next?.type === "CallExpression") return [];
  const awaits = around.find(
    (each) =>
      !/^(TS\w+|ParenthesizedExpression|ConditionalExpression|LogicalExpression|ArrayExpression|SpreadElement|ObjectExpression|ObjectProperty)$/.test(
        each.type,
      ),
  );
  const isPassedOn =
    awaits?.type === "AwaitExpression" ||
    awaits?.type === "ReturnStatement" ||
    (awaits?.type === "ArrowFunctionExpression" && awaits.body !== undefined) ||
    (awaits?.type === "AssignmentExpression" && given.length > 0 && given.every(isGuard)) ||
    (awaits?.type === "CallExpression" &&
      /^(inBackground|settled|trackIn|all|allSettled|race|run)$/.test(nameOf(awaits.callee as Node)));
  const holder = awaits?.type === "VariableDeclarator" ? nameOf(awaits.id as Node) : heldBy(awaits);
  return isPassedOn || handled.has(`promise ${holder}`) ? [] : [[node, "promise"]];
}

/** `this.last` of `this.last = work.then(next)`. */
const heldBy = (node: Node | undefined): string =>
  node?.type === "AssignmentExpression" ? nameInText(node.left as Node) : "";

function nameInText(node: Node): string {
  return node.type === "MemberExpression" ? `.${nameOf(node)}` : nameOf(node);
}

/** Whether a function that is called later may throw. */
function isLoose(given: Node, around: readonly Node[], known: ReadonlySet<string>): boolean {
  if (given.type === "CallExpression") return !isGuard(given);
  if (given.type === "Identifier") {
    const name = String(given.name);
    return name !== "undefined" && !known.has(name) && !settles(name, around);
  }
  if (given.type === "MemberExpression") return !known.has(`this.${nameOf(given)}`);
  if (!isFunction(given)) return false;
  return !isHarmless(given, around);
}

/** A function that does nothing, ends something, or settles the promise around it with a value that it is given. */
function isHarmless(given: Node, around: readonly Node[]): boolean {
  const body = given.body as Node;
  if (body.type === "BlockStatement") {
    const statements = body.body as readonly Node[];
    if (statements.length === 0) return true;
    const [first] = statements;
    return (
      statements.length === 1 &&
      first?.type === "ExpressionStatement" &&
      isSettling(first.expression as Node, around)
    );
  }
  return isSettling(body, around);
}

const plain = /^(Identifier|StringLiteral|NumericLiteral|BooleanLiteral|NullLiteral)$/;

/** Methods that end or forget something, and never throw: those of streams, collections and `AbortController`. */
const endings = /^(destroy|delete|abort)$/;

function isSettling(node: Node, around: readonly Node[]): boolean {
  if (node.type !== "CallExpression") return false;
  const callee = node.callee as Node;
  const isPlain = (node.arguments as readonly Node[]).every((each) => plain.test(each.type));
  if (!isPlain) return false;
  return callee.type === "Identifier" ? settles(String(callee.name), around) : endings.test(nameOf(callee));
}

/** Whether a name is a parameter of the function of `new Promise` around it. */
function settles(name: string, around: readonly Node[]): boolean {
  return around.some((each, index) => {
    const outer = around[index + 1];
    return (
      isFunction(each) &&
      outer?.type === "NewExpression" &&
      nameOf(outer.callee as Node) === "Promise" &&
      (each.params as readonly Node[]).some((param) => param.name === name)
    );
  });
}

/** Constants and members that are guarded functions, and functions that do nothing. */
function containedNames(program: Node): ReadonlySet<string> {
  const names = new Set<string>();
  visit(program, [], ({ node, around }) => {
    if (node.type === "VariableDeclarator" && isSafe(node.init as Node | null, around))
      names.add(nameOf(node.id as Node));
    if (node.type === "ClassProperty" && isSafe(node.value as Node | null, around))
      names.add(`this.${nameOf(node.key as Node)}`);
    if (node.type === "FunctionDeclaration" && isHarmless(node, around)) names.add(nameOf(node.id as Node));
    if (node.type === "ClassMethod" && node.async === true) names.add(`async ${nameOf(node.key as Node)}`);
    for (const each of handledPromises(node)) names.add(`promise ${each}`);
  });
  return names;
}

/** Names of promises that are awaited, returned or caught somewhere in the file. A member must be caught where it is made. */
function handledPromises(node: Node): readonly string[] {
  if (node.type === "AwaitExpression" || node.type === "ReturnStatement") {
    const given = node.argument as Node | null;
    return given?.type === "Identifier" ? [nameOf(given)] : [];
  }
  if (node.type !== "CallExpression") return [];
  const callee = node.callee as Node;
  if (nameOf(callee) === background) return (node.arguments as readonly Node[]).slice(1).map(nameInText);
  if (callee.type !== "MemberExpression") return [];
  const of = callee.object as Node;
  // The promise that `then` returns is judged by itself. A member is often made of its own last value.
  const isHandled =
    nameOf(callee) === "catch" || (of.type === "Identifier" && /^(then|finally)$/.test(nameOf(callee)));
  return isHandled ? [nameInText(of)] : [];
}

function isSafe(value: Node | null, around: readonly Node[]): boolean {
  if (value === null || value === undefined) return false;
  return isGuard(value) || (isFunction(value) && isHarmless(value, around));
}

const isGuard = (node: Node): boolean =>
  node.type === "CallExpression" && nameOf(node.callee as Node) === guard;

/** `return void response.end()`: a method of a stream that returns the stream, or one of a collection. */
function returnsNoPromise(node: Node): boolean {
  if (/^(add|delete|push|set)$/.test(nameOf(node.callee as Node))) return true;
  let at = node;
  while (at.type === "CallExpression" || at.type === "OptionalCallExpression") {
    const callee = at.callee as Node;
    if (callee.type !== "MemberExpression" && callee.type !== "OptionalMemberExpression") return false;
    at = callee.object as Node;
  }
  return /^(response|socket|stream)$/.test(nameOf(at));
}

const isFunction = ({ type }: Node): boolean =>
  type === "ArrowFunctionExpression" || type === "FunctionExpression";

/** `on` of `child.stdout?.on`; empty for a computed name. */
function nameOf(node: Node | null | undefined): string {
  if (node?.type === "Identifier") return String(node.name);
  if (node?.type === "MemberExpression" || node?.type === "OptionalMemberExpression")
    return nameOf(node.property as Node);
  return "";
}

function visit(node: Node, around: readonly Node[], take: (found: Found) => void): void {
  take({ node, around });
  const inside = [node, ...around];
  for (const [field, child] of Object.entries(node)) {
    if (/^(loc|extra|\w+Comments|typeAnnotation|returnType|typeParameters)$/.test(field)) continue;
    for (const each of Array.isArray(child) ? child : [child]) {
      if (typeof each === "object" && each !== null && "type" in each) visit(each as Node, inside, take);
    }
  }
}
