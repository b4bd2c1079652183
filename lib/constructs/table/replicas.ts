import type { DynamodbTableConfig } from "@cdktf/provider-aws/lib/dynamodb-table";
import type { Construct } from "constructs";
import { connectedRegions, strongReplicaRegions } from "../../facts/aws/regions";
import { Stack } from "../../kit/app";
import {
  checkKeys,
  checkLimit,
  isUnresolved,
  memberPath,
  present,
  propKeys,
  regionLimit,
} from "../../kit/core";
import { fail } from "./errors";
import type { TableProps, TableReplicaProps } from "./props";

const replicaKeys = propKeys<TableReplicaProps>()({
  recovery: "boolean",
  deletionProtection: "boolean",
  kmsKeyArn: "text",
});

type Override = Partial<DynamodbTableConfig>;

/** Refuses replicas that AWS does not create. */
export function checkReplicas(table: Construct, props: TableProps, override: Override): void {
  checkOverrideReplicas(table, override);
  const { replicas, consistency = "eventual", witness } = props;
  const given = present(replicas ?? {});
  if (override.replica !== undefined) {
    for (const prop of ["replicas", "consistency", "witness"] as const) {
      if (props[prop] !== undefined) fail(table, "props-exclude", prop, { other: "cdk.table.replica" });
    }
  }
  for (const [region, replica] of Object.entries(given)) {
    const prop = memberPath("replicas", region);
    checkKeys(table, prop, replica, replicaKeys);
    checkOtherRegion(table, prop, region, override);
    checkKey(table, `${prop}.kmsKeyArn`, replica, override);
  }
  if (witness !== undefined) {
    if (consistency !== "strong") fail(table, "prop-needs", "witness", { needs: 'consistency: "strong"' });
    checkOtherRegion(table, "witness", witness, override);
  }
  if (consistency === "strong") checkStrong(table, props, Object.keys(given));
}

/** The caller's provider may be for another region. */
function checkOtherRegion(table: Construct, prop: string, value: string, { provider }: Override): void {
  checkLimit(table, prop, value, regionLimit);
  if (provider !== undefined || isUnresolved(value)) return;
  const { region } = Stack.of(table);
  if (value === region) fail(table, "table-replica-own-region", prop, { value });
  const known = connectedRegions(region).filter((each) => each !== region);
  // The list of a partition that it does not know at all is empty.
  if (known.length > 0 && !known.includes(value)) fail(table, "table-replica-region", prop, { value, known });
}

function checkOverrideReplicas(table: Construct, { replica, provider }: Override): void {
  if (!Array.isArray(replica) || provider !== undefined) return;
  const { region } = Stack.of(table);
  replica.forEach(({ regionName }: { readonly regionName?: unknown }, index) => {
    if (regionName !== region) return;
    fail(table, "table-replica-own-region", `cdk.table.replica[${index}].regionName`, { value: region });
  });
}

/** All copies of a table have keys of the same kind. */
function checkKey(
  table: Construct,
  prop: string,
  { kmsKeyArn }: TableReplicaProps,
  override: Override,
): void {
  const hasOwn = override.serverSideEncryption?.kmsKeyArn !== undefined;
  if (hasOwn !== (kmsKeyArn !== undefined)) fail(table, "table-replica-key", prop, { isMissing: hasOwn });
}

function checkStrong(table: Construct, props: TableProps, replicas: readonly string[]): void {
  const { witness, timeToLiveAttribute, localIndexes } = props;
  const { region } = Stack.of(table);
  const regions = [region, ...replicas, ...(witness === undefined ? [] : [witness])];
  const known = regions.filter((each) => !isUnresolved(each));
  const isGroup = strongReplicaRegions.some((group) => known.every((each) => group.includes(each)));
  if (replicas.length === 0 || new Set(regions).size !== 3 || regions.length !== 3 || !isGroup) {
    fail(table, "table-strong-regions", "consistency", { regions });
  }
  // Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html
  if (timeToLiveAttribute !== undefined) {
    fail(table, "table-strong-without", "timeToLiveAttribute", { what: "expiry of records" });
  }
  if (Object.keys(localIndexes ?? {}).length > 0) refuseLocalIndexes(table, "localIndexes", props);
}

/** Refuses local indexes of a table that cannot have them. */
export function refuseLocalIndexes(
  table: Construct,
  prop: string,
  { consistency }: Pick<TableProps, "consistency">,
): void {
  if (consistency === "strong") fail(table, "table-strong-without", prop, { what: "local indexes" });
}

/** The config for replicas; empty without them. */
export function replicasConfig(
  props: TableProps,
): Pick<DynamodbTableConfig, "replica" | "globalTableWitness"> {
  const given = Object.entries(present(props.replicas ?? {})).sort(([a], [b]) => (a < b ? -1 : 1));
  if (given.length === 0) return {};
  const { consistency, witness, deletionProtection } = props;
  const replica = given.map(([regionName, each]) => ({
    regionName,
    pointInTimeRecovery: each.recovery ?? true,
    deletionProtectionEnabled: each.deletionProtection ?? deletionProtection,
    kmsKeyArn: each.kmsKeyArn,
    ...(consistency !== undefined && { consistencyMode: consistency.toUpperCase() }),
  }));
  return { replica, ...(witness !== undefined && { globalTableWitness: { regionName: witness } }) };
}
