import { DataAwsIamRole } from "@cdktf/provider-aws/lib/data-aws-iam-role";
import { DynamodbTable, type DynamodbTableConfig } from "@cdktf/provider-aws/lib/dynamodb-table";
import { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import { S3BucketLifecycleConfiguration } from "@cdktf/provider-aws/lib/s3-bucket-lifecycle-configuration";
import { S3BucketPublicAccessBlock } from "@cdktf/provider-aws/lib/s3-bucket-public-access-block";
import type { Construct } from "constructs";
import {
  type DebugStackProps,
  type LiveRelay,
  markMadeFromReference,
  type OwningApp,
  Stack,
} from "../../kit/app";
import { checkOverride, overlay } from "../../kit/core";
import { createPackagedFunction } from "../../kit/function";
import { WebSocketApi } from "../web-socket-api";

/** Its id is `<stage>-<app>-debug-stack`. */
const stackId = "debug-stack";

/**
 * Creates the stack through which deployed functions reach the developer's machine under `serverform start`.
 *
 * A WebSocket API passes messages between both. The table holds leases and session secrets, and the bucket holds events
 * and answers that are too large for messages.
 */
export function createDebugStack(app: OwningApp, props: DebugStackProps): LiveRelay {
  const stack = new Stack(app, stackId);
  // Holds nothing that survives a session: `serverform remove` deletes all of it.
  stack.addOverride("//.serverform.isDebugStack", true);
  const table = createTable(stack, props);
  const bucket =
    props.payloadBucketArn === undefined ? createBucket(stack) : existingBucket(props.payloadBucketArn);
  const api = createRelay(stack, table, props);
  stack.addOutputs({
    Endpoint: api.url,
    TableName: table.name,
    BucketName: bucket.name,
    BucketArn: bucket.arn,
  });
  return {
    endpoint: api.url,
    connectArn: `${api.cdk.webSocketApi.executionArn}/${stack.stage}/$connect`,
    postArn: `${api.cdk.webSocketApi.executionArn}/${stack.stage}/POST/@connections/*`,
    tableName: table.name,
    tableArn: table.arn,
    bucketName: bucket.name,
    bucketArn: bucket.arn,
  };
}

function createTable(stack: Stack, { cdk = {} }: DebugStackProps): DynamodbTable {
  const config: DynamodbTableConfig = {
    name: stack.app.logicalPrefixedName(stackId),
    billingMode: "PAY_PER_REQUEST",
    hashKey: "pk",
    attribute: [{ name: "pk", type: "S" }],
    ttl: { attributeName: "expires", enabled: true },
  };
  const override = cdk.table ?? {};
  checkOverride("app", "debugStack.cdk.table", override, DynamodbTable);
  return new DynamodbTable(stack, "Table", overlay(config, override));
}

interface PayloadBucket {
  readonly name: string;
  readonly arn: string;
}

function createBucket(stack: Construct & { readonly app: OwningApp }): PayloadBucket {
  // S3 completes a prefix of at most 37 characters.
  const bucketPrefix = stack.app
    .logicalPrefixedName(stackId)
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "-")
    .slice(0, 36);
  const bucket = new S3Bucket(stack, "Bucket", { bucketPrefix: `${bucketPrefix}-`, forceDestroy: true });
  new S3BucketPublicAccessBlock(stack, "BucketAccess", {
    bucket: bucket.bucket,
    blockPublicAcls: true,
    blockPublicPolicy: true,
    ignorePublicAcls: true,
    restrictPublicBuckets: true,
  });
  new S3BucketLifecycleConfiguration(stack, "BucketExpiry", {
    bucket: bucket.bucket,
    rule: [
      {
        id: "payloads",
        status: "Enabled",
        filter: [{ prefix: "payloads/" }],
        expiration: [{ days: 1 }],
      },
    ],
  });
  return { name: bucket.bucket, arn: bucket.arn };
}

const existingBucket = (arn: string): PayloadBucket => ({ name: arn.split(":::")[1] ?? "", arn });

function createRelay(
  stack: Stack,
  table: DynamodbTable,
  { websocketHandlerRoleArn: roleArn }: DebugStackProps,
): WebSocketApi {
  const role =
    roleArn === undefined
      ? undefined
      : new DataAwsIamRole(stack, "RelayRole", { name: roleArn.split("/").pop() ?? roleArn });
  const relay = createPackagedFunction(stack, "Relay", {
    entry: "live/server/main",
    format: "cjs",
    timeout: 10,
    memorySize: 256,
    logRetention: "one_week",
    tracing: "disabled",
    enableLiveDev: false,
    description: "Passes messages between functions and the developer's machine",
    environment: { SERVERFORM_DEBUG_TABLE_NAME: table.name },
    permissions: [{ Action: ["dynamodb:GetItem", "dynamodb:UpdateItem"], Resource: table.arn }],
    ...(role !== undefined && { role }),
  });
  const api = new WebSocketApi(stack, stackId, {
    authorizer: "iam",
    accessLog: false,
    routes: { $connect: relay, $disconnect: relay, $default: relay },
  });
  // The caller did not choose its id, and binds nothing to it.
  markMadeFromReference(api);
  return api;
}
