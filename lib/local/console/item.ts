import { plainItem } from "../../facts/text/dynamodb-json";

/** A value of DynamoDB with its type, such as `{ "S": "text" }`. */
export type Typed = Readonly<Record<string, unknown>>;
export type TableItem = Readonly<Record<string, Typed>>;

export function typed(values: object): TableItem {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typedValue(value)]));
}

function typedValue(value: unknown): Typed {
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.map(typedValue) };
  switch (typeof value) {
    case "string":
      return { S: value };
    case "number":
      return { N: String(value) };
    case "boolean":
      return { BOOL: value };
    default:
      return { M: typed(Object(value)) };
  }
}

/** Plain JSON if it represents the whole item, otherwise JSON with DynamoDB's types, as for sets, binary values and long numbers. */
export function textOf(item: TableItem): string {
  const values = plainItem(item);
  const isWhole = JSON.stringify(typed(values)) === JSON.stringify(item) && !hasTypes(values);
  return JSON.stringify(isWhole ? values : item, undefined, 2);
}

/** The item of a JSON object, with or without types. */
export function itemOf(values: object): TableItem {
  return hasTypes(values) ? (values as TableItem) : typed(values);
}

const types = new Set(["S", "N", "B", "BOOL", "NULL", "L", "M", "SS", "NS", "BS"]);

function hasTypes(values: object): boolean {
  const all = Object.values(values) as readonly unknown[];
  return all.length > 0 && all.every(isTyped);
}

function isTyped(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const [name, ...others] = Object.keys(value);
  return name !== undefined && others.length === 0 && types.has(name);
}
