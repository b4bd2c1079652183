import * as client from "@aws-sdk/client-cognito-identity-provider";

/**
 * The shapes of the service, as its SDK client has them: numbers for simple types, lists for the others.
 *
 * Source: https://github.com/smithy-lang/smithy-typescript/tree/main/packages/types/src/schema
 */
type Schema = number | "unit" | readonly unknown[] | (() => Schema);

const kinds = { simple: 0, list: 1, map: 2, structure: 3, operation: 9 } as const;
const listOf = 64;
const mapOf = 128;

const isRight: Readonly<Record<number, (value: unknown) => boolean>> = {
  0: (value) => typeof value === "string",
  1: (value) => typeof value === "number",
  2: (value) => typeof value === "boolean",
  4: (value) => typeof value === "number",
  15: () => true,
  21: (value) => typeof value === "string",
};

/** The members of an input or an output that are missing in the model of the service. */
export function problemsIn(operation: string, side: "input" | "output", value: unknown): readonly string[] {
  return problems(operationSchema(operation)[side === "input" ? 4 : 5] as Schema, value, side);
}

/** Names of the errors of the service. */
export const errorNames: ReadonlySet<string> = new Set(
  Object.keys(client).filter((name) => /Exception$/.test(name)),
);

export const operationNames: readonly string[] = (Object.values(client) as readonly unknown[]).flatMap(
  (value) => (Array.isArray(value) && value[0] === kinds.operation ? [String(value[2])] : []),
);

function operationSchema(operation: string): readonly unknown[] {
  const schema = (client as Readonly<Record<string, unknown>>)[`${operation}$`];
  if (!Array.isArray(schema)) throw new Error(`The client has no operation ${operation}.`);
  return schema;
}

function resolved(schema: Schema): Schema {
  if (typeof schema === "function") return resolved(schema());
  // A reference with traits.
  if (Array.isArray(schema) && typeof schema[0] === "function") return resolved(schema[0] as Schema);
  if (Array.isArray(schema) && schema[0] === kinds.simple) return resolved(schema[4] as Schema);
  return schema;
}

function problems(given: Schema, value: unknown, path: string): readonly string[] {
  const schema = resolved(given);
  // An operation without an answer.
  if (typeof schema === "string")
    return Object.keys(Object(value)).map((name) => `${path}.${name} is unknown`);
  if (typeof schema === "number") return problemsOfNumber(schema, value, path);
  const [kind, , , , first, second, required = 0] = schema as readonly unknown[];
  if (kind === kinds.list) return problemsOfList(first as Schema, value, path);
  if (kind === kinds.map) return problemsOfMap(second as Schema, value, path);
  if (!isObject(value)) return [`${path} is not a structure`];
  const names = first as readonly string[];
  const missing = names.slice(0, Number(required)).filter((name) => value[name] === undefined);
  return [
    ...missing.map((name) => `${path}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, each]) => {
      const index = names.indexOf(name);
      if (index === -1) return [`${path}.${name} is unknown`];
      return each === undefined
        ? []
        : problems((second as readonly Schema[])[index] ?? 0, each, `${path}.${name}`);
    }),
  ];
}

function problemsOfNumber(schema: number, value: unknown, path: string): readonly string[] {
  if (schema >= mapOf) return problemsOfMap(schema - mapOf, value, path);
  if (schema >= listOf) return problemsOfList(schema - listOf, value, path);
  return isRight[schema]?.(value) === true
    ? []
    : [`${path} is ${JSON.stringify(value)}, which is not of type ${schema}`];
}

function problemsOfList(member: Schema, value: unknown, path: string): readonly string[] {
  if (!Array.isArray(value)) return [`${path} is not a list`];
  return value.flatMap((each, index) => problems(member, each, `${path}[${index}]`));
}

function problemsOfMap(member: Schema, value: unknown, path: string): readonly string[] {
  if (!isObject(value)) return [`${path} is not a map`];
  return Object.entries(value).flatMap(([name, each]) => problems(member, each, `${path}.${name}`));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
