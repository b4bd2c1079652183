import { readFileSync, statSync } from "node:fs";
import { isBuiltin } from "node:module";
import { extname, resolve, sep } from "node:path";
import type * as acorn from "acorn";
import type { Message, Metafile } from "esbuild";
import { type InstalledPackage, packageOf } from "./package-of";
import { type Around, isCaught, isParameter, parseProgram, type Visited, visitParts } from "./syntax";

/** A place where a package loads a module that the bundle does not contain. */
interface Place {
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly lineText: string;
}

/** Places by file and the time of its last change. Packages rarely change, and functions share them. */
const known = new Map<string, { readonly stamp: string; readonly places: readonly Place[] }>();

/**
 * Warnings about installed packages that load modules by a computed name, one for each file.
 *
 * esbuild leaves such a call unchanged. It fails in the deployed function, which has only this file of the package. No
 * warning if the package catches the error, or if the caller provides the path, such as that of a configuration file.
 */
export function computedRequires(appPath: string, { inputs, outputs }: Metafile): readonly Message[] {
  const packages = new Map<string, InstalledPackage | undefined>();
  const bundled = bundledFiles(outputs);
  return Object.entries(inputs).flatMap(([file, { imports }]) => {
    if (!file.includes("node_modules/") || !scripts.has(extname(file)) || bundled?.has(file) === false)
      return [];
    const globs = imports.flatMap(({ path }) => (path.includes("*") ? [path] : []));
    const absolute = resolve(appPath, file);
    const [place, ...others] = placesIn(absolute, globs);
    if (place === undefined) return [];
    const owner = packageOf(absolute, packages);
    if (owner === undefined || isUsual(owner, absolute)) return [];
    return [warning(owner.name, file, place, others.length)];
  });
}

const scripts: ReadonlySet<string> = new Set([".js", ".cjs", ".mjs"]);

/** Files that are at least partly in a bundle. Undefined if the metafile does not contain this. */
function bundledFiles(outputs: Metafile["outputs"]): ReadonlySet<string> | undefined {
  const shares = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs));
  if (shares.length === 0) return undefined;
  return new Set(shares.flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])));
}

/**
 * Widely used packages that load modules only on request of the project: template engines, and configuration of command
 * lines.
 */
const usual: Readonly<Record<string, string>> = {
  express: `lib${sep}view.js`,
  yargs: "apply-extends.js",
};

const isUsual = ({ name }: InstalledPackage, file: string): boolean => {
  const quiet = Object.hasOwn(usual, name) ? usual[name] : undefined;
  return quiet !== undefined && file.endsWith(quiet);
};

function warning(name: string, file: string, place: Place, others: number): Message {
  const more =
    others === 0 ? "" : ` (also in ${others} more ${others === 1 ? "place" : "places"} of the file)`;
  const list = `[${JSON.stringify(name)}]`;
  return {
    id: "computed-require",
    pluginName: "",
    text: `The package "${name}" loads a module that the bundle does not contain, because its name is computed at run time${more}.`,
    location: { file, namespace: "", suggestion: "", ...place },
    notes: [
      {
        location: null,
        text: `If your function comes there, it fails. Install the package beside the bundle: bundle.nodeModules: ${list}.`,
      },
      {
        location: null,
        text: `If a layer has the package, name it in bundle.externalModules: ${list}.`,
      },
    ],
    detail: undefined,
  };
}

/** @param globs - patterns for which esbuild bundles all files */
function placesIn(file: string, globs: readonly string[]): readonly Place[] {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts === undefined) return [];
  const stamp = `${facts.mtimeMs} ${facts.size} ${globs.join()}`;
  const before = known.get(file);
  if (before?.stamp === stamp) return before.places;
  const text = readFileSync(file, "utf8");
  const places = mayCompute.test(text) ? findPlaces(text, globs) : [];
  known.set(file, { stamp, places });
  return places;
}

