import { Fn, TerraformDataSource } from "cdktf";
import type { ConstructMetadata, FunctionRef } from "../../kit/app";
import { type ConstructDescription, metadataKind } from "../../kit/description";
import {
  actionsOf,
  attribute,
  configValue,
  decrypt,
  type Grant,
  grant,
  keyed,
  type PermissionRow,
} from "../../kit/iam";
import { rdsTexts } from "./errors";

const dataApi = actionsOf(
  "rds-data",
  "BatchExecuteStatement BeginTransaction CommitTransaction ExecuteStatement RollbackTransaction",
);
const secret: Grant = {
  actions: actionsOf("secretsmanager", "GetSecretValue DescribeSecret"),
  on: ["{secretArn}"],
  ifPresent: true,
};

export const rdsRow = {
  name: "RDS",
  types: ["aws_rds_cluster"],
  byDefault: keyed(decrypt, grant(dataApi, ["{arn}"]), secret),
  access: {
    grantDataApiAccess: keyed(decrypt, grant(dataApi, ["{arn}"]), secret),
    grantFullAccess: keyed(decrypt, grant(["rds:*", "rds-data:*"], ["{arn}"]), secret),
  },
  keyPath: "masterUserSecretKmsKeyId",
  parts(object) {
    const secretArn = attribute(object, "master_user_secret[0].secret_arn");
    if (TerraformDataSource.isTerraformDataSource(object)) {
      // Whether there is a managed secret is known at deployment only. Without one the statement names the cluster,
      // on which the actions on secrets mean nothing.
      return { secretArn: Fn.try([secretArn, attribute(object, "arn")]) };
    }
    return configValue(object, "manageMasterUserPassword") === true ? { secretArn } : {};
  },
} satisfies PermissionRow;

export type RdsMetadata = ConstructMetadata<
  "RDS",
  {
    readonly engine: string;
    readonly secretArn: string;
    /** Where the types of the schema are written. */
    readonly types?: { readonly path: string; readonly camelCase: boolean } | undefined;
    readonly clusterArn: string;
    readonly clusterIdentifier: string;
    readonly defaultDatabaseName: string;
    readonly migrator?: FunctionRef | undefined;
  }
>;

export const rdsDescription = {
  className: "RDS",
  row: rdsRow,
  binding: {
    client: "rds",
    variables: ["clusterArn", "secretArn", "defaultDatabaseName"],
    grants: true,
  },
  metadata: metadataKind<RdsMetadata>("RDS"),
  texts: rdsTexts,
  document: { summary: "a Postgres or MySQL database with migrations", group: "Data" },
} as const satisfies ConstructDescription;
