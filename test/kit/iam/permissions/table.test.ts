import { Construct } from "constructs";
import { constructDescriptions } from "../../../../lib/constructs/list";
import type { ConstructDescription } from "../../../../lib/kit/description";
import {
  type PermissionRow,
  type PermissionTarget,
  permissionTarget,
  resolvePermissions,
} from "../../../../lib/kit/iam/permissions";
import { providerRows } from "../../../../lib/kit/iam/permissions/provider-target";

const descriptions: readonly ConstructDescription[] = constructDescriptions;
const rows: ReadonlyMap<string, PermissionRow> = new Map(
  [...descriptions.flatMap(({ row }) => row ?? []), ...providerRows].map((row) => [row.name, row]),
);
const arn = "arn:aws:x:eu-west-1:111122223333:y";
const full: Omit<PermissionTarget, "row"> = {
  arn,
  streamArn: `${arn}/stream/1`,
  secretArn: `${arn}-secret`,
  stageName: "prod",
};

class Named extends Construct {
  constructor(private readonly target: PermissionTarget) {
    super(new Construct(undefined as never, ""), "Named");
  }
  [permissionTarget]() {
    return this.target;
  }
}

function rowOf(name: string): PermissionRow {
  const row = rows.get(name);
  if (row === undefined) throw new Error(`no row ${name}`);
  return row;
}

function named(name: string, parts: Partial<PermissionTarget> = full) {
  return new Named({ arn, ...parts, row: rowOf(name) });
}

/** `service:A B on resource` of every statement, without the service in the actions. */
function granted(row: string, access?: string, parts?: Partial<PermissionTarget>) {
  const construct = named(row, parts);
  const entry = access === undefined ? construct : [construct, access];
  return resolvePermissions("test", "permissions", [entry]).map(({ actions, resources }) => {
    const where = resources.map((resource) => resource.replace(arn, ""));
    return [actions.join(" "), ...where];
  });
}

const readData =
  "dynamodb:BatchGetItem dynamodb:GetRecords dynamodb:GetShardIterator dynamodb:Query dynamodb:GetItem dynamodb:Scan dynamodb:ConditionCheckItem dynamodb:DescribeTable";
const writeData =
  "dynamodb:BatchWriteItem dynamodb:PutItem dynamodb:UpdateItem dynamodb:DeleteItem dynamodb:DescribeTable";
const partiQl = "dynamodb:PartiQLSelect dynamodb:PartiQLInsert dynamodb:PartiQLUpdate dynamodb:PartiQLDelete";
const send = "sqs:SendMessage sqs:GetQueueAttributes sqs:GetQueueUrl";
const consume =
  "sqs:ReceiveMessage sqs:ChangeMessageVisibility sqs:GetQueueUrl sqs:DeleteMessage sqs:GetQueueAttributes";
const readStream =
  "kinesis:DescribeStreamSummary kinesis:GetRecords kinesis:GetShardIterator kinesis:ListShards kinesis:SubscribeToShard kinesis:DescribeStream";
const writeStream = "kinesis:ListShards kinesis:PutRecord kinesis:PutRecords";
const read = "s3:GetObject* s3:GetBucket* s3:List*";
const put =
  "s3:PutObject s3:PutObjectLegalHold s3:PutObjectRetention s3:PutObjectTagging s3:PutObjectVersionTagging s3:Abort*";
const dataApi =
  "rds-data:BatchExecuteStatement rds-data:BeginTransaction rds-data:CommitTransaction rds-data:ExecuteStatement rds-data:RollbackTransaction";
const readSecret = "secretsmanager:GetSecretValue secretsmanager:DescribeSecret";
const userbase =
  "cognito-idp:AdminGetUser cognito-idp:AdminCreateUser cognito-idp:AdminDeleteUser cognito-idp:AdminUpdateUserAttributes cognito-idp:AdminSetUserPassword cognito-idp:AdminConfirmSignUp cognito-idp:AdminEnableUser cognito-idp:AdminDisableUser cognito-idp:AdminInitiateAuth cognito-idp:AdminRespondToAuthChallenge cognito-idp:AdminUserGlobalSignOut cognito-idp:AdminAddUserToGroup cognito-idp:AdminRemoveUserFromGroup cognito-idp:AdminListGroupsForUser cognito-idp:ListUsers cognito-idp:ListUsersInGroup";

