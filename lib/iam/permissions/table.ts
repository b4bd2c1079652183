import type { Access, Grant, Row, RowName } from "./row";

// What encrypted services ask of the caller's key. Writers mostly need to decrypt as well: queues, topics and buses to
// reuse a data key, buckets for uploads in parts, tables to read what they index.
// Sources: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-key-management.html
// https://docs.aws.amazon.com/sns/latest/dg/sns-key-management.html
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html
// https://docs.aws.amazon.com/streams/latest/dev/permissions-user-key-KMS.html
const decrypt = ["kms:Decrypt"];
const encrypt = ["kms:GenerateDataKey*"];
const both = [...decrypt, ...encrypt];

const table = {
  read: of(
    "dynamodb",
    "BatchGetItem GetRecords GetShardIterator Query GetItem Scan ConditionCheckItem DescribeTable",
  ),
  write: of("dynamodb", "BatchWriteItem PutItem UpdateItem DeleteItem DescribeTable"),
  partiQl: of("dynamodb", "PartiQLSelect PartiQLInsert PartiQLUpdate PartiQLDelete"),
  stream: of("dynamodb", "DescribeStream GetRecords GetShardIterator"),
  on: ["{arn}", "{arn}/index/*"],
};
const queue = {
  send: of("sqs", "SendMessage GetQueueAttributes GetQueueUrl"),
  consume: of("sqs", "ReceiveMessage ChangeMessageVisibility GetQueueUrl DeleteMessage GetQueueAttributes"),
  purge: of("sqs", "PurgeQueue GetQueueAttributes GetQueueUrl"),
};
const stream = {
  read: of(
    "kinesis",
    "DescribeStreamSummary GetRecords GetShardIterator ListShards SubscribeToShard DescribeStream",
  ),
  write: of("kinesis", "ListShards PutRecord PutRecords"),
  // The action knows no resources.
  list: { actions: ["kinesis:ListStreams"], on: ["*"] } satisfies Grant,
};
const bucket = {
  read: of("s3", "GetObject* GetBucket* List*"),
  put: of(
    "s3",
    "PutObject PutObjectLegalHold PutObjectRetention PutObjectTagging PutObjectVersionTagging Abort*",
  ),
  delete: of("s3", "DeleteObject*"),
  putAcl: of("s3", "PutObjectAcl PutObjectVersionAcl"),
  parts: of("s3", "ListMultipartUploadParts GetObjectTagging"),
  on: ["{arn}", "{arn}/*"],
  objects: ["{arn}/*"],
};
const cluster = {
  dataApi: of(
    "rds-data",
    "BatchExecuteStatement BeginTransaction CommitTransaction ExecuteStatement RollbackTransaction",
  ),
  secret: {
    actions: of("secretsmanager", "GetSecretValue DescribeSecret"),
    on: ["{secretArn}"],
    ifPresent: true,
  } satisfies Grant,
};
const userbase = of(
  "cognito-idp",
  "AdminGetUser AdminCreateUser AdminDeleteUser AdminUpdateUserAttributes AdminSetUserPassword AdminConfirmSignUp " +
    "AdminEnableUser AdminDisableUser AdminInitiateAuth AdminRespondToAuthChallenge AdminUserGlobalSignOut " +
    "AdminAddUserToGroup AdminRemoveUserFromGroup AdminListGroupsForUser ListUsers ListUsersInGroup",
);
const functionAndQualifiers = ["{arn}", "{arn}:*"];
const connections = grant(["execute-api:ManageConnections"], ["{arn}/{stageName}/POST/*"]);

/**
 * What naming a thing in permissions gives.
 *
 * Naming it gives the code everything that using it needs and nothing that changes its configuration.
 *
 * Source of the actions: https://docs.aws.amazon.com/service-authorization/latest/reference/
 */
