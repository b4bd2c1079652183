import { isRecord } from "../../facts/text/record";

type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Writes JSON Schemas as types of TypeScript.
 *
 * Referenced schemas become named types, so that circular schemas end.
 */
export class SchemaTypes {
  /** The types with a name, by the name: `type Node = { next?: Node };` */
  readonly declarations = new Map<string, string>();

  /** The type of the values of a schema. `name` begins the names of its parts. */
  typeOf(schema: unknown, name: string): string {
    return this.write(schema, { name, root: schema });
  }

  private write(schema: unknown, place: Place): string {
    if (schema === false) return "never";
    if (!isRecord(schema)) return "unknown";
    if (typeof schema.$ref === "string") return this.reference(schema.$ref, place);
    if ("const" in schema) return literal(schema.const);
    if (Array.isArray(schema.enum)) return union(schema.enum.map(literal));
    const choices = listOf(schema.anyOf) ?? listOf(schema.oneOf);
    if (choices !== undefined) return union(choices.map((each) => this.write(each, place)));
    const parts = listOf(schema.allOf);
    if (parts !== undefined) return parts.map((each) => inParentheses(this.write(each, place))).join(" & ");
    const { type } = schema;
    if (Array.isArray(type)) return union(type.map((each) => this.write({ ...schema, type: each }, place)));
    const write = typeof type === "string" && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
    return write?.(schema, (each) => this.write(each, place)) ?? "unknown";
  }

  private reference(path: string, place: Place): string {
    const keys = path
      .replace(/^#\/?/, "")
      .split("/")
      .filter((key) => key !== "");
    const target = keys.reduce<unknown>((value, key) => {
      const name = decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~");
      return isRecord(value) ? value[name] : undefined;
    }, place.root);
    if (target === undefined) return "unknown";
    const name = `${place.name}${namePart(keys.at(-1) ?? "Whole")}`;
    if (!this.declarations.has(name)) {
      // Registered before it is written, because it may refer to itself.
      this.declarations.set(name, "");
      this.declarations.set(name, `type ${name} = ${this.write(target, place)};`);
    }
    return name;
  }
}

interface Place {
  readonly name: string;
  /** The schema that references begin at. */
  readonly root: unknown;
}

type Write = (schema: JsonSchema, part: (schema: unknown) => string) => string;

/** Source: https://json-schema.org/draft/2020-12/json-schema-validation#name-type */
const kinds: Readonly<Record<string, Write>> = {
  string: () => "string",
  number: () => "number",
  integer: () => "number",
  boolean: () => "boolean",
  null: () => "null",
  array: (schema, part) => {
    const first = listOf(schema.prefixItems)?.map(part);
    if (first === undefined) return `${inParentheses(part(schema.items ?? true))}[]`;
    const rest =
      schema.items === undefined || schema.items === false
        ? []
        : [`...${inParentheses(part(schema.items))}[]`];
    return `[${[...first, ...rest].join(", ")}]`;
  },
  object: (schema, part) => {
    const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
    const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
    const { additionalProperties: others } = schema;
    if (properties.length === 0)
      return isRecord(others) ? `Record<string, ${part(others)}>` : "Record<string, unknown>";
    const members = properties.map(
      ([name, each]) => `${keyText(name)}${required.includes(name) ? "" : "?"}: ${part(each)}`,
    );
    // The type of an index must also apply to the members.
    const index = others === true || isRecord(others) ? ["[name: string]: unknown"] : [];
    return objectText([...members, ...index]);
  },
};

const listOf = (value: unknown): readonly unknown[] | undefined =>
  Array.isArray(value) && value.length > 0 ? value : undefined;

const literal = (value: unknown): string =>
  value === null || ["string", "number", "boolean"].includes(typeof value)
    ? JSON.stringify(value)
    : "unknown";

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ");

const inParentheses = (type: string): string => (/ [|&] /.test(type) ? `(${type})` : type);

/** A name as the key of a type, quoted if necessary. */
export const keyText = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);

/** A name as a part of the name of a type: `ShopApi` of `Shop/api`. */
export function namePart(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const text = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^\d/.test(text) ? `_${text}` : text;
}

/** A type with one member per line, as formatters keep it. */
export const objectText = (members: readonly string[]): string =>
  `{\n${members.map((member) => `  ${member.replaceAll("\n", "\n  ")};`).join("\n")}\n}`;

export interface GeneratedTypes {
  readonly text: string;
  readonly notes: readonly string[];
}

/** The text of a file that the command writes. `importsOf` returns the imports of the text below them. */
export function fileOf(parts: readonly string[], importsOf: (text: string) => readonly string[]): string {
  const head = [
    "// Written by `serverform types`. Changes to this file get lost.",
    ...importsOf(parts.join("\n")),
  ];
  return `${[head.join("\n"), ...parts].join("\n\n")}\n`;
}