const byDefault: Record<string, readonly (readonly string[])[]> = {
  Api: [["execute-api:Invoke", "/*"]],
  WebSocketApi: [
    ["execute-api:Invoke", "/*"],
    ["execute-api:ManageConnections", "/prod/*/@connections/*"],
  ],
  Table: [[`${readData} ${writeData} ${partiQl}`, "", "/index/*"]],
  Topic: [["sns:Publish sns:GetTopicAttributes", ""]],
  EventBus: [["events:PutEvents", ""]],
  Queue: [[`${send} ${consume}`, ""]],
  KinesisStream: [
    [`${readStream} ${writeStream}`, ""],
    ["kinesis:ListStreams", "*"],
  ],
  DeliveryStream: [["firehose:PutRecord firehose:PutRecordBatch", ""]],
  Bucket: [[`${read} ${put} s3:DeleteObject* s3:ListMultipartUploadParts s3:GetObjectTagging`, "", "/*"]],
  AppSyncApi: [["appsync:GraphQL", "/*"]],
  EventsApi: [
    ["appsync:EventConnect", ""],
    ["appsync:EventPublish", "/channelNamespace/*"],
    ["appsync:EventSubscribe", "/channelNamespace/*"],
  ],
  Job: [["lambda:InvokeFunction", ""]],
  StaticSite: [["cloudfront:CreateInvalidation cloudfront:GetInvalidation", ""]],
  RDS: [
    [dataApi, ""],
    [readSecret, "-secret"],
  ],
  Function: [["lambda:InvokeFunction", "", ":*"]],
  Userbase: [[userbase, ""]],
  Secret: [[readSecret, ""]],
  Parameter: [["ssm:GetParameter*", ""]],
};

const byAccess: Record<string, Record<string, readonly (readonly string[])[]>> = {
  Api: { grantFullAccess: [["execute-api:*", "/*"]] },
  WebSocketApi: {
    grantManageConnections: [["execute-api:ManageConnections", "/prod/*/@connections/*"]],
    grantFullAccess: [["execute-api:*", "/*"]],
  },
  Table: {
    grantReadData: [[readData, "", "/index/*"]],
    grantWriteData: [[writeData, "", "/index/*"]],
    grantReadWriteData: [[`${readData} ${writeData}`, "", "/index/*"]],
    grantStreamRead: [
      ["dynamodb:DescribeStream dynamodb:GetRecords dynamodb:GetShardIterator", "/stream/1"],
      ["dynamodb:ListStreams", "*"],
    ],
    grantFullAccess: [["dynamodb:*", "", "/index/*"]],
  },
  Topic: { grantPublish: [["sns:Publish", ""]], grantFullAccess: [["sns:*", ""]] },
  EventBus: { grantPutEventsTo: [["events:PutEvents", ""]], grantFullAccess: [["events:*", ""]] },
  Queue: {
    grantSendMessages: [[send, ""]],
    grantConsumeMessages: [[consume, ""]],
    grantPurge: [["sqs:PurgeQueue sqs:GetQueueAttributes sqs:GetQueueUrl", ""]],
    grantFullAccess: [["sqs:*", ""]],
  },
  KinesisStream: {
    grantRead: [
      [readStream, ""],
      ["kinesis:ListStreams", "*"],
    ],
    grantWrite: [[writeStream, ""]],
    grantReadWrite: [
      [`${readStream} ${writeStream}`, ""],
      ["kinesis:ListStreams", "*"],
    ],
    grantFullAccess: [["kinesis:*", ""]],
  },
  DeliveryStream: {
    grantPutRecords: [["firehose:PutRecord firehose:PutRecordBatch", ""]],
    grantFullAccess: [["firehose:*", ""]],
  },
  Bucket: {
    grantRead: [[read, "", "/*"]],
    grantPut: [[put, "/*"]],
    grantDelete: [["s3:DeleteObject*", "/*"]],
    grantWrite: [[`${put} s3:DeleteObject*`, "/*"]],
    grantReadWrite: [[`${read} ${put} s3:DeleteObject*`, "", "/*"]],
    grantPutAcl: [["s3:PutObjectAcl s3:PutObjectVersionAcl", "/*"]],
    grantFullAccess: [["s3:*", "", "/*"]],
  },
  AppSyncApi: {
    grantQuery: [["appsync:GraphQL", "/types/Query/*"]],
    grantMutation: [["appsync:GraphQL", "/types/Mutation/*"]],
    grantSubscription: [["appsync:GraphQL", "/types/Subscription/*"]],
    grantFullAccess: [["appsync:*", "", "/*"]],
  },
  EventsApi: {
    grantConnect: [["appsync:EventConnect", ""]],
    grantPublish: [["appsync:EventPublish", "/channelNamespace/*"]],
    grantSubscribe: [
      ["appsync:EventConnect", ""],
      ["appsync:EventSubscribe", "/channelNamespace/*"],
    ],
    grantFullAccess: [["appsync:*", "", "/*"]],
  },
  Job: {
    grantInvoke: [["lambda:InvokeFunction", ""]],
    grantFullAccess: [["lambda:*", ""]],
  },
  StaticSite: {
    grantInvalidate: [["cloudfront:CreateInvalidation cloudfront:GetInvalidation", ""]],
    grantFullAccess: [["cloudfront:*", ""]],
  },
  RDS: {
    grantDataApiAccess: [
      [dataApi, ""],
      [readSecret, "-secret"],
    ],
    grantFullAccess: [
      ["rds:* rds-data:*", ""],
      [readSecret, "-secret"],
    ],
  },
  Function: {
    grantInvoke: [["lambda:InvokeFunction", "", ":*"]],
    grantInvokeUrl: [
      ["lambda:InvokeFunctionUrl", "", ":*"],
      ["lambda:InvokeFunction", "", ":*"],
    ],
    grantFullAccess: [["lambda:*", "", ":*"]],
  },
  Userbase: { grantFullAccess: [["cognito-idp:*", ""]] },
  Secret: {
    grantRead: [[readSecret, ""]],
    grantWrite: [["secretsmanager:PutSecretValue secretsmanager:UpdateSecret", ""]],
    grantFullAccess: [["secretsmanager:*", ""]],
  },
  Parameter: {
    grantRead: [["ssm:GetParameter*", ""]],
    grantWrite: [["ssm:PutParameter", ""]],
    grantFullAccess: [["ssm:*", ""]],
  },
};

