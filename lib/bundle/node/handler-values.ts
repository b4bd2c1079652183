import { readFileSync } from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import type * as acorn from "acorn";
import { type Loader, transformSync } from "esbuild";
import { escapePattern } from "../../facts/text/escape-pattern";
import type { NodeArtifact } from "../artifact";
import { type BundleFailure, failurePerHandler } from "../failure";
import { isFile } from "../files/list-files";
import { exportedPath, nodeExtensions } from "./handler";
import { parseProgram } from "./installed/syntax";
import { entryOf } from "./options";
import { sourceFileOf } from "./source-file";

/**
 * Finds handlers whose file exports a value that cannot be a function: an object, a string or a class, from this file or
 * another file of the project.
 *
 * The result of a call and an export of a package may be functions, so both are accepted.
 *
 * @param text - the source of the handler, if it was read already
 */
export function findUncallable(
  artifact: NodeArtifact,
  text: string | undefined = readSource(sourceFileOf(artifact)),
): readonly BundleFailure[] {
  // A plugin may turn the source into a function.
  if (text === undefined || artifact.isOfPackage === true || artifact.plugins !== undefined) return [];
  return failurePerHandler(artifact, "handler-not-function", "handler", (handler) => {
    const name = exportedPath(handler, artifact.entry);
    // A member of an export: `functions/notes.api.get`.
    if (name.includes(".") || !mayBeUncallable(text, name)) return undefined;
    const entry = sourceFileOf(artifact);
    const found = findExport({ file: entry, text, name });
    const what = describe(found?.value);
    if (found === undefined || what === undefined) return undefined;
    const origin = found.file === entry ? "" : ` from ${relative(artifact.appPath, found.file)}`;
    return { value: handler, name, file: entryOf(artifact), what: what + origin };
  });
}

