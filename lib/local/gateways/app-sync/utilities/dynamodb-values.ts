import { jsonOf } from "../../../../facts/text/json";
import { isRecord } from "../../../../facts/text/record";

/** A value as DynamoDB writes it: `{ S: "text" }`. */
export type AttributeOnWire = Readonly<Record<string, unknown>>;

/** A set of DynamoDB, which JSON has no form for: `{ SS: [...] }` is kept unchanged. */
const setTypes: readonly string[] = ["SS", "NS", "BS"];

/** Writes a value for DynamoDB. */
export function toDynamoDB(value: unknown): AttributeOnWire {
  if (value === null || value === undefined) return { NULL: null };
  if (typeof value === "string") return { S: value };
  if (typeof value === "number") return { N: value };
  if (typeof value === "boolean") return { BOOL: value };
  if (Array.isArray(value)) return { L: value.map(toDynamoDB) };
  return { M: toMapValues(value) };
}

/**
 * A request as DynamoDB reads it: handlers and templates write numbers as numbers, and null for NULL.
 */
export function forDynamodb(request: object): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(request, wireValue)) as Readonly<Record<string, unknown>>;
}

/** Names of attributes have objects as values, so that only types have these. */
function wireValue(type: string, value: unknown): unknown {
  if (type === "N" && typeof value === "number") return String(value);
  if (type === "NS" && Array.isArray(value)) return value.map(String);
  return type === "NULL" && value === null ? true : value;
}

/** The members of an object, each as DynamoDB writes it. */
export function toMapValues(value: unknown): Readonly<Record<string, AttributeOnWire>> {
  const entries = Object.entries(isRecord(value) ? value : {});
  return Object.fromEntries(
    entries.flatMap(([name, each]) => (each === undefined ? [] : [[name, toAttribute(each)] as const])),
  );
}

/** A value, or a set that is in DynamoDB's form already. */
function toAttribute(value: unknown): AttributeOnWire {
  return isSet(value) ? value : toDynamoDB(value);
}

export function isSet(value: unknown): value is AttributeOnWire {
  if (!isRecord(value)) return false;
  const [only, ...more] = Object.keys(value);
  return only !== undefined && more.length === 0 && setTypes.includes(only) && Array.isArray(value[only]);
}

const orNull = <Value>(value: unknown, make: () => Value): Value | null =>
  value === null || value === undefined ? null : make();
const textsOf = (list: unknown): readonly string[] => (Array.isArray(list) ? list.map(String) : []);

/**
 * `util.dynamodb`.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/dynamodb-helpers-in-util-dynamodb-js.html
 */
export const dynamodbUtil = {
  toDynamoDB,
  toString: (value: unknown) => orNull(value, () => ({ S: String(value) })),
  toStringSet: (list: unknown) => orNull(list, () => ({ SS: textsOf(list) })),
  toNumber: (value: unknown) => orNull(value, () => ({ N: Number(value) })),
  toNumberSet: (list: unknown) => orNull(list, () => ({ NS: Array.isArray(list) ? list.map(Number) : [] })),
  toBinary: (value: unknown) => orNull(value, () => ({ B: String(value) })),
  toBinarySet: (list: unknown) => orNull(list, () => ({ BS: textsOf(list) })),
  toBoolean: (value: unknown) => orNull(value, () => ({ BOOL: Boolean(value) })),
  toNull: () => ({ NULL: null }),
  toList: (list: unknown) => (Array.isArray(list) ? { L: list.map(toDynamoDB) } : null),
  toMap: (value: unknown) => (isRecord(value) ? { M: toMapValues(value) } : null),
  toMapValues: (value: unknown) => (isRecord(value) ? toMapValues(value) : null),
  toS3Object: (key: unknown, bucket: unknown, region: unknown, version?: unknown) => {
    const object = { key, bucket, region, ...(version !== undefined && { version }) };
    return { S: JSON.stringify({ s3: object }) };
  },
  fromS3ObjectJson: (text: unknown): unknown => jsonOf(String(text)) ?? null,
};
