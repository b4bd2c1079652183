import { DynamodbTable, type DynamodbTableConfig } from "@cdktf/provider-aws/lib/dynamodb-table";
import type { Construct, IConstruct } from "constructs";
import { exportNameOf, findEntry } from "../../bundle";
import { attempt } from "../../facts/errors/problems";
import { prefixedName, Stack } from "../../kit/app";
import {
  acceptedKeys,
  checkKeys,
  checkLimit,
  checkLiteral,
  isPlainObject,
  isProviderObject,
  limits,
  overlay,
  parseImport,
  present,
  propKeys,
  refuseValue,
  requireWithin,
  within,
} from "../../kit/core";
import { parseDefaults } from "../../kit/function";
import { hasPermissionTarget, permissionTarget, providerTarget } from "../../kit/iam";
import { checkTableCapacity } from "./capacity";
import { fail } from "./errors";
import { TableFields } from "./fields";
import { TableIndexes } from "./indexes";
import { tableRow } from "./library";
import type { TablePrimaryIndex, TableProps, TableStream, TableWarmThroughputProps } from "./props";
import { checkReplicas, replicasConfig } from "./replicas";

const rows = limits.aws_dynamodb_table;
const tableKeys = propKeys<TableProps>()(
  {
    fields: "textMap",
    primaryIndex: "map",
    globalIndexes: "map",
    localIndexes: "map",
    stream: true,
    consumers: "map",
    timeToLiveAttribute: "text",
    itemSchema: "text",
    kinesisStream: true,
    replicas: "map",
    consistency: ["eventual", "strong"],
    witness: "text",
    recoveryDays: within(rows["pointInTimeRecovery.recoveryPeriodInDays"], true),
    warmThroughput: "map",
    deletionProtection: "boolean",
    defaults: "map",
    cdk: "map",
  },
  () => ({ table: { resource: DynamodbTable, rejected } }),
);
const warmKeys = propKeys<TableWarmThroughputProps>()({
  readUnitsPerSecond: within(rows["warmThroughput.readUnitsPerSecond"], true),
  writeUnitsPerSecond: within(rows["warmThroughput.writeUnitsPerSecond"], true),
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

/** Props that are invalid for an imported table, which is configured where it is created. */
const ofCreated = [
  "fields",
  "primaryIndex",
  "globalIndexes",
  "localIndexes",
  "stream",
  "timeToLiveAttribute",
  "replicas",
  "consistency",
  "witness",
  "recoveryDays",
  "warmThroughput",
  "deletionProtection",
] as const satisfies readonly (keyof TableProps)[];

/** The checked props of a table that is to be created. */
export interface CreatedTable {
  readonly indexes: TableIndexes;
  readonly override: Partial<DynamodbTableConfig>;
  /** The config without attributes and indexes, which can be added later. */
  readonly config: DynamodbTableConfig;
}

/** Refuses a schema whose module does not exist. */
function checkItemSchema(table: Construct, value: string | undefined): void {
  if (value === undefined) return;
  const { appPath } = Stack.of(table).app;
  const file = findEntry(appPath, ".", value);
  if (file === undefined || exportNameOf(value, file) === "")
    fail(table, "table-item-schema-not-found", "itemSchema", { value });
}

/** Refuses props that cannot work, before anything is created. */
export function parseTableProps(table: Construct, written: TableProps) {
  const props = acceptedKeys(table, "props", written, tableKeys);
  const defaults = parseDefaults(table, props.defaults);
  const parts = { defaults, consumers: present(props.consumers ?? {}) };
  const cdk = acceptedKeys(table, "cdk", props.cdk ?? {}, ["id", "table"]);
  attempt(() => checkKinesisStream(table, props.kinesisStream));
  attempt(() => checkItemSchema(table, props.itemSchema));
  const { imported, override } = parseImport(table, "cdk.table", cdk.table, DynamodbTable, { rejected });
  if (imported !== undefined) {
    for (const prop of ofCreated) {
      if (props[prop] !== undefined) attempt(() => fail(table, "imported-table", prop, {}));
    }
    const hasStream = providerTarget(tableRow, imported).streamArn !== undefined;
    return { imported, created: undefined, hasStream, ...parts };
  }
  if (override.billingMode !== undefined) {
    attempt(() =>
      checkLiteral(table, "cdk.table.billingMode", override.billingMode, ["PAY_PER_REQUEST", "PROVISIONED"]),
    );
  }
  attempt(() => checkTableCapacity(table, override));
  attempt(() => checkTwice(table, props, override));
  attempt(() => checkReplicas(table, props, override));
  attempt(() => checkKeys(table, "warmThroughput", props.warmThroughput ?? {}, warmKeys));
  // An object of another type is meant as the table.
  if (!isProviderObject(cdk.table)) attempt(() => checkKeyProps(table, written));
  const isKeyed = written.fields !== undefined && written.primaryIndex !== undefined;
  const created = isKeyed ? attempt(() => parseCreated(table, props, override)) : undefined;
  // Nothing is known about the stream of a table that is refused.
  const hasStream = created === undefined || created.config.streamEnabled === true;
  return { imported, created, hasStream, ...parts };
}

/** The attribute of the provider that each prop writes. */
const writtenBy = {
  timeToLiveAttribute: "ttl",
  recoveryDays: "pointInTimeRecovery",
  warmThroughput: "warmThroughput",
  deletionProtection: "deletionProtectionEnabled",
} as const satisfies Partial<Record<keyof TableProps, keyof DynamodbTableConfig>>;

/** Refuses a setting that is written both as a prop and as an override. */
function checkTwice(table: Construct, props: TableProps, override: Partial<DynamodbTableConfig>): void {
  for (const [prop, key] of Object.entries(writtenBy)) {
    if (props[prop as keyof typeof writtenBy] === undefined || override[key] === undefined) continue;
    fail(table, "props-exclude", prop, { other: `cdk.table.${key}` });
  }
}

function parseCreated(
  table: Construct,
  given: TableProps,
  override: Partial<DynamodbTableConfig>,
): CreatedTable {
  const { fields, primaryIndex, timeToLiveAttribute, ...props } = given;
  const declared = new TableFields(table, present(fields));
  attempt(() => checkTimeToLive(table, declared, timeToLiveAttribute));
  const billingMode = override.billingMode ?? "PAY_PER_REQUEST";
  const primary = Object(primaryIndex) as TablePrimaryIndex;
  const indexes = new TableIndexes(table, declared, primary, billingMode);
  attempt(() => indexes.addGlobal(present(props.globalIndexes ?? {})));
  attempt(() => indexes.addLocal(present(props.localIndexes ?? {})));
  const replicated = replicasConfig(given);
  const replicas: unknown = override.replica ?? replicated.replica;
  const hasReplicas = Array.isArray(replicas) && replicas.length > 0;
  const config: DynamodbTableConfig = {
    name: prefixedName(table),
    hashKey: primary.partitionKey,
    rangeKey: primary.sortKey,
    billingMode,
    // The provider keeps the last number of days of a table that names none.
    pointInTimeRecovery: { enabled: true, recoveryPeriodInDays: props.recoveryDays ?? 35 },
    serverSideEncryption: { enabled: true },
    ttl:
      timeToLiveAttribute === undefined ? undefined : { attributeName: timeToLiveAttribute, enabled: true },
    warmThroughput: props.warmThroughput,
    deletionProtectionEnabled: props.deletionProtection,
    ...replicated,
    ...attempt(() => streamConfig(table, props.stream, hasReplicas)),
  };
  const merged = overlay(config, override);
  checkLimit(table, "cdk.table.name", merged.name, rows.name);
  return { indexes, override, config: merged };
}

/** Refuses a table without fields, and fields without keys. */
function checkKeyProps(table: Construct, { fields, primaryIndex, ...props }: TableProps): void {
  if (fields !== undefined && !isPlainObject(fields)) {
    refuseValue(table, "fields", fields, '{ id: "string" }');
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
  refuseValue(table, "kinesisStream", value, "a KinesisStream");
}

/** Refuses an attribute that cannot contain a time. */
function checkTimeToLive(table: Construct, fields: TableFields, attribute: unknown): void {
  if (attribute === undefined) return;
  requireWithin(table, "timeToLiveAttribute", attribute, rows["ttl.attributeName"]);
  const type = fields.typeOf(attribute);
  if (type !== undefined && type !== "number") {
    fail(table, "table-ttl-type", "timeToLiveAttribute", { value: attribute, type });
  }
}

const literals: readonly TableStream[] = ["new_image", "old_image", "new_and_old_images", "keys_only"];

/** The config for the stream of a table; empty if it is off. */
function streamConfig(
  table: IConstruct,
  stream: TableProps["stream"],
  hasReplicas: boolean,
): Pick<DynamodbTableConfig, "streamEnabled" | "streamViewType"> {
  if (typeof stream !== "boolean" && stream !== undefined) checkLiteral(table, "stream", stream, literals);
  const view = stream === true ? "new_and_old_images" : stream;
  // AWS replicates changes through this stream, and would enable it itself.
  // Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html
  if (hasReplicas && view !== "new_and_old_images" && view !== undefined) {
    fail(table, "table-replica-stream", "stream", { value: stream });
  }
  const wanted = hasReplicas ? "new_and_old_images" : view;
  return wanted === undefined || wanted === false
    ? {}
    : { streamEnabled: true, streamViewType: wanted.toUpperCase() };
}
