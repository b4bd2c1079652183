import { TerraformDataSource } from "cdktf";
import type { ConstructMetadata } from "../../kit/app";
import { type ConstructDescription, metadataKind } from "../../kit/description";
import type { ConsumerMetadata } from "../../kit/function";
import {
  actionsOf,
  attribute,
  configValue,
  decrypt,
  decryptAndEncrypt,
  grant,
  keyed,
  type PermissionRow,
} from "../../kit/iam";
import { tableTexts } from "./errors";

const read = actionsOf(
  "dynamodb",
  "BatchGetItem GetRecords GetShardIterator Query GetItem Scan ConditionCheckItem DescribeTable",
);
const write = actionsOf("dynamodb", "BatchWriteItem PutItem UpdateItem DeleteItem DescribeTable");
const partiQl = actionsOf("dynamodb", "PartiQLSelect PartiQLInsert PartiQLUpdate PartiQLDelete");
const stream = actionsOf("dynamodb", "DescribeStream GetRecords GetShardIterator");
const tableAndIndexes = ["{arn}", "{arn}/index/*"];

export const tableRow = {
  name: "Table",
  types: ["aws_dynamodb_table"],
  byDefault: keyed(decryptAndEncrypt, grant([...read, ...write, ...partiQl], tableAndIndexes)),
  access: {
    grantReadData: keyed(decrypt, grant(read, tableAndIndexes)),
    grantWriteData: keyed(decryptAndEncrypt, grant(write, tableAndIndexes)),
    grantReadWriteData: keyed(decryptAndEncrypt, grant([...read, ...write], tableAndIndexes)),
    grantStreamRead: keyed(
      decrypt,
      grant(stream, ["{streamArn}"]),
      // IAM offers no resource-level permissions for this action.
      grant(["dynamodb:ListStreams"], ["*"]),
    ),
    grantFullAccess: keyed(decryptAndEncrypt, grant(["dynamodb:*"], tableAndIndexes)),
  },
  keyPath: "serverSideEncryption.kmsKeyArn",
  parts(object) {
    const known =
      TerraformDataSource.isTerraformDataSource(object) || configValue(object, "streamEnabled") === true;
    return known ? { streamArn: attribute(object, "stream_arn") } : {};
  },
} satisfies PermissionRow;

export type TableMetadata = ConstructMetadata<
  "Table",
  {
    readonly tableName: string;
    readonly consumers: readonly ConsumerMetadata[];
    /** The module and its export, as in the prop. */
    readonly itemSchema?: string | undefined;
  }
>;

export const tableDescription = {
  className: "Table",
  row: tableRow,
  binding: { client: "table", variables: ["tableName"], grants: true },
  metadata: metadataKind<TableMetadata>("Table"),
  texts: tableTexts,
  document: { summary: "items in DynamoDB, and functions that react to changes", group: "Data" },
} as const satisfies ConstructDescription;
