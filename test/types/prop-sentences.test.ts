/** @group slow */

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readComment } from "../docs/props-table";
import { parseSource, type SyntaxNode } from "../support/parse-source";

const lib = resolve(__dirname, "../../lib");
const read = (file: string): string => readFileSync(join(lib, file), "utf8");

/** The types that users can name. */
const publicTypes = new Set(read("index.ts").match(/\b[A-Z]\w+\b/g));

interface Member {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly key?: { readonly name?: string };
  readonly typeAnnotation?: { readonly typeAnnotation?: { readonly type: string } };
  readonly leadingComments?: readonly { readonly value: string }[];
}

/** The members without a sentence. A short object type without comments of its own is described by its owner. */
function* silentMembers(source: string, tree: unknown, path: string): Generator<string> {
  if (typeof tree !== "object" || tree === null) return;
  const node = tree as Member;
  if (node.type === "TSTypeLiteral" && !source.slice(node.start, node.end).includes("/**")) return;
  let inner = path;
  if (node.type === "TSPropertySignature") {
    inner = `${path}.${node.key?.name}`;
    const { doc } = readComment(node.leadingComments?.at(-1)?.value ?? "");
    const isAbsent = node.typeAnnotation?.typeAnnotation?.type === "TSUndefinedKeyword";
    const isParent = source.slice(node.start, node.end).includes("/**");
    if (!isAbsent && !isParent && doc === "") yield inner;
  }
  for (const [field, child] of Object.entries(tree)) {
    if (field.endsWith("Comments") || field === "loc") continue;
    for (const each of Array.isArray(child) ? child : [child]) yield* silentMembers(source, each, inner);
  }
}

const files = readdirSync(lib, { recursive: true, encoding: "utf8" }).filter((file) =>
  /^(?:app|constructs|core|dns|events|function|gateway|iam|site)\/.*\.ts$/.test(file),
);

/** The public types that a file declares. */
function declaredIn(file: string): readonly { readonly name: string; readonly declared: SyntaxNode }[] {
  return parseSource(read(file), file).body.flatMap((statement) => {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : undefined;
    const isType = declared?.type === "TSInterfaceDeclaration" || declared?.type === "TSTypeAliasDeclaration";
    return isType && publicTypes.has(declared.id.name) ? [{ name: declared.id.name, declared }] : [];
  });
}

test("types are found", () => {
  expect(files.flatMap(declaredIn).length).toBeGreaterThan(200);
});

test.each(files.filter((file) => declaredIn(file).length > 0))(
  "every public prop in %s has a sentence",
  (file) => {
    const source = read(file);
    const silent = declaredIn(file).flatMap(({ name, declared }) => [
      ...silentMembers(source, declared, name),
    ]);
    expect(silent).toEqual([]);
  },
);
