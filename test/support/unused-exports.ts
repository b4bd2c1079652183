import { resolveImport } from "./import-graph";
import { nodesOf, type Program, type Statement, sourceReader } from "./parse-source";

/** A function, class or constant that no other file imports: `cli/main.ts run`. */
export type UnusedExport = `${string} ${string}`;

/** Imports that take every name of a file: `import * as x`, `export *` and `import("./x")`. */
const everything = "*";

/**
 * The values that a file exports and no other file imports, and names in the `index.ts` of a folder that nothing takes from there.
 *
 * Types count only in an `index.ts`: elsewhere, the type of an exported function's parameter belongs to its signature. A file that no
 * other one imports is an entry, and all of its exports count as used.
 *
 * @param readers - texts outside of these files, such as tests; a name that one of them contains counts as used
 */
export function unusedExports(
  files: Readonly<Record<string, string>>,
  readers: readonly string[] = [],
): readonly UnusedExport[] {
  const imported = importedNames(files);
  const words = new Set<string>();
  for (const text of readers) for (const word of text.match(/\w+/g) ?? []) words.add(word);
  return Object.entries(files).flatMap(([file, source]) => {
    const taken = imported.get(file);
    if (taken === undefined || taken.has(everything)) return [];
    return exportedNames(source, file)
      .filter((name) => !taken.has(name) && !words.has(name))
      .map((name): UnusedExport => `${file} ${name}`);
  });
}

function importedNames(files: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const [file, source] of Object.entries(files)) {
    for (const { specifier, taken } of importsOf(source, file)) {
      if (!specifier.startsWith(".")) continue;
      const to = resolveImport(file, specifier, (other) => other in files);
      const known = names.get(to) ?? new Set();
      for (const name of taken) known.add(name);
      names.set(to, known);
    }
  }
  return names;
}

interface TakenNames {
  readonly specifier: string;
  readonly taken: readonly string[];
}

const importsOf = sourceReader(takenNames);

function takenNames(program: Program): readonly TakenNames[] {
  return nodesOf(program).flatMap((node): readonly TakenNames[] => {
    switch (node.type) {
      case "ImportDeclaration":
        return [{ specifier: node.source.value, taken: node.specifiers.map(importedName) }];
      case "ExportNamedDeclaration":
        return node.source
          ? [{ specifier: node.source.value, taken: node.specifiers.map(importedName) }]
          : [];
      case "ExportAllDeclaration":
        return [{ specifier: node.source.value, taken: node.exportKind === "type" ? [] : [everything] }];
      case "TSImportType":
        return [{ specifier: textOf(node.argument), taken: [everything] }];
      case "CallExpression":
        return [{ specifier: textOf(node.arguments[0]), taken: [everything] }];
      default:
        return [];
    }
  });
}

/** The name in the other file: of `import { a as b }`, `import a` and `export { a as b } from`. */
function importedName(specifier: object): string {
  const { type, imported, local } = specifier as {
    readonly type: string;
    readonly imported?: { readonly name?: string };
    readonly local?: { readonly name?: string };
  };
  if (type === "ImportSpecifier") return imported?.name ?? everything;
  return type === "ExportSpecifier" ? (local?.name ?? everything) : everything;
}

/** The text of a literal; an empty one for everything else, which names no file. */
function textOf(node: unknown): string {
  const { value, literal } = (node ?? {}) as { readonly value?: unknown; readonly literal?: unknown };
  if (typeof value === "string") return value;
  return literal === undefined ? "" : textOf(literal);
}

function exportedNames(source: string, file: string): readonly string[] {
  const { index, others } = exportsOf(source, file);
  return [...new Set(/(^|\/)index\.ts$/.test(file) ? index : others)];
}

/** The names that a source exports, as those of an `index.ts` and as those of another file. */
const exportsOf = sourceReader(({ body }) => {
  const names = (isIndex: boolean) =>
    body.flatMap((statement) =>
      statement.type === "ExportNamedDeclaration" ? namesOf(statement, isIndex) : [],
    );
  return { index: names(true), others: names(false) };
});

function namesOf(
  { declaration, specifiers }: Extract<Statement, { type: "ExportNamedDeclaration" }>,
  isIndex: boolean,
): readonly string[] {
  switch (declaration?.type) {
    case "FunctionDeclaration":
    case "TSDeclareFunction":
    case "ClassDeclaration":
      return declaration.id ? [declaration.id.name] : [];
    case "VariableDeclaration":
      return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
    default:
      return isIndex ? specifiers.flatMap(({ exported }) => ("name" in exported ? [exported.name] : [])) : [];
  }
}
