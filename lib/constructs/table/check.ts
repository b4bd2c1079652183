import { DynamodbTable, type DynamodbTableConfig } from "@cdktf/provider-aws/lib/dynamodb-table";
import type { Construct } from "constructs";
import { checkKeys, checkLiteral, isPlainObject, propKeys } from "../../core/check";
import type { NameRule } from "../../core/check-name";
import { checkOverride, findImport } from "../../core/override";
import { quotas } from "../../core/quotas";
import { functionKeys } from "../../function";
import { hasPermissionTarget, permissionTarget } from "../../iam/permissions";
import { checkTableCapacity } from "./capacity";
import { fail } from "./errors";
import type { TableFields } from "./fields";
import type { TableProps } from "./props";

const tableKeys = propKeys<TableProps>()({
  fields: true,
  primaryIndex: true,
  globalIndexes: true,
  localIndexes: true,
  stream: true,
  consumers: true,
  timeToLiveAttribute: true,
  kinesisStream: true,
  defaults: true,
  cdk: true,
});
const useIndex = "Use primaryIndex: { partitionKey, sortKey }.";
const useStream = 'Use the prop stream: "new_image", for example.';
const rejected = {
  hashKey: useIndex,
  partitionKey: useIndex,
  rangeKey: useIndex,
  sortKey: useIndex,
  attribute: "Use the prop fields.",
  streamEnabled: useStream,
  streamViewType: useStream,
  stream: useStream,
  globalSecondaryIndex: "Use the prop globalIndexes.",
  localSecondaryIndex: "Use the prop localIndexes.",
};

/** Props that an imported table does not take: it is configured where it is created. */
const ofCreated = [
  "fields",
  "primaryIndex",
  "globalIndexes",
  "localIndexes",
  "stream",
  "timeToLiveAttribute",
] as const satisfies readonly (keyof TableProps)[];

/** Refuses props that cannot work, before anything is created. */
export function checkTableProps(table: Construct, props: TableProps): void {
  checkKeys(table, "props", props, tableKeys);
  checkKeys(table, "defaults", props.defaults ?? {}, ["function"]);
  checkKeys(table, "defaults.function", props.defaults?.function ?? {}, functionKeys);
  checkKeys(table, "cdk", props.cdk ?? {}, ["id", "table"]);
  checkKinesisStream(table, props.kinesisStream);
  const given = props.cdk?.table ?? {};
  if (findImport(table, "cdk.table", given, "aws_dynamodb_table") !== undefined) {
    for (const prop of ofCreated) if (props[prop] !== undefined) fail(table, "imported-table", prop, {});
    return;
  }
  checkOverride(table, "cdk.table", given, DynamodbTable, { rejected });
  const override = given as Partial<DynamodbTableConfig>;
  if (override.billingMode !== undefined) {
    checkLiteral(table, "cdk.table.billingMode", override.billingMode, ["PAY_PER_REQUEST", "PROVISIONED"]);
  }
  checkTableCapacity(table, override);
  if (props.timeToLiveAttribute !== undefined && override.ttl !== undefined) {
    fail(table, "props-exclude", "timeToLiveAttribute", { other: "cdk.table.ttl" });
  }
  checkKeyProps(table, props);
}

/** Without fields there is no table, and without keys the fields are of no use. */
function checkKeyProps(table: Construct, { fields, primaryIndex, ...props }: TableProps): void {
  if (fields !== undefined && !isPlainObject(fields)) {
    fail(table, "prop-invalid", "fields", { value: fields, expected: '{ id: "string" }' });
  }
  if (fields !== undefined && primaryIndex === undefined) {
    fail(table, "prop-needs", "fields", { needs: "primaryIndex" });
  }
  if (fields !== undefined) return;
  const given = { primaryIndex, globalIndexes: props.globalIndexes, localIndexes: props.localIndexes };
  for (const [prop, value] of Object.entries(given)) {
    if (value !== undefined) fail(table, "prop-needs", prop, { needs: "fields" });
  }
  fail(table, "prop-required", "fields", {
    remedy:
      'Declare the fields of the keys: fields: { id: "string" }, primaryIndex: { partitionKey: "id" }; or pass an ' +
      "existing table as cdk.table.",
  });
}

function checkKinesisStream(table: Construct, value: unknown): void {
  if (value === undefined) return;
  if (hasPermissionTarget(value) && value[permissionTarget]().row.name === "KinesisStream") return;
  fail(table, "prop-invalid", "kinesisStream", { value, expected: "a KinesisStream" });
}

/** Refuses an attribute that AWS would never find a time in. */
export function checkTimeToLive(table: Construct, fields: TableFields, attribute: unknown): void {
  if (attribute === undefined) return;
  if (typeof attribute !== "string" || attribute === "") {
    fail(table, "prop-invalid", "timeToLiveAttribute", {
      value: attribute,
      expected: "the name of an attribute",
    });
  }
  const type = fields.typeOf(attribute);
  if (type !== undefined && type !== "number") {
    fail(table, "table-ttl-type", "timeToLiveAttribute", { value: attribute, type });
  }
}

/** What AWS takes as the name of a table. */
export const tableName: NameRule = {
  pattern: /^[A-Za-z0-9_.-]{3,}$/,
  expected: "at least 3 letters, digits, -, _ and .",
  limit: quotas.tableNameLength,
};
