import { TerraformOutput } from "cdktf";
import { Stack } from "../../kit/app";
import { constructName } from "../../kit/app/names/construct-name";
import type { RDSTypesProps } from "./props";
import type { RDS } from "./rds";

/** Names of the outputs that describe databases to `serverform start`. The command line knows them by it. */
const databaseOutput = "live-database-";

/** Tells `serverform start` which cluster to keep awake, and whose types to write. */
export function outputForStart(rds: RDS, types: RDSTypesProps | undefined): void {
  if (Stack.of(rds).app.live === undefined) return;
  const { clusterArn, secretArn, defaultDatabaseName, migratorFunction } = rds;
  const migrator = migratorFunction?.functionName;
  const value = { id: constructName(rds), clusterArn, secretArn, defaultDatabaseName, migrator, types };
  const output = new TerraformOutput(rds, "Live", { value });
  output.overrideLogicalId(`${databaseOutput}${rds.node.addr}`);
}
