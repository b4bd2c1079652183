import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSource, type StatementOf } from "../support/parse-source";
import { readComment, withoutAllowedUndefined } from "./props-table";

const lib = join(__dirname, "../../lib");

/** A type that props have, as it is declared. */
interface DeclaredType {
  /** Computed on demand: few of the types are documented. */
  readonly definition: () => string;
  readonly doc: string;
}

type Declaration = StatementOf<"TSInterfaceDeclaration"> | StatementOf<"TSTypeAliasDeclaration">;

/** The names of types in the prop tables of documents that have no table of their own. */
export function typesWithoutTable(documents: readonly string[]): readonly string[] {
  const tables = documents.flatMap((text) => [
    ...text.matchAll(/<!-- props \S+ (\S+) -->\n([\s\S]*?)<!-- end -->/g),
  ]);
  const own = new Set(tables.map(([, name]) => name));
  const named = tables.flatMap(([, , table = ""]) =>
    table
      .split("\n")
      .slice(3)
      .flatMap((row) => (row.split(/(?<!\\)\|/)[2] ?? "").replace(/"[^"]*"/g, "").match(/\b[A-Z]\w+/g) ?? []),
  );
  return [...new Set(named)].filter((name) => !own.has(name)).sort();
}

/** The types of the library with these names, as Markdown. Types of other packages are left out. */
export function typesTable(names: readonly string[]): string {
  const declared = declaredTypes();
  const rows = names.flatMap((name) => {
    const found = declared.get(name);
    return found === undefined ? [] : `| \`${name}\` | ${code(found.definition())} | ${cell(found.doc)} |`;
  });
  return ["| Type | Values | Meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

/** Every exported type and interface of the library, by name. */
function declaredTypes(): ReadonlyMap<string, DeclaredType> {
  const files = readdirSync(lib, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !/^(?:local|cli|invoke)\//.test(file),
  );
  const types = new Map<string, DeclaredType>();
  for (const file of files.sort()) {
    const source = readFileSync(join(lib, file), "utf8");
    if (!/^export (?:type|interface) [A-Z]/m.test(source)) continue;
    for (const statement of parseSource(source).body) {
      const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : undefined;
      if (declared?.type !== "TSInterfaceDeclaration" && declared?.type !== "TSTypeAliasDeclaration")
        continue;
      const { doc } = readComment(statement.leadingComments?.at(-1)?.value ?? "");
      const definition = () => definitionOf(declared, source, file);
      if (!types.has(declared.id.name)) types.set(declared.id.name, { definition, doc });
    }
  }
  return types;
}

function definitionOf(declared: Declaration, source: string, file: string): string {
  const text = (node: { start?: number | null; end?: number | null }) =>
    withoutAllowedUndefined(
      source
        .slice(node.start ?? 0, node.end ?? 0)
        .replace(/\/\*\*[\s\S]*?\*\//g, "")
        .replace(/\s+/g, " ")
        .replace(/^\| /, "")
        .replace(/(\?: )\| /g, "$1")
        .replace(/\breadonly (?=\w+\??:)/g, "")
        // Names of authorizers only help editors.
        .replaceAll("<Name>", "")
        .trim(),
    );
  if (declared.type === "TSInterfaceDeclaration") {
    const bases = (declared.extends ?? []).map((base) => text(base));
    return [...bases, text(declared.body)].filter((part) => part !== "{}").join(" & ");
  }
  const definition = text(declared.typeAnnotation);
  const keys = /^keyof typeof (\w+)$/.exec(definition)?.[1];
  const items = /^\(typeof (\w+)\)\[number\]$/.exec(definition)?.[1];
  const alias = /^[A-Z]\w*Literal$/.test(definition) ? definition : undefined;
  if (alias !== undefined) return declaredLiterals(alias);
  const constant = keys ?? items;
  if (constant !== undefined) return constantLiterals(file, source, constant);
  return definition;
}

/** The keys of a constant object, or the items of a constant list. */
function constantLiterals(file: string, source: string, name: string): string {
  const imported = new RegExp(`import (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from "([^"]+)"`).exec(
    source,
  )?.[1];
  if (imported !== undefined) {
    const path = `${join(file, "..", imported)}.ts`;
    return constantLiterals(path, readFileSync(join(lib, path), "utf8"), name);
  }
  const [, text = ""] =
    new RegExp(`const ${name} = ([\\[{][\\s\\S]*?)\\n?[\\]}] as const`).exec(source) ?? [];
  const plain = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
  const values = text.startsWith("[")
    ? [...plain.matchAll(/"([^"]+)"/g)]
    : [...plain.matchAll(/^ {2}"?([\w.]+)"?:/gm)];
  if (values.length === 0) throw new Error(`${file} has no literals in ${name}.`);
  return values.map(([, value]) => JSON.stringify(value)).join(" | ");
}

function declaredLiterals(name: string): string {
  const found = declaredTypes().get(name);
  if (found === undefined) throw new Error(`no type ${name}`);
  return found.definition();
}

/** Code that contains backticks is between two. */
const code = (text: string) => (text.includes("`") ? `\`\` ${cell(text)} \`\`` : `\`${cell(text)}\``);

const cell = (text: string) => text.replaceAll("|", "\\|");
