import { readFileSync } from "node:fs";
import { extname } from "node:path";
import type * as acorn from "acorn";
import { type Loader, transformSync } from "esbuild";
import { escapePattern } from "../../facts/text/escape-pattern";
import type { NodeArtifact } from "../artifact";
import { type BundleFailure, failurePerHandler } from "../failure";
import { exportedPath } from "./handler";
import { parseProgram } from "./installed/syntax";
import { entryOf } from "./options";
import { sourceFileOf } from "./source-file";

/**
 * Finds handlers whose file exports a value that is certainly not a function: an object, a text, a class.
 *
 * The result of a call and an export of another file may be functions: both are accepted.
 */
export function findUncallable(artifact: NodeArtifact): readonly BundleFailure[] {
  // A plugin may turn the source into a function.
  if (artifact.isOfPackage === true || artifact.plugins !== undefined) return [];
  let text: string;
  try {
    text = readFileSync(sourceFileOf(artifact), "utf8");
  } catch {
    // The bundler reports that it is missing.
    return [];
  }
  return failurePerHandler(artifact, "handler-not-function", "handler", (handler) => {
    const name = exportedPath(handler, artifact.entry);
    // A member of an export: `functions/notes.api.get`.
    if (name.includes(".") || !mayBeUncallable(text, name)) return undefined;
    const what = describe(exportedValue(text, extname(artifact.entry), name));
    return what === undefined ? undefined : { value: handler, name, file: entryOf(artifact), what };
  });
}

/** Spares nearly every file the parser: a function is exported as one. */
function mayBeUncallable(text: string, name: string): boolean {
  const word = escapePattern(name);
  return new RegExp(
    `(?<![\\w$])${word}\\s*(?::[^=;]*)?=\\s*(?:[{["'\`\\d/!+-]|(?:null|undefined|void|true|false|class)\\b)|\\bclass\\s+${word}(?![\\w$])|\\bas\\s+"?${word}(?![\\w$])|\\bmodule\\.exports\\s*=${name === "default" ? "|\\bexport\\s+default\\b" : ""}`,
  ).test(text);
}

function exportedValue(text: string, ending: string, name: string): acorn.AnyNode | undefined {
  let code: string;
  try {
    ({ code } = transformSync(text, { loader: loaders[ending] ?? "jsx", logLevel: "silent" }));
  } catch {
    // The bundler reports its syntax, or it is bundled with another loader.
    return undefined;
  }
  const { body = [] } = parseProgram(code) ?? {};
  const value = body.map((each) => valueIn(each, name)).findLast((each) => each !== undefined);
  return value?.type === "Identifier" ? constantOf(body, value.name) : value;
}

const loaders: Readonly<Record<string, Loader>> = { ".ts": "ts", ".mts": "ts", ".cts": "ts", ".tsx": "tsx" };

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
      return "a list";
    case "ClassDeclaration":
    case "ClassExpression":
      return "a class";
    case "TemplateLiteral":
      return "a text";
    case "Literal":
      return (node.raw ?? "a value").slice(0, 40);
    case "UnaryExpression":
    case "BinaryExpression":
      return "a value";
    default:
      return undefined;
  }
}
