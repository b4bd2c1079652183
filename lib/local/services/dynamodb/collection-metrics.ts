import type { Values } from "../../../model/resources/model";
import { isValues } from "../../../model/resources/values";
import type { ServiceResponse } from "../contract/service";
import { touchedItems } from "./changes";
import { tableNameOf } from "./known-tables";
import { bodyOf } from "./responses";

/** A collection of less than a gigabyte, as all of them are here. */
const range = [0, 1] as const;

/**
 * Adds the metrics of the item collections that a write touches, where the request asks for them and the table has local indexes.
 *
 * Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ItemCollectionMetrics.html
 */
export function withCollectionMetrics(
  operation: string,
  input: Values,
  response: ServiceResponse,
  /** The partition key of a table with local indexes; undefined for another. */
  collectionKeyOf: (table: string) => string | undefined,
): ServiceResponse {
  if (input.ReturnItemCollectionMetrics !== "SIZE" || response.status !== 200) return response;
  const touched =
    operation === "TransactWriteItems"
      ? stepsOf(input).flatMap(([each, step]) => touchedItems(each, step, keysOf))
      : touchedItems(operation, input, keysOf);
  const collections = new Map(touched.map((each) => [JSON.stringify(each), each]));
  const metrics = [...collections.values()].map(({ table, key }) => ({
    table: tableNameOf(table),
    metric: { ItemCollectionKey: key, SizeEstimateRangeGB: range },
  }));
  const [first] = metrics;
  if (first === undefined) return response;
  const isOne = ["PutItem", "UpdateItem", "DeleteItem"].includes(operation);
  const ItemCollectionMetrics = isOne ? first.metric : byTable(metrics);
  return { ...response, body: JSON.stringify({ ...bodyOf(response), ItemCollectionMetrics }) };

  function keysOf(table: string): readonly string[] | undefined {
    const key = collectionKeyOf(table);
    return key === undefined ? undefined : [key];
  }
}

function stepsOf({ TransactItems }: Values): readonly (readonly [string, Values])[] {
  const operations = { Put: "PutItem", Update: "UpdateItem", Delete: "DeleteItem" } as const;
  return (Array.isArray(TransactItems) ? TransactItems.filter(isValues) : []).flatMap((item) =>
    Object.entries(operations).flatMap(([name, operation]) => {
      const step = item[name];
      return isValues(step) ? [[operation, step] as const] : [];
    }),
  );
}

function byTable(metrics: readonly { readonly table: string; readonly metric: object }[]): object {
  const found: Record<string, object[]> = {};
  for (const { table, metric } of metrics) found[table] = [...(found[table] ?? []), metric];
  return found;
}
