import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { exportNameOf, findEntry } from "../../bundle";
import { isRecord } from "../../facts/text/record";
import { functionsOf } from "../../local";
import type { AccessFacts } from "../../model";
import { readContracts } from "../openapi/contracts";
import { buildErrors } from "../project/build-errors";
import { bindingVariables } from "../project/placeholder-variables";
import { readMetadata } from "../project/synthesized-stack";
import { fileOf, type GeneratedTypes, keyText, namePart, SchemaTypes } from "./schema-types";

interface TypedTable {
  readonly id: string;
  /** `functions/note.note` */
  readonly itemSchema: string;
}

/**
 * An interface for the records of each table with a schema, as the schema returns them.
 *
 * @param folder - the folder with the output of the app
 * @param root - the folder of the project
 */
export async function itemTypes(
  facts: Pick<AccessFacts, "model">,
  folder: string,
  root: string,
): Promise<GeneratedTypes> {
  const tables = readMetadata(folder).flatMap(typedTable);
  const schemas = new SchemaTypes();
  const place = join(root, ".serverform", `types-${process.pid}`);
  mkdirSync(place, { recursive: true });
  try {
    const built = await Promise.all(
      tables.map((table, index) => buildModule(table, root, join(place, `${index}.mjs`))),
    );
    const variables = bindingVariables(functionsOf(facts.model));
    const modules = tables.map(({ id }, index) => ({
      id,
      handler: `${index}.handler`,
      code: { folder: place },
      variables,
    }));
    const { byFunction, problems } = readContracts(modules, root);
    const lines = tables.flatMap(({ id }) => {
      const item = byFunction.get(id)?.item;
      const type = item && schemas.typeOf(item, `${namePart(id)}Item`);
      return type === undefined ? [] : [`  ${keyText(id)}: ${type.replaceAll("\n", "\n  ")};`];
    });
    const unknown = tables
      .filter(({ id }) => byFunction.get(id)?.unknown.includes("item"))
      .map(
        ({ id, itemSchema }) => `${id}: ${itemSchema} is not a schema, or its library gives no JSON Schema.`,
      );
    const text = `/** The records of tables, by their constructs. */\nexport interface Items {\n${lines.join("\n")}\n}`;
    const parts = [...schemas.declarations.values(), text];
    return { text: fileOf(parts, () => []), notes: [...built.flat(), ...problems, ...unknown] };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function typedTable(entry: unknown): readonly TypedTable[] {
  if (!isRecord(entry) || entry.type !== "Table" || !isRecord(entry.data)) return [];
  const { itemSchema } = entry.data;
  return typeof itemSchema === "string" ? [{ id: String(entry.id), itemSchema }] : [];
}

/** Bundles a module that exports the schema in the form of a handler. Returns the problems. */
async function buildModule(
  { id, itemSchema }: TypedTable,
  root: string,
  outfile: string,
): Promise<readonly string[]> {
  const { build } = await import("esbuild");
  const name = exportNameOf(itemSchema, findEntry(root, ".", itemSchema));
  const module = JSON.stringify(`./${itemSchema.slice(0, -name.length - 1)}`);
  try {
    await build({
      stdin: {
        contents: `import { ${name} } from ${module};\nexport const handler = Object.assign(() => undefined, { schemas: { item: ${name} } });`,
        resolveDir: root,
      },
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      packages: "external",
      logLevel: "silent",
    });
    return [];
  } catch (error) {
    return [`${id}: ${itemSchema} cannot be built: ${(await buildErrors(error)).join(" ")}`];
  }
}