export const rows = {
  Api: {
    types: [],
    byDefault: access(grant(["execute-api:Invoke"], ["{arn}/*"])),
    access: { grantFullAccess: access(grant(["execute-api:*"], ["{arn}/*"])) },
  },
  WebSocketApi: {
    types: [],
    byDefault: access(grant(["execute-api:Invoke"], ["{arn}/*"]), connections),
    access: {
      grantManageConnections: access(connections),
      grantFullAccess: access(grant(["execute-api:*"], ["{arn}/*"])),
    },
  },
  AppSyncApi: {
    types: [],
    byDefault: access(grant(["appsync:GraphQL"], ["{arn}/*"])),
    access: {
      grantQuery: access(grant(["appsync:GraphQL"], ["{arn}/types/Query/*"])),
      grantMutation: access(grant(["appsync:GraphQL"], ["{arn}/types/Mutation/*"])),
      grantSubscription: access(grant(["appsync:GraphQL"], ["{arn}/types/Subscription/*"])),
      grantFullAccess: access(grant(["appsync:*"], ["{arn}", "{arn}/*"])),
    },
  },
  Table: {
    types: ["aws_dynamodb_table"],
    byDefault: keyed(both, grant([...table.read, ...table.write, ...table.partiQl], table.on)),
    access: {
      grantReadData: keyed(decrypt, grant(table.read, table.on)),
      grantWriteData: keyed(both, grant(table.write, table.on)),
      grantReadWriteData: keyed(both, grant([...table.read, ...table.write], table.on)),
      grantStreamRead: keyed(
        decrypt,
        grant(table.stream, ["{streamArn}"]),
        // The action knows no resources.
        grant(["dynamodb:ListStreams"], ["*"]),
      ),
      grantFullAccess: keyed(both, grant(["dynamodb:*"], table.on)),
    },
  },
  Topic: {
    types: ["aws_sns_topic"],
    byDefault: keyed(both, grant(of("sns", "Publish GetTopicAttributes"), ["{arn}"])),
    access: {
      grantPublish: keyed(both, grant(["sns:Publish"], ["{arn}"])),
      grantFullAccess: keyed(both, grant(["sns:*"], ["{arn}"])),
    },
  },
  EventBus: {
    types: ["aws_cloudwatch_event_bus"],
    byDefault: keyed(both, grant(["events:PutEvents"], ["{arn}"])),
    access: {
      grantPutEventsTo: keyed(both, grant(["events:PutEvents"], ["{arn}"])),
      grantFullAccess: keyed(both, grant(["events:*"], ["{arn}"])),
    },
  },
  Queue: {
    types: ["aws_sqs_queue"],
    byDefault: keyed(both, grant([...queue.send, ...queue.consume], ["{arn}"])),
    access: {
      grantSendMessages: keyed(both, grant(queue.send, ["{arn}"])),
      grantConsumeMessages: keyed(decrypt, grant(queue.consume, ["{arn}"])),
      grantPurge: access(grant(queue.purge, ["{arn}"])),
      grantFullAccess: keyed(both, grant(["sqs:*"], ["{arn}"])),
    },
  },
  KinesisStream: {
    types: ["aws_kinesis_stream"],
    byDefault: keyed(both, grant([...stream.read, ...stream.write], ["{arn}"]), stream.list),
    access: {
      grantRead: keyed(decrypt, grant(stream.read, ["{arn}"]), stream.list),
      grantWrite: keyed(encrypt, grant(stream.write, ["{arn}"])),
      grantReadWrite: keyed(both, grant([...stream.read, ...stream.write], ["{arn}"]), stream.list),
      grantFullAccess: keyed(both, grant(["kinesis:*"], ["{arn}"])),
    },
  },
  DeliveryStream: {
    types: ["aws_kinesis_firehose_delivery_stream"],
    // The service encrypts with a grant of its own; the sender needs nothing of the key.
    byDefault: access(grant(of("firehose", "PutRecord PutRecordBatch"), ["{arn}"])),
    access: {
      grantPutRecords: access(grant(of("firehose", "PutRecord PutRecordBatch"), ["{arn}"])),
      grantFullAccess: access(grant(["firehose:*"], ["{arn}"])),
    },
  },
  Bucket: {
    types: ["aws_s3_bucket"],
    byDefault: keyed(
      both,
      grant([...bucket.read, ...bucket.put, ...bucket.delete, ...bucket.parts], bucket.on),
    ),
    access: {
      grantRead: keyed(decrypt, grant(bucket.read, bucket.on)),
      grantPut: keyed(both, grant(bucket.put, bucket.objects)),
      grantDelete: access(grant(bucket.delete, bucket.objects)),
      grantWrite: keyed(both, grant([...bucket.put, ...bucket.delete], bucket.objects)),
      grantReadWrite: keyed(both, grant([...bucket.read, ...bucket.put, ...bucket.delete], bucket.on)),
      grantPutAcl: access(grant(bucket.putAcl, bucket.objects)),
      grantFullAccess: keyed(both, grant(["s3:*"], bucket.on)),
    },
  },
  RDS: {
    types: ["aws_rds_cluster"],
    byDefault: keyed(decrypt, grant(cluster.dataApi, ["{arn}"]), cluster.secret),
    access: {
      grantDataApiAccess: keyed(decrypt, grant(cluster.dataApi, ["{arn}"]), cluster.secret),
      grantFullAccess: keyed(decrypt, grant(["rds:*", "rds-data:*"], ["{arn}"]), cluster.secret),
    },
  },
  Function: {
    types: ["aws_lambda_function"],
    byDefault: access(grant(["lambda:InvokeFunction"], functionAndQualifiers)),
    access: {
      grantInvoke: access(grant(["lambda:InvokeFunction"], functionAndQualifiers)),
      grantInvokeUrl: access(grant(["lambda:InvokeFunctionUrl"], functionAndQualifiers), {
        // Since October 2025 a function URL asks for both, and the condition keeps the second to calls of the URL.
        // Source: https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html
        actions: ["lambda:InvokeFunction"],
        on: functionAndQualifiers,
        conditions: { Bool: { "lambda:InvokedViaFunctionUrl": "true" } },
      }),
      grantFullAccess: access(grant(["lambda:*"], functionAndQualifiers)),
    },
  },
  Job: {
    types: [],
    byDefault: access(grant(["lambda:InvokeFunction"], ["{arn}"])),
    access: {
      grantInvoke: access(grant(["lambda:InvokeFunction"], ["{arn}"])),
      grantFullAccess: access(grant(["lambda:*"], ["{arn}"])),
    },
  },
  Userbase: {
    types: ["aws_cognito_user_pool"],
    byDefault: access(grant(userbase, ["{arn}"])),
    access: { grantFullAccess: access(grant(["cognito-idp:*"], ["{arn}"])) },
  },
  Secret: {
    types: ["aws_secretsmanager_secret"],
    byDefault: keyed(decrypt, grant(of("secretsmanager", "GetSecretValue DescribeSecret"), ["{arn}"])),
    access: {
      grantRead: keyed(decrypt, grant(of("secretsmanager", "GetSecretValue DescribeSecret"), ["{arn}"])),
      grantWrite: keyed(both, grant(of("secretsmanager", "PutSecretValue UpdateSecret"), ["{arn}"])),
      grantFullAccess: keyed(both, grant(["secretsmanager:*"], ["{arn}"])),
    },
  },
  Parameter: {
    types: ["aws_ssm_parameter"],
    byDefault: keyed(decrypt, grant(["ssm:GetParameter*"], ["{arn}"])),
    access: {
      grantRead: keyed(decrypt, grant(["ssm:GetParameter*"], ["{arn}"])),
      // Standard parameters are encrypted by the key itself, advanced ones by a data key.
      grantWrite: keyed(["kms:Encrypt", ...encrypt], grant(["ssm:PutParameter"], ["{arn}"])),
      grantFullAccess: keyed(["kms:Encrypt", ...both], grant(["ssm:*"], ["{arn}"])),
    },
  },
} satisfies Record<RowName, Row>;

function of(service: string, names: string): readonly string[] {
  return names.split(" ").map((name) => `${service}:${name}`);
}

function grant(actions: readonly string[], on: readonly string[]): Grant {
  return { actions, on };
}

function access(...grants: readonly Grant[]): Access {
  return { grants };
}

function keyed(keyActions: readonly string[], ...grants: readonly Grant[]): Access {
  return { grants, keyActions };
}
