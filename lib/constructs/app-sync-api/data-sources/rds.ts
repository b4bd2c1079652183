import type { DataAwsRdsCluster } from "@cdktf/provider-aws/lib/data-aws-rds-cluster";
import type { DataAwsSecretsmanagerSecret } from "@cdktf/provider-aws/lib/data-aws-secretsmanager-secret";
import type { RdsCluster } from "@cdktf/provider-aws/lib/rds-cluster";
import type { SecretsmanagerSecret } from "@cdktf/provider-aws/lib/secretsmanager-secret";
import { findImport, propKeys, refuseValue, requireProp } from "../../../kit/core";
import { actionsOf, type PermissionEntry, resolvePermissions } from "../../../kit/iam";
import type { RDS } from "../../rds";
import { fail } from "../errors";
import { isOfRow } from "./construct-or-import";
import { type DataSourceKind, type DataSourcePlace, dataSourceKeys } from "./kind";
import type { AppSyncApiRdsDataSource } from "./props";

/** The database that a data source queries. */
interface Database {
  readonly clusterArn: string;
  readonly secretArn: string;
  readonly databaseName: string;
  readonly permissions: readonly PermissionEntry[];
}

// Source: https://docs.aws.amazon.com/appsync/latest/devguide/tutorial-rds-resolvers.html
const dataApiActions = actionsOf("rds-data", "DeleteItems ExecuteSql GetItems InsertItems UpdateItems");

export const rdsDataSource: DataSourceKind<AppSyncApiRdsDataSource> = {
  keys: propKeys<AppSyncApiRdsDataSource>()({
    ...dataSourceKeys,
    rds: true,
    databaseName: "text",
    cdk: "map",
  }),
  cdkKeys: ["serverlessCluster", "secretStore", "databaseName"],
  plan(place, props) {
    const { api, prop } = place;
    const { clusterArn, secretArn, databaseName, permissions } = findDatabase(place, props);
    const own = { actions: [...dataApiActions], resources: [clusterArn, `${clusterArn}:*`] };
    const statements = resolvePermissions(api, `${prop}.rds`, [...permissions, own]);
    const httpEndpointConfig = {
      dbClusterIdentifier: clusterArn,
      awsSecretStoreArn: secretArn,
      databaseName,
    };
    return () => ({
      config: {
        type: "RELATIONAL_DATABASE",
        relationalDatabaseConfig: { sourceType: "RDS_HTTP_ENDPOINT", httpEndpointConfig },
      },
      statements,
    });
  },
};

function findDatabase(place: DataSourcePlace, { rds, databaseName, cdk }: AppSyncApiRdsDataSource): Database {
  const { api, prop } = place;
  const given = cdk?.dataSource;
  if (given === undefined) {
    const remedy = `Pass an RDS, or an existing cluster and its secret as ${prop}.cdk.dataSource: { serverlessCluster, secretStore }.`;
    requireProp(api, `${prop}.rds`, rds, remedy);
    if (!isOfRow(rds, "RDS")) refuseValue(api, `${prop}.rds`, rds, "an RDS of this library");
    const { clusterArn, secretArn, defaultDatabaseName } = rds as RDS;
    const permissions: PermissionEntry[] = [[rds, "grantDataApiAccess"]];
    return { clusterArn, secretArn, databaseName: databaseName ?? defaultDatabaseName, permissions };
  }
  if (rds !== undefined) fail(api, "props-exclude", `${prop}.rds`, { other: `${prop}.cdk.dataSource` });
  return existingDatabase(place, given, databaseName);
}

function existingDatabase(
  { api, prop }: DataSourcePlace,
  given: NonNullable<NonNullable<AppSyncApiRdsDataSource["cdk"]>["dataSource"]>,
  databaseName: string | undefined,
): Database {
  const at = `${prop}.cdk.dataSource`;
  const cluster = findImport<RdsCluster | DataAwsRdsCluster>(
    api,
    `${at}.serverlessCluster`,
    given.serverlessCluster,
    "aws_rds_cluster",
  );
  const secret = findImport<SecretsmanagerSecret | DataAwsSecretsmanagerSecret>(
    api,
    `${at}.secretStore`,
    given.secretStore,
    "aws_secretsmanager_secret",
  );
  for (const [key, found] of Object.entries({ serverlessCluster: cluster, secretStore: secret })) {
    requireProp(api, `${at}.${key}`, found, "Pass the existing cluster and its secret.");
  }
  // Both exist: the loop has refused missing ones.
  const [clusterObject, secretObject] = [cluster, secret] as [RdsCluster, SecretsmanagerSecret];
  return {
    clusterArn: clusterObject.arn,
    secretArn: secretObject.arn,
    databaseName: databaseName ?? given.databaseName ?? clusterObject.databaseName,
    permissions: [
      [clusterObject, "grantDataApiAccess"],
      {
        actions: ["secretsmanager:GetSecretValue", "secretsmanager:DescribeSecret"],
        resources: [secretObject.arn],
      },
    ],
  };
}
