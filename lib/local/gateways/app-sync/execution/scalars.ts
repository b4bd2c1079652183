import { isIP } from "node:net";
import type * as graphql from "graphql";
import { jsonOf } from "../../../../facts/text/json";

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

/** Gives the scalars of AppSync in a schema their rules. */
export function defineScalars(
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
      throw new GraphQLError(`Can't serialize value: ${JSON.stringify(value)} is not a valid ${name}.`);
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
