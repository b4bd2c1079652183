import type { RdsCluster } from "@cdktf/provider-aws/lib/rds-cluster";

const attribute = "final_snapshot_identifier";

/**
 * Names the final snapshot, which survives its cluster: one of the same name would stop the removal of the next cluster.
 *
 * Terraform takes a new name whenever it creates a cluster, also for one that is replaced because its creation has failed. It ignores the
 * name after that, so that later plans are empty.
 */
export function nameFinalSnapshot(cluster: RdsCluster): void {
  cluster.finalSnapshotIdentifier = `${cluster.clusterIdentifierInput}-final-\${substr(uuid(), 0, 8)}`;
  const { ignoreChanges = [] } = cluster.lifecycle ?? {};
  if (ignoreChanges === "all") return;
  cluster.lifecycle = { ...cluster.lifecycle, ignoreChanges: [...ignoreChanges, attribute] };
}
