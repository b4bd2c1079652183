import * as client from "@aws-sdk/client-cognito-identity-provider";
import { cognitoOperations } from "../../lib/local/services/cognito-idp/operations";

/** The schemas in an SDK client: numbers for simple types, a list that begins with its kind for the others. */
type Schema = number | string | readonly unknown[] | (() => Schema);

const schemaKinds = { simple: 0, list: 1, map: 2 } as const;

/** Kinds of members, by the numbers of the schemas. Lists add 64 to the number of their items, maps add 128. */
const kinds: Readonly<Record<number, string>> = {
  0: "text",
  1: "number",
  2: "flag",
  4: "number",
  15: "structure",
  21: "text",
  64: "texts",
  128: "textMap",
};

export const shapesPath = "lib/local/services/cognito-idp/operations/shapes.ts";

const lineWidth = 110;

/**
 * The members that each emulated operation takes, as the source of a module. The linter's format is kept.
 *
 * Source: https://github.com/smithy-lang/smithy-typescript/tree/main/packages/types/src/schema
 */
export function shapesFile(): string {
  const schemas = client as Readonly<Record<string, unknown>>;
  const rows = Object.keys(cognitoOperations)
    .sort()
    .map((name) => {
      const [, , , , input] = schemas[`${name}$`] as readonly unknown[];
      const members = membersOf(input as Schema);
      const line = `  ${name}: {${members.length > 0 ? ` ${members.join(", ")} ` : ""}},`;
      return line.length <= lineWidth
        ? line
        : `  ${name}: {\n${members.map((member) => `    ${member},\n`).join("")}  },`;
    });
  return `/**
 * The members of the inputs of emulated operations, with an exclamation mark behind the kinds of required ones.
 *
 * \`npm run docs\` writes this file from the schemas in \`@aws-sdk/client-cognito-identity-provider\`.
 */
export const shapes = {
${rows.join("\n")}
} as const;
`;
}

/** \`Name: "kind"\` of each member of a structure. */
function membersOf(input: Schema): readonly string[] {
  const [, , , , names = [], types = [], required = 0] = resolved(input) as readonly unknown[];
  return (names as readonly string[]).map((name, index) => {
    const kind = kindOf(resolved((types as readonly Schema[])[index] ?? 0));
    return `${name}: "${kind}${index < Number(required) ? "!" : ""}"`;
  });
}

function kindOf(schema: Schema): string {
  if (typeof schema === "number") return kinds[schema] ?? "unknown";
  const [kind, , , , first = 0, second = 0] = schema as readonly unknown[];
  if (kind === schemaKinds.map) return resolved(second as Schema) === 0 ? "textMap" : "structure";
  if (kind !== schemaKinds.list) return "structure";
  const item = resolved(first as Schema);
  if (item === 0) return "texts";
  return Array.isArray(item) && item[2] === "AttributeType" ? "attributes" : "list";
}

/** The schema behind references and behind simple types with traits. */
function resolved(schema: Schema): Schema {
  if (typeof schema === "function") return resolved(schema());
  if (!Array.isArray(schema)) return schema;
  if (typeof schema[0] === "function") return resolved(schema[0] as Schema);
  return schema[0] === schemaKinds.simple ? resolved(schema[4] as Schema) : schema;
}