/** A call of `require` or `import` whose argument is not a string, or a function that loads modules like `require`. */
const mayCompute =
  /\b(?:require|import)\s*\(\s*(?!["')\s])|\b(?:require|import)\s*\(\s*["'][^"'\n]*["']\s*[+.]|\bcreateRequire\b/;

function findPlaces(text: string, globs: readonly string[]): readonly Place[] {
  const program = parseProgram(text);
  if (program === undefined) return [];
  const loaders = loadersIn(program);
  const places: Place[] = [];
  const lines = text.split("\n");
  visitParts(program, (node, around) => {
    const argument = loadedBy(node, around, loaders);
    if (argument === undefined || isCaught(node, around)) return;
    const isFound =
      node.type === "ImportExpression"
        ? constantOf(argument) === undefined && namesOwnFile(argument) && !isGlob(argument, globs)
        : isMissing(node, argument, loaders, globs);
    if (!isFound || node.loc == null) return;
    const { line, column } = node.loc.start;
    const lineText = lines[line - 1] ?? "";
    // Minified files have lines that people do not read.
    places.push({
      line,
      column,
      length: node.end - node.start,
      lineText: lineText.length > 200 ? "" : lineText,
    });
  });
  return places;
}

/** Names of functions that load modules, and whether the bundler knows them. */
type Loaders = ReadonlyMap<string, "bundled" | "unknown">;

/** `require`, and the results of `createRequire`. */
function loadersIn(program: acorn.Program): Loaders {
  const loaders = new Map<string, "bundled" | "unknown">([["require", "bundled"]]);
  visitParts(program, (node) => {
    if (node.type === "FunctionDeclaration" && node.id?.name === "require") loaders.delete("require");
    if (node.type !== "VariableDeclarator" || node.id.type !== "Identifier") return;
    const { name } = node.id;
    if (isCreateRequire(node.init)) loaders.set(name, "unknown");
    else if (name === "require") loaders.delete(name);
  });
  return loaders;
}

function isCreateRequire(node: acorn.Expression | null | undefined): boolean {
  if (node?.type !== "CallExpression") return false;
  const { callee } = node;
  const name = callee.type === "MemberExpression" ? callee.property : callee;
  return name.type === "Identifier" && name.name === "createRequire";
}

/** The argument of a call that loads a module. Undefined for other parts. */
function loadedBy(node: Visited, around: Around, loaders: Loaders): acorn.Expression | undefined {
  if (node.type === "ImportExpression") return node.source;
  if (node.type !== "CallExpression" || node.callee.type !== "Identifier") return undefined;
  const { name } = node.callee;
  const [argument] = node.arguments;
  if (!loaders.has(name) || isParameter(name, around)) return undefined;
  return argument === undefined || argument.type === "SpreadElement" ? undefined : argument;
}

function isMissing(
  node: Visited,
  argument: acorn.Expression,
  loaders: Loaders,
  globs: readonly string[],
): boolean {
  const callee = node.type === "CallExpression" && node.callee.type === "Identifier" ? node.callee.name : "";
  const constant = constantOf(argument);
  if (constant !== undefined) {
    const isPlain = argument.type === "Literal" || argument.type === "TemplateLiteral";
    return !isBuiltin(constant) && !(isPlain && loaders.get(callee) === "bundled");
  }
  if (isGlob(argument, globs)) return false;
  return namesOwnFile(argument) || !namesFile(argument);
}

/** The constant text of an expression. */
function constantOf(node: Visited): string | undefined {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node.type === "TemplateLiteral")
    return node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? undefined) : undefined;
  if (node.type !== "BinaryExpression" || node.operator !== "+") return undefined;
  const [left, right] = [constantOf(node.left), constantOf(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

/** Whether esbuild has bundled all files that an expression may name, with their extensions. */
function isGlob(argument: Visited, globs: readonly string[]): boolean {
  const [first = "", last = ""] = [edgeOf(argument, "first"), edgeOf(argument, "last")];
  // A name without its extension is not found: the bundle contains the files under their full names.
  return (
    /^\.\.?\//.test(first) &&
    last.includes(".") &&
    globs.some((glob) => glob.startsWith(first) && glob.endsWith(last))
  );
}

/** The text that an expression begins or ends with. */
function edgeOf(node: Visited, side: "first" | "last"): string | undefined {
  if (node.type === "TemplateLiteral")
    return node.quasis.at(side === "first" ? 0 : -1)?.value.cooked ?? undefined;
  if (node.type === "BinaryExpression") return edgeOf(side === "first" ? node.left : node.right, side);
  return constantOf(node);
}

/** Whether an expression contains a text of the package, or the path of its file. */
function namesOwnFile(node: Visited): boolean {
  if (node.type === "Literal") return typeof node.value === "string" && node.value.trim() !== "";
  if (node.type === "Identifier") return node.name === "__dirname" || node.name === "__filename";
  if (node.type === "TemplateLiteral")
    return node.quasis.some(({ value }) => value.raw !== "") || node.expressions.some(namesOwnFile);
  if (node.type === "BinaryExpression") return namesOwnFile(node.left) || namesOwnFile(node.right);
  return node.type === "CallExpression" && node.arguments.some(namesOwnFile);
}

/** Whether the name of an expression shows that the caller provides the path. */
function namesFile(node: Visited): boolean {
  if (node.type === "Identifier") return /path|file|folder|dir|config|url$/i.test(node.name);
  if (node.type === "MemberExpression") return namesFile(node.property) || namesFile(node.object);
  if (node.type === "CallExpression") return node.arguments.some(namesFile);
  return false;
}
