import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { type Expression, nodesOf, type Program, type SyntaxNode, sourceReader } from "./parse-source";

/** One arrow of the import graph. */
export interface Import {
  /** The file that imports, relative to the folder: `cli/main.ts`. */
  readonly from: string;
  /** The file that is imported, relative to the folder; or the specifier of a package: `cdktf`. */
  readonly to: string;
  readonly isPackage: boolean;
  /** The compiler erases it, because it imports only types. */
  readonly isTypeOnly: boolean;
}

/** The files of new projects: they are not modules of the library. */
const templates = /(^|\/)init\/templates\//;

/** The TypeScript files below a folder: their text, by their path in it. */
export function readSources(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /\.m?ts$/.test(file) && !templates.test(file))
    .sort();
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), "utf8")]));
}

/**
 * Every import of these files, types included.
 *
 * @param isComplete - whether an import of a file that is not among them is an error; otherwise it is left out
 */
export function readImports(sources: Readonly<Record<string, string>>, isComplete = true): readonly Import[] {
  return Object.entries(sources).flatMap(([file, source]) => {
    const imports = importsOf(file, source, (other) => other in sources);
    const missing = imports.filter(
      ({ to, isPackage }) => !isPackage && !(to in sources) && !to.startsWith("../"),
    );
    if (isComplete && missing[0] !== undefined) {
      throw new Error(`${file} imports ${missing[0].to}, and there is no such file.`);
    }
    return imports.filter((each) => !missing.includes(each));
  });
}

function importsOf(file: string, source: string, exists: (file: string) => boolean): readonly Import[] {
  return specifiersOf(source, file).flatMap(({ specifier, isTypeOnly }): readonly Import[] => {
    if (!specifier.startsWith(".")) return [{ from: file, to: specifier, isPackage: true, isTypeOnly }];
    const to = resolveImport(file, specifier, exists);
    // `package.json` and the like are outside of the folder, and data imports nothing.
    return to.startsWith("../") || to.endsWith(".json")
      ? []
      : [{ from: file, to, isPackage: false, isTypeOnly }];
  });
}

const specifiersOf = sourceReader(importedSpecifiers);

function importedSpecifiers(program: Program): readonly { specifier: string; isTypeOnly: boolean }[] {
  return nodesOf(program).flatMap((node) => {
    const specifier = specifierOf(node);
    return specifier === undefined ? [] : { specifier, isTypeOnly: isErased(node) };
  });
}

/** The specifier that a node imports, if it is an import of any form. */
function specifierOf(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportAllDeclaration":
      return node.source.value;
    case "ExportNamedDeclaration":
      return node.source?.value;
    case "TSImportEqualsDeclaration":
      return node.moduleReference.type === "TSExternalModuleReference"
        ? node.moduleReference.expression.value
        : undefined;
    case "TSImportType":
      return textOf(node.argument);
    case "CallExpression":
      return isImportCall(node.callee) ? textOf(node.arguments[0]) : undefined;
    default:
      return undefined;
  }
}

/** `import(...)`, `require(...)` or `require.resolve(...)`. */
function isImportCall(callee: { readonly type: string }): boolean {
  const called = callee as Expression | { readonly type: "Import" };
  if (called.type === "Import") return true;
  if (called.type === "Identifier") return called.name === "require";
  return (
    called.type === "MemberExpression" &&
    called.object.type === "Identifier" &&
    called.object.name === "require" &&
    called.property.type === "Identifier" &&
    called.property.name === "resolve"
  );
}

/** A computed specifier is not one of our files: it is the name of an optional package, or a handler's file. */
function textOf(argument: { readonly type: string } | undefined): string | undefined {
  const expression = argument as Expression | undefined;
  if (expression?.type === "TSAsExpression") return textOf(expression.expression);
  return expression?.type === "StringLiteral" ? expression.value : undefined;
}

function isErased(node: SyntaxNode): boolean {
  switch (node.type) {
    case "TSImportType":
      return true;
    case "ImportDeclaration":
      return node.importKind === "type" || areTypes(node.specifiers, "importKind");
    case "ExportNamedDeclaration":
      return node.exportKind === "type" || areTypes(node.specifiers, "exportKind");
    case "ExportAllDeclaration":
      return node.exportKind === "type";
    case "TSImportEqualsDeclaration":
      return node.importKind === "type";
    default:
      return false;
  }
}

/** `import { type A, type B }`; `import "./a"` has no names, and stays. */
function areTypes(specifiers: readonly object[], kind: "importKind" | "exportKind"): boolean {
  return (
    specifiers.length > 0 &&
    specifiers.every((each) => (each as { readonly [key in typeof kind]?: unknown })[kind] === "type")
  );
}

/** The file that a relative specifier names, which may not exist; compiled names stand for their sources. */
export function resolveImport(file: string, specifier: string, exists: (file: string) => boolean): string {
  const path = posix.join(posix.dirname(file), specifier);
  const candidates = [
    `${path}.ts`,
    `${path}.mts`,
    path.replace(/\.(m?)js$/, ".$1ts"),
    posix.join(path, "index.ts"),
  ];
  return candidates.find((candidate) => /\.m?ts$/.test(candidate) && exists(candidate)) ?? path;
}
