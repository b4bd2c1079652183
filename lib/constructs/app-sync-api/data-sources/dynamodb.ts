import type { DataAwsDynamodbTable } from "@cdktf/provider-aws/lib/data-aws-dynamodb-table";
import type { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { regionOfReferenced, Stack } from "../../../kit/app";
import { propKeys } from "../../../kit/core";
import { resolvePermissions } from "../../../kit/iam";
import { constructOrImport } from "./construct-or-import";
import { type DataSourceKind, dataSourceKeys } from "./kind";
import type { AppSyncApiDynamodbDataSource } from "./props";

export const dynamodbDataSource: DataSourceKind<AppSyncApiDynamodbDataSource> = {
  keys: propKeys<AppSyncApiDynamodbDataSource>()({
    ...dataSourceKeys,
    table: true,
    cdk: "map",
  }),
  cdkKeys: ["table"],
  plan(place, { table, cdk }) {
    const { api, prop } = place;
    const found = constructOrImport<DynamodbTable | DataAwsDynamodbTable>(place, {
      key: "table",
      row: "Table",
      type: "aws_dynamodb_table",
      construct: table,
      imported: cdk?.dataSource?.table,
      objectOf: (construct) => (construct as NonNullable<typeof table>).cdk.table,
    });
    const statements = resolvePermissions(api, `${prop}.table`, [[found.target, "grantReadWriteData"]]);
    const region = regionOfReferenced(api, found.object.arn);
    const elsewhere = region === undefined || region === Stack.of(api).region ? {} : { region };
    return () => ({
      config: { type: "AMAZON_DYNAMODB", dynamodbConfig: { tableName: found.object.name, ...elsewhere } },
      statements,
    });
  },
};
