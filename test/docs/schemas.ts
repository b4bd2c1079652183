import { join, resolve } from "node:path";
import { packagesOf } from "../support/packages";

/** A JSON Schema, as far as this file looks into it. */
type Schema = Readonly<Record<string, unknown>>;

const root = resolve(__dirname, "../..");
const draft = "http://json-schema.org/draft-07/schema#";

/** The file of a command: `schemas/local-invoke.json`. */
export const schemaPath = (command: string): string => `schemas/${command.replaceAll(" ", "-")}.json`;

/**
 * The JSON Schemas of the output of commands with `--json`, by path, from the types in `lib/cli/json-outputs.ts`.
 *
 * @returns undefined if the generator is not installed
 */
export function schemaFiles(): Readonly<Record<string, string>> | undefined {
  const packages = packagesOf("json-schema");
  if (packages === undefined) return undefined;
  const { createGenerator } = require(join(packages, "ts-json-schema-generator")) as {
    createGenerator(options: object): { createSchema(type: string): Schema };
  };
  const generator = createGenerator({
    path: join(root, "lib/cli/json-outputs.ts"),
    tsconfig: join(root, "test/docs/schemas.tsconfig.json"),
    // `tsc` checks the types.
    skipTypeCheck: true,
    topRef: false,
    jsDoc: "extended",
    // Later versions may print more.
    additionalProperties: true,
  });
  const { properties, definitions } = generator.createSchema("JsonOutputs") as {
    readonly properties: Readonly<Record<string, Schema>>;
    readonly definitions: Readonly<Record<string, Schema>>;
  };
  return Object.fromEntries(
    Object.entries(properties).map(([command, schema]) => {
      const used = usedDefinitions(schema, definitions);
      const file = {
        $schema: draft,
        title: command === "error" ? "A command with --json that fails" : `serverform ${command} --json`,
        ...schema,
        ...(used.length > 0 && { definitions: Object.fromEntries(used) }),
      };
      // The defaults of doc comments are sentences.
      const text = JSON.stringify(file, (key, value: unknown) => (key === "default" ? undefined : value), 2);
      return [schemaPath(command), `${text}\n`];
    }),
  );
}

/** The definitions that a schema refers to, and those that these refer to, sorted by name. */
function usedDefinitions(
  schema: Schema,
  definitions: Readonly<Record<string, Schema>>,
): readonly (readonly [name: string, definition: Schema])[] {
  const found = new Map<string, Schema>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const reference = (value as { $ref?: unknown }).$ref;
    const name =
      typeof reference === "string" ? decodeURIComponent(reference.replace("#/definitions/", "")) : "";
    const definition = definitions[name];
    if (definition !== undefined && !found.has(name)) {
      found.set(name, definition);
      visit(definition);
    }
    for (const each of Object.values(value)) visit(each);
  };
  visit(schema);
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1));
}
