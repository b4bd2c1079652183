import { Fn, Token } from "cdktf";
import { type GuardedSetting, isUnresolved } from "../../kit/core";
import type { GivenNetwork } from "./network";
import type { RDSClusterOverride } from "./props";

/** The way out of a change that would delete the database. */
export const copyData =
  "The change would delete the database with all its data. Create another RDS under another id, copy the data, and then remove this one.";

const restore =
  "The change would delete the database with all its data. Create another RDS under another id with this setting, restore a snapshot of this one in it " +
  "(cdk.cluster.snapshotIdentifier), and then remove this one.";

const moveNetwork =
  "AWS does not move a cluster to another network. Create another RDS under another id in that network, restore a snapshot of this one in it " +
  "(cdk.cluster.snapshotIdentifier), and then remove this one.";

/**
 * Keys of `cdk.cluster` whose change makes the provider replace the cluster, and whether it stays when the key is left out later. Others
 * that do, such as `engine`, are props, or are refused in overrides.
 *
 * Source: `ForceNew` in https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/rds/cluster.go
 */
const replacingKeys = {
  availabilityZones: { inRecord: "availability_zones", mayBeLeftOut: true },
  clusterIdentifierPrefix: { inRecord: "cluster_identifier_prefix", mayBeLeftOut: true },
  clusterScalabilityType: { inRecord: "cluster_scalability_type", mayBeLeftOut: true },
  dbSubnetGroupName: { inRecord: "db_subnet_group_name", mayBeLeftOut: false },
  kmsKeyId: { inRecord: "kms_key_id", mayBeLeftOut: true },
  restoreToPointInTime: { inRecord: "restore_to_point_in_time", mayBeLeftOut: false },
  s3Import: { inRecord: "s3_import", mayBeLeftOut: false },
  snapshotIdentifier: { inRecord: "snapshot_identifier", mayBeLeftOut: true },
  sourceRegion: { inRecord: "source_region", mayBeLeftOut: false },
} as const satisfies Partial<Record<keyof RDSClusterOverride, object>>;

/** The settings that a cluster keeps from its creation on. */
export function firstSettings(
  name: string,
  override: RDSClusterOverride,
  network: GivenNetwork | undefined,
): readonly GuardedSetting[] {
  const keys = Object.keys(replacingKeys) as (keyof typeof replacingKeys)[];
  const { storageEncrypted = true } = override;
  return [
    ...keys.map((key) => {
      const { inRecord, mayBeLeftOut } = replacingKeys[key];
      const reason = key === "dbSubnetGroupName" ? moveNetwork : restore;
      return {
        key: inRecord,
        prop: `cdk.cluster.${key}`,
        value: textOf(override[key]),
        reason,
        mayBeLeftOut,
      };
    }),
    setting("cluster_identifier", "cdk.cluster.clusterIdentifier", name, restore),
    setting("storage_encrypted", "cdk.cluster.storageEncrypted", textOf(storageEncrypted), restore),
    setting("vpc", "cdk.cluster.vpc", network?.vpcId ?? "", moveNetwork),
  ];
}

const setting = (key: string, prop: string, value: string, reason: string): GuardedSetting => ({
  key,
  prop,
  value,
  reason,
  mayBeLeftOut: false,
});

/** A value as text that is the same for the same value: lists of availability zones have no order. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  if (isUnresolved(value)) return Token.asString(Fn.jsonencode(value));
  return JSON.stringify(
    Array.isArray(value) && value.every((each) => typeof each === "string") ? [...value].sort() : value,
  );
}
