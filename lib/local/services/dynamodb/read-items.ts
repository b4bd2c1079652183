import { plainItem } from "../../../facts/text/dynamodb-json";
import type { Values } from "../../../model";
import { ServiceError } from "../contract/define-service";
import type { DynamodbTables } from "./dynamodb-tables";
import { query, scan } from "./operations/pages";

/** Items of a table to read, as plain JSON. */
export interface ItemsRequest {
  /** Name of the table. */
  readonly table: string;
  /** @default - all items */
  readonly key?: Values | undefined;
  readonly index?: string | undefined;
  readonly limit: number;
  readonly startKey?: Values | undefined;
}

/** Items as plain JSON, or why there are none. */
export type ReadItems =
  | { readonly items: readonly Values[]; readonly nextKey?: Values }
  | { readonly problem: string };

/** Reads items with `Query`, or with `Scan` without a key. */
export function readItems(
  tables: DynamodbTables,
  { table, key, index, limit, startKey }: ItemsRequest,
): ReadItems {
  const names = Object.keys(key ?? {});
  const input = {
    TableName: table,
    Limit: limit,
    ...(index !== undefined && { IndexName: index }),
    ...(startKey !== undefined && { ExclusiveStartKey: attributesOf(startKey) }),
    ...(names.length > 0 && {
      KeyConditions: Object.fromEntries(
        names.map((name) => [
          name,
          { ComparisonOperator: "EQ", AttributeValueList: [attributeOf(key?.[name])] },
        ]),
      ),
    }),
  };
  try {
    const { Items = [], LastEvaluatedKey: last } = (names.length > 0 ? query : scan)(tables, input);
    const plain = (item: unknown) => plainItem(item, numberOf);
    return { items: Items.map(plain), ...(last !== undefined && { nextKey: plain(last) }) };
  } catch (error) {
    if (error instanceof ServiceError) return { problem: error.message };
    throw error;
  }
}

const attributesOf = (item: Values): Values =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, attributeOf(value)]));

/** Keys are texts, numbers, or bytes, which JSON does not have. */
const attributeOf = (value: unknown): Values =>
  typeof value === "number" ? { N: String(value) } : { S: String(value) };

/** Numbers of DynamoDB have 38 digits: a text where JavaScript has fewer. */
function numberOf(text: string): number | string {
  return String(Number(text)) === text ? Number(text) : text;
}