/** The text of a source; undefined for one that cannot be read, which the bundler reports. */
export function readSource(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** Avoids parsing nearly every file: most handlers are exported as functions. */
function mayBeUncallable(text: string, name: string): boolean {
  const word = escapePattern(name);
  const fromElsewhere = `\\bexport\\s*(?:\\*|\\{[^}]*(?<![\\w$])${word}(?![\\w$]))|(?<![\\w$])${word}\\s*=\\s*[\\w$]+\\s*(?:;|$)`;
  if (/\bfrom\s*["']\.\.?\//.test(text) && new RegExp(fromElsewhere, "m").test(text)) return true;
  return new RegExp(
    `(?<![\\w$])${word}\\s*(?::[^=;]*)?=\\s*(?:[{["'\`\\d/!+-]|(?:null|undefined|void|true|false|class)\\b)|\\bclass\\s+${word}(?![\\w$])|\\bas\\s+"?${word}(?![\\w$])|\\bmodule\\.exports\\s*=${name === "default" ? "|\\bexport\\s+default\\b" : ""}`,
  ).test(text);
}

interface Export {
  readonly file: string;
  readonly text: string;
  readonly name: string;
}

/** The value of an export and its file, following re-exports within the project. */
function findExport(
  { file, text, name }: Export,
  seen: readonly string[] = [],
): { readonly value: acorn.AnyNode; readonly file: string } | undefined {
  const body = statementsOf(text, extname(file));
  let value = body.map((each) => valueIn(each, name)).findLast((each) => each !== undefined);
  // Follows constants that refer to others, at most once for each statement.
  for (const _ of body) {
    if (value?.type !== "Identifier") break;
    value = constantOf(body, value.name) ?? value;
  }
  if (value !== undefined && value.type !== "Identifier") return { value, file };
  for (const [source, original] of body.flatMap((each) => originsIn(each, name, value?.name))) {
    const origin = /^\.\.?\//.test(source) ? findFile(join(dirname(file), source)) : undefined;
    if (origin === undefined || seen.includes(origin)) continue;
    const found = findExport({ file: origin, text: readSource(origin) ?? "", name: original }, [
      ...seen,
      origin,
    ]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function statementsOf(text: string, ending: string): readonly acorn.AnyNode[] {
  try {
    const { code } = transformSync(text, { loader: loaders[ending] ?? "jsx", logLevel: "silent" });
    return parseProgram(code)?.body ?? [];
  } catch {
    // The bundler reports the syntax error, or uses another loader for the file.
    return [];
  }
}

const loaders: Readonly<Record<string, Loader>> = { ".ts": "ts", ".mts": "ts", ".cts": "ts", ".tsx": "tsx" };

/** The file of an import: the path itself, its TypeScript source, the path with an extension, or the index of a folder. */
const findFile = (path: string): string | undefined =>
  [
    path,
    path.replace(/\.([cm]?)js(x?)$/, ".$1ts$2"),
    ...["", "/index"].flatMap((name) => nodeExtensions.map((ending) => path + name + ending)),
  ].find(isFile);

/** The module and the name from which a statement takes an export or a variable. */
function originsIn(
  statement: acorn.AnyNode,
  name: string,
  variable: string | undefined,
): readonly (readonly [source: string, name: string])[] {
  switch (statement.type) {
    case "ExportAllDeclaration":
      // Not for \`export * as\`; and \`export *\` does not include the default export.
      return statement.exported != null || name === "default" ? [] : [[String(statement.source.value), name]];
    case "ExportNamedDeclaration":
      return statement.specifiers.flatMap(({ exported, local }) =>
        statement.source != null && nameOf(exported) === name
          ? [[String(statement.source.value), nameOf(local) ?? name] as const]
          : [],
      );
    case "ImportDeclaration":
      return statement.specifiers.flatMap((each) => {
        if (each.local.name !== variable || each.type === "ImportNamespaceSpecifier") return [];
        const original = each.type === "ImportDefaultSpecifier" ? "default" : nameOf(each.imported);
        return [[String(statement.source.value), original ?? name] as const];
      });
    default:
      return [];
  }
}

/** The value that a statement exports by this name; for the name of a variable, its identifier. */
function valueIn(statement: acorn.AnyNode, name: string): acorn.AnyNode | undefined {
  if (statement.type === "ExportDefaultDeclaration")
    return name === "default" ? statement.declaration : undefined;
  if (statement.type === "ExportNamedDeclaration") {
    if (statement.declaration != null) return constantOf([statement.declaration], name);
    if (statement.source != null) return undefined;
    return statement.specifiers.find(({ exported }) => nameOf(exported) === name)?.local;
  }
  if (statement.type !== "ExpressionStatement" || statement.expression.type !== "AssignmentExpression")
    return undefined;
  const { left, right } = statement.expression;
  if (left.type !== "MemberExpression") return undefined;
  const isModule = isNamed(left.object, "module") && isNamed(left.property, "exports");
  if (isModule && right.type === "ObjectExpression") return memberOf(right, name);
  const isExports =
    isNamed(left.object, "exports") ||
    (left.object.type === "MemberExpression" && isNamed(left.object.property, "exports"));
  return isExports && isNamed(left.property, name) ? right : undefined;
}

const nameOf = (node: acorn.AnyNode): string | undefined =>
  node.type === "Identifier" ? node.name : node.type === "Literal" ? String(node.value) : undefined;

const isNamed = (node: acorn.AnyNode, name: string): boolean =>
  node.type === "Identifier" && node.name === name;

function memberOf({ properties }: acorn.ObjectExpression, name: string): acorn.AnyNode | undefined {
  const last = properties.findLast((each) => each.type === "SpreadElement" || nameOf(each.key) === name);
  return last?.type === "Property" && last.kind === "init" ? last.value : undefined;
}

/** The value of a constant or a class. A variable may become a function later. */
function constantOf(body: readonly acorn.AnyNode[], name: string): acorn.AnyNode | undefined {
  for (const each of body) {
    const statement = each.type === "ExportNamedDeclaration" ? each.declaration : each;
    if (statement?.type === "ClassDeclaration" && statement.id?.name === name) return statement;
    if (statement?.type !== "VariableDeclaration" || statement.kind !== "const") continue;
    const found = statement.declarations.find(({ id }) => isNamed(id, name));
    if (found?.init != null) return found.init;
  }
  return undefined;
}

/** The kind of a value, for an error; undefined for a value that may be a function. */
function describe(node: acorn.AnyNode | undefined): string | undefined {
  switch (node?.type) {
    case "ObjectExpression": {
      const keys = node.properties.flatMap((each) =>
        each.type === "Property" ? (nameOf(each.key) ?? []) : [],
      );
      return keys.length === 0
        ? "an object"
        : `an object with ${keys.includes("fetch") ? "fetch" : keys.slice(0, 3).join(", ")}`;
    }
    case "ArrayExpression":
      return "an array";
    case "ClassDeclaration":
    case "ClassExpression":
      return "a class";
    case "TemplateLiteral":
      return "a string";
    case "Literal":
      return (node.raw ?? "a value").slice(0, 40);
    case "UnaryExpression":
    case "BinaryExpression":
      return "a value";
    default:
      return undefined;
  }
}