const names = [...rows.keys()];
const accesses = names.flatMap((row) =>
  Object.keys(byAccess[row] ?? {}).map((access) => [row, access] as const),
);

describe("the table of permissions", () => {
  test.each(names)("naming a %s grants the permissions to use it", (row) => {
    expect(granted(row)).toEqual(byDefault[row]);
  });
  test.each(accesses)("[%s, %s] gives its actions on its resources", (row, access) => {
    expect(granted(row, access)).toEqual(byAccess[row]?.[access]);
  });
  test.each(names)("%s has no access name that is not listed here", (row) => {
    expect(Object.keys(rowOf(row).access)).toEqual(Object.keys(byAccess[row] ?? {}));
  });
  test("calling a function's URL includes the invocation that it makes, and no other", () => {
    const [, invoke] = resolvePermissions("test", "permissions", [[named("Function"), "grantInvokeUrl"]]);
    expect(invoke?.conditions).toEqual({ Bool: { "lambda:InvokedViaFunctionUrl": "true" } });
  });
  test("a cluster without its own secret gives the data API only", () => {
    expect(granted("RDS", undefined, { arn })).toEqual([[dataApi, ""]]);
  });
  test("a table without a stream refuses access to its stream", () => {
    expect(() => granted("Table", "grantStreamRead", { arn })).toThrow(
      'permissions[0] asks for access to the stream of Named "Named", which has none.',
    );
  });
  test.each(names)("%s with a wrong access name lists its names", (row) => {
    const known = Object.keys(rowOf(row).access).map((name) => JSON.stringify(name));
    expect(() => granted(row, "grantNothing")).toThrow(`Use one of: ${known.join(", ")}.`);
  });
  test.each(["toString", "constructor", 5, undefined])("refuses %p as an access name", (access) => {
    expect(() => resolvePermissions("test", "permissions", [[named("Table"), access]])).toThrow(
      /permission-access-unknown/,
    );
  });
});
