import type { DynamodbTableConfig } from "@cdktf/provider-aws/lib/dynamodb-table";
import type { Construct } from "constructs";
import { checkKeys, isPlainObject, refuseValue } from "../../kit/core";
import { fail } from "./errors";

const capacityKeys = ["readCapacity", "writeCapacity"] as const;
const usePartitionKey = "Use partitionKey of the index.";
const useSortKey = "Use sortKey of the index.";
const isItsKey = "It is the key of the index in the map.";
const useProjection = "Use projection of the index.";
const rejected: Readonly<Record<string, string>> = {
  name: isItsKey,
  indexName: isItsKey,
  hashKey: usePartitionKey,
  partitionKey: usePartitionKey,
  rangeKey: useSortKey,
  sortKey: useSortKey,
  projectionType: useProjection,
  nonKeyAttributes: useProjection,
};

/**
 * Refuses capacity settings that do not match the billing mode of the table.
 *
 * Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html
 */
export function checkTableCapacity(table: Construct, config: Partial<DynamodbTableConfig>): void {
  checkCapacity(table, "cdk.table", config, config.billingMode ?? "PAY_PER_REQUEST");
}

/**
 * Refuses settings that an index does not have, or that do not match the billing mode of the table.
 *
 * @param billing - the table's billing mode, or `local` for an index that shares the table's capacity
 */
export function checkIndexCapacity(table: Construct, prop: string, cdk: unknown, billing: string): void {
  const given = (cdk ?? {}) as Readonly<Record<string, unknown>>;
  checkKeys(table, `${prop}.cdk`, given, ["index"]);
  const index = given.index ?? {};
  const at = `${prop}.cdk.index`;
  if (!isPlainObject(index)) return refuseValue(table, at, index, "{ readCapacity, writeCapacity }");
  for (const key of Object.keys(index)) {
    const remedy = Object.hasOwn(rejected, key) ? rejected[key] : undefined;
    if (remedy !== undefined) fail(table, "key-rejected", at, { key, remedy });
    if (billing === "local") {
      const shared =
        "Leave it out: a local index has no settings, because it shares the capacity of the table.";
      fail(table, "key-rejected", at, { key, remedy: shared });
    }
  }
  if (billing === "local") return;
  checkKeys(table, at, index, [...capacityKeys, "onDemandThroughput", "warmThroughput"]);
  checkCapacity(table, at, index, billing);
}

function checkCapacity(
  table: Construct,
  prop: string,
  config: { readonly readCapacity?: unknown; readonly writeCapacity?: unknown } & {
    readonly onDemandThroughput?: unknown | undefined;
  },
  billing: string,
): void {
  if (billing === "PROVISIONED") {
    const missing = capacityKeys.find((key) => config[key] === undefined);
    if (missing !== undefined) fail(table, "table-capacity-missing", `${prop}.${missing}`, {});
    if (config.onDemandThroughput !== undefined) {
      fail(table, "table-capacity", `${prop}.onDemandThroughput`, { billing });
    }
    return;
  }
  const given = capacityKeys.find((key) => config[key] !== undefined);
  if (given !== undefined) fail(table, "table-capacity", `${prop}.${given}`, { billing });
}
