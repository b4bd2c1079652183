import { DataAwsRdsCluster } from "@cdktf/provider-aws/lib/data-aws-rds-cluster";
import { DataAwsSecretsmanagerSecret } from "@cdktf/provider-aws/lib/data-aws-secretsmanager-secret";
import { Api, RDS, type StackContext } from "serverform";

// #region rds
export function Notes({ stack }: StackContext) {
  const database = new RDS(stack, "Database", {
    engine: "postgresql16",
    defaultDatabaseName: "notes",
    migrations: "migrations",
    types: "functions/database.d.ts",
  });
  new Api(stack, "Api", {
    defaults: { function: { bind: [database] } },
    routes: { "GET /notes": "functions/notes.get" },
  });
}
// #endregion

// #region rds-scaling
export function Busy({ stack }: StackContext) {
  new RDS(stack, "Orders", {
    engine: "postgresql16",
    defaultDatabaseName: "orders",
    scaling: { autoPause: false, minCapacity: "ACU_1", maxCapacity: "ACU_64" },
  });
}
// #endregion

// #region rds-network
export function Reports({ stack }: StackContext) {
  new RDS(stack, "Reports", {
    engine: "mysql8.0",
    defaultDatabaseName: "reports",
    cdk: {
      cluster: { vpc: "vpc-0a1b2c", vpcSubnets: ["subnet-1a", "subnet-1b"], backupRetentionPeriod: 14 },
    },
  });
}
// #endregion

// #region rds-existing
export function Old({ stack }: StackContext) {
  const cluster = new DataAwsRdsCluster(stack, "OldCluster", { clusterIdentifier: "shop" });
  const secret = new DataAwsSecretsmanagerSecret(stack, "OldSecret", { name: "shop/database" });
  new RDS(stack, "Shop", {
    engine: "postgresql15",
    defaultDatabaseName: "shop",
    cdk: { cluster, secret },
  });
}
// #endregion
