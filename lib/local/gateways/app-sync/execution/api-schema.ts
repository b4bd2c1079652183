import { isIP } from "node:net";
import type * as graphql from "graphql";
import { dialect } from "../../../../facts/app-sync";
import { jsonOf } from "../../../../facts/text/json";

type GraphQL = typeof graphql;

let loaded: GraphQL | undefined;

/** The package `graphql`, loaded for the first API. An app with an AppSync API has it: synthesis reads schemas with it. */
export function graphqlPackage(): GraphQL {
  loaded ??= require("graphql") as GraphQL;
  return loaded;
}

/** A schema with the parts that a server needs. */
export interface ApiSchema {
  readonly schema: graphql.GraphQLSchema;
  /** The subscription fields that a mutation feeds, by the mutation's name. */
  readonly subscribers: ReadonlyMap<string, readonly string[]>;
}

/** Reads a schema that was checked at synthesis. */
export function readSchema(text: string): ApiSchema {
  const { buildASTSchema, concatAST, parse } = graphqlPackage();
  const schema = buildASTSchema(concatAST([parse(dialect), parse(text)]), { assumeValidSDL: true });
  defineScalars(schema, graphqlPackage());
  const subscribers = new Map<string, string[]>();
  for (const { name, astNode } of Object.values(schema.getSubscriptionType()?.getFields() ?? {})) {
    for (const mutation of mutationsOf(astNode)) {
      subscribers.set(mutation, [...(subscribers.get(mutation) ?? []), name]);
    }
  }
  return { schema, subscribers };
}

/** The mutations in `@aws_subscribe` of a field. */
function mutationsOf(node: graphql.FieldDefinitionNode | undefined | null): readonly string[] {
  const directive = node?.directives?.find(({ name }) => name.value === "aws_subscribe");
  return (directive?.arguments ?? []).flatMap(({ value }) => {
    const items = value.kind === "ListValue" ? value.values : [value];
    return items.flatMap((item) => (item.kind === "StringValue" ? [item.value] : []));
  });
}

type Check = (value: unknown) => boolean;

const isText = (value: unknown): value is string => typeof value === "string";
const matching =
  (pattern: RegExp): Check =>
  (value) =>
    isText(value) && pattern.test(value);

const day = "\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])";
const time = "(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?";
const offset = "(?:Z|[+-][0-2]\\d:[0-5]\\d(?::[0-5]\\d)?)";
const isUrl: Check = (value) => isText(value) && URL.canParse(value);

/** Source: https://docs.aws.amazon.com/appsync/latest/devguide/scalars.html */
const checks: Readonly<Record<string, Check>> = {
  AWSDate: (value) => matching(new RegExp(`^${day}${offset}?$`))(value) && isDay(String(value)),
  AWSTime: matching(new RegExp(`^${time}${offset}?$`)),
  AWSDateTime: (value) => matching(new RegExp(`^${day}T${time}${offset}$`))(value) && isDay(String(value)),
  AWSTimestamp: (value) => typeof value === "number" && Number.isInteger(value),
  AWSEmail: matching(/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/),
  AWSURL: isUrl,
  AWSPhone: matching(/^\+?[\d\s().-]{4,}$/),
  AWSIPAddress: (value) => isText(value) && isAddress(value),
};

/** An address of version 4 or 6, with or without a range: `10.0.0.0/8`. */
function isAddress(text: string): boolean {
  const [address = "", bits] = text.split("/", 2);
  return (
    isIP(address) !== 0 &&
    (bits === undefined || text === `${address}/${bits}`) &&
    /^(?:\d{1,3})?$/.test(bits ?? "")
  );
}

function isDay(text: string): boolean {
  const [year = 0, month = 1, date = 1] = text.slice(0, 10).split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, date)).getUTCDate() === date;
}

/** The names of scalars in messages of AppSync, as far as its answers are known. */
const javaNames: Readonly<Record<string, string>> = {
  AWSDateTime: "DateTime Object",
  AWSTimestamp: "timestamp",
};

/** Gives the scalars of AppSync in a schema their rules. */
function defineScalars(
  schema: graphql.GraphQLSchema,
  { GraphQLError, valueFromASTUntyped }: typeof graphql,
): void {
  for (const [name, isValid] of Object.entries(checks)) {
    const type = schema.getType(name) as graphql.GraphQLScalarType | undefined;
    if (type === undefined) continue;
    const parse = (value: unknown): unknown => {
      if (isValid(value)) return value;
      throw new GraphQLError(
        `Variable or argument is ${JSON.stringify(value)}, which is not a valid ${name}.`,
      );
    };
    type.parseValue = parse;
    type.parseLiteral = (node, variables) => parse(valueFromASTUntyped(node, variables));
    type.serialize = (value) => {
      if (isValid(value)) return value;
      const text = typeof value === "string" ? value : JSON.stringify(value);
      throw new GraphQLError(`Unable to serialize \`${text}\` as a valid ${javaNames[name] ?? name}.`);
    };
  }
  defineJson(schema, GraphQLError);
}

/** JSON is a text for clients, and a value for resolvers. */
function defineJson(schema: graphql.GraphQLSchema, GraphQLError: typeof graphql.GraphQLError): void {
  const type = schema.getType("AWSJSON") as graphql.GraphQLScalarType | undefined;
  if (type === undefined) return;
  const parse = (value: unknown): unknown => {
    const read = isText(value) ? jsonOf(value) : undefined;
    if (read !== undefined) return read;
    throw new GraphQLError(
      `Variable or argument is ${JSON.stringify(value)}, which is not a JSON text (AWSJSON).`,
    );
  };
  type.parseValue = parse;
  type.parseLiteral = (node) => parse("value" in node ? node.value : undefined);
  type.serialize = (value) => (isText(value) ? value : JSON.stringify(value));
}
