import type { Random } from "../../../support/random";
import { damage, mutate } from "./mutate";

/** A request as it is written to the socket. */
export interface FuzzedRequest {
  readonly service: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Whether the client hangs up before the body is complete. */
  readonly aborts: boolean;
}

type Inputs = Readonly<Record<string, unknown>>;

const S = (value: string) => ({ S: value });
const queue = "http://127.0.0.1/1/mails";
const topic = "arn:aws:sns:us-east-1:123456789012:placed";
const table = { TableName: "orders" };
const key = { id: S("1") };

const pool = { UserPoolId: "us-east-1_Fuzzed" };
const client = { ClientId: "fuzzed", Username: "ada" };
const credential = {
  id: "a",
  response: { clientDataJSON: "e30", attestationObject: "o2NmbXQ", transports: ["usb"] },
};

const users: Inputs = {
  SignUp: { ...client, Password: "Correct-horse-1", UserAttributes: [{ Name: "email", Value: "a@b.co" }] },
  ConfirmSignUp: { ...client, ConfirmationCode: "123456" },
  InitiateAuth: {
    ...client,
    AuthFlow: "USER_SRP_AUTH",
    AuthParameters: { USERNAME: "ada", SRP_A: "ff", PASSWORD: "x" },
  },
  RespondToAuthChallenge: {
    ...client,
    ChallengeName: "PASSWORD_VERIFIER",
    Session: "x",
    ChallengeResponses: { USERNAME: "a" },
  },
  ForgotPassword: client,
  GetUser: { AccessToken: "eyJhbGciOiJSUzI1NiJ9.e30.AAAA" },
  CompleteWebAuthnRegistration: { AccessToken: "a.b.c", Credential: credential },
  ListUsers: { ...pool, Filter: 'email ^= "a"', Limit: 10, PaginationToken: "YXQgMQ" },
  AdminCreateUser: { ...pool, Username: "bob", UserAttributes: [{ Name: "email", Value: "b@b.co" }] },
  AdminSetUserMFAPreference: {
    ...pool,
    Username: "ada",
    SMSMfaSettings: { Enabled: true, PreferredMfa: true },
  },
  CreateGroup: { ...pool, GroupName: "admins", Precedence: 1 },
  DescribeUserPool: pool,
};

/** Good inputs, by operation. */
const dynamodb: Inputs = {
  PutItem: {
    ...table,
    Item: {
      ...key,
      list: { L: [S("a"), { N: "1" }] },
      map: { M: { a: { BOOL: true } } },
      set: { SS: ["a"] },
    },
    ConditionExpression: "attribute_not_exists(#a) OR #a = :v",
    ExpressionAttributeNames: { "#a": "a" },
    ExpressionAttributeValues: { ":v": S("a") },
    ReturnValues: "ALL_OLD",
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  },
  GetItem: {
    ...table,
    Key: key,
    ProjectionExpression: "#a, b.c[0]",
    ExpressionAttributeNames: { "#a": "a" },
  },
  UpdateItem: {
    ...table,
    Key: key,
    UpdateExpression: "SET #a = if_not_exists(#a, :n) + :n, l = list_append(l, :l) REMOVE b ADD c :n",
    ExpressionAttributeNames: { "#a": "a" },
    ExpressionAttributeValues: { ":n": { N: "1" }, ":l": { L: [] } },
    ReturnValues: "ALL_NEW",
  },
  DeleteItem: { ...table, Key: key, Expected: { a: { Value: S("b"), Exists: true } } },
  Query: {
    ...table,
    KeyConditionExpression: "id = :id",
    FilterExpression: "begins_with(a, :a) AND size(b) > :n",
    ExpressionAttributeValues: { ":id": S("1"), ":a": S("a"), ":n": { N: "1" } },
    Limit: 10,
    ExclusiveStartKey: key,
    ScanIndexForward: false,
  },
  Scan: {
    ...table,
    ScanFilter: { a: { AttributeValueList: [S("a")], ComparisonOperator: "EQ" } },
    Limit: 1,
    Segment: 0,
    TotalSegments: 2,
    Select: "COUNT",
  },
  BatchGetItem: { RequestItems: { orders: { Keys: [key, { id: S("2") }], AttributesToGet: ["id"] } } },
  BatchWriteItem: {
    RequestItems: { orders: [{ PutRequest: { Item: key } }, { DeleteRequest: { Key: { id: S("2") } } }] },
  },
  DescribeTable: table,
  ListTables: { Limit: 1, ExclusiveStartTableName: "a" },
  TagResource: {
    ResourceArn: "arn:aws:dynamodb:us-east-1:123456789012:table/orders",
    Tags: [{ Key: "a", Value: "b" }],
  },
  UntagResource: { ResourceArn: "arn:aws:dynamodb:us-east-1:123456789012:table/orders", TagKeys: ["a"] },
  ListTagsOfResource: { ResourceArn: "arn:aws:dynamodb:us-east-1:123456789012:table/orders" },
  DescribeTimeToLive: table,
  CreateTable: {
    TableName: "other",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    BillingMode: "PAY_PER_REQUEST",
  },
  UpdateTable: { TableName: "other", ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 } },
  DeleteTable: { TableName: "other" },
  TransactWriteItems: { TransactItems: [{ Put: { ...table, Item: key } }] },
};
const attribute = { DataType: "String", StringValue: "a" };
const sqs: Inputs = {
  SendMessage: {
    QueueUrl: queue,
    MessageBody: "a",
    DelaySeconds: 0,
    MessageAttributes: { a: attribute, b: { DataType: "Binary", BinaryValue: "YQ==" } },
  },
  SendMessageBatch: { QueueUrl: queue, Entries: [{ Id: "1", MessageBody: "a" }] },
  ReceiveMessage: { QueueUrl: queue, MaxNumberOfMessages: 10, VisibilityTimeout: 1, AttributeNames: ["All"] },
  DeleteMessage: { QueueUrl: queue, ReceiptHandle: "a" },
  DeleteMessageBatch: { QueueUrl: queue, Entries: [{ Id: "1", ReceiptHandle: "a" }] },
  ChangeMessageVisibility: { QueueUrl: queue, ReceiptHandle: "a", VisibilityTimeout: 1 },
  GetQueueUrl: { QueueName: "mails" },
  GetQueueAttributes: { QueueUrl: queue, AttributeNames: ["All"] },
  ListQueues: { QueueNamePrefix: "m" },
  PurgeQueue: { QueueUrl: queue },
};
const kinesis: Inputs = {
  PutRecord: { StreamName: "clicks", Data: "YQ==", PartitionKey: "a" },
  PutRecords: { StreamName: "clicks", Records: [{ Data: "YQ==", PartitionKey: "a" }] },
};
const events: Inputs = {
  PutEvents: {
    Entries: [{ Source: "shop", DetailType: "x", Detail: '{"a":[1,{"b":null}]}', Resources: ["a"] }],
  },
};
const ssm: Inputs = {
  GetParameter: { Name: "/a/b", WithDecryption: true },
  GetParameters: { Names: ["/a/b", "/c"] },
  GetParametersByPath: { Path: "/a", Recursive: true },
};
const sns: readonly Readonly<Record<string, string>>[] = [
  {
    Action: "Publish",
    TopicArn: topic,
    Message: '{"default":"a","sqs":"b"}',
    MessageStructure: "json",
    "MessageAttributes.entry.1.Name": "a",
    "MessageAttributes.entry.1.Value.DataType": "Number",
    "MessageAttributes.entry.1.Value.StringValue": "1",
  },
  {
    Action: "PublishBatch",
    TopicArn: topic,
    "PublishBatchRequestEntries.member.1.Id": "1",
    "PublishBatchRequestEntries.member.1.Message": "a",
  },
  { Action: "ListTopics" },
];
const queueForms: readonly Readonly<Record<string, string>>[] = [
  { Action: "SendMessage", QueueUrl: queue, MessageBody: "a", "MessageAttribute.1.Name": "a" },
  { Action: "ReceiveMessage", QueueUrl: queue, "AttributeName.1": "All", MaxNumberOfMessages: "1" },
];
const s3: readonly (readonly [
  method: string,
  path: string,
  body?: string,
  headers?: Record<string, string>,
])[] = [
  ["PUT", "/files/a%20b/c.txt", "content", { "content-type": "text/plain", "x-amz-meta-a": "b" }],
  [
    "PUT",
    "/files/chunked",
    "7;chunk-signature=1\r\ncontent\r\n0\r\n\r\n",
    { "content-encoding": "aws-chunked" },
  ],
  ["PUT", "/files/copy", "", { "x-amz-copy-source": "/files/a%20b/c.txt" }],
  ["GET", "/files/a%20b/c.txt", "", { range: "bytes=1-2", "if-none-match": '"a"' }],
  ["HEAD", "/files/a%20b/c.txt", ""],
  ["GET", "/files/a%20b/c.txt?response-content-type=text%2Fhtml&X-Amz-Expires=60", ""],
  ["GET", "/files?list-type=2&prefix=a&delimiter=%2F&max-keys=2&encoding-type=url", ""],
  ["POST", "/files?delete", "<Delete><Object><Key>a&amp;b&#x41;</Key></Object></Delete>"],
  [
    "POST",
    "/files",
    '--b\r\ncontent-disposition: form-data; name="key"\r\n\r\na\r\n--b--',
    {
      "content-type": "multipart/form-data; boundary=b",
    },
  ],
  ["DELETE", "/files/none", ""],
  ["OPTIONS", "/files/a", "", { "access-control-request-method": "PUT" }],
  ["GET", "/", ""],
];
const lambda = [
  "/2015-03-31/functions/hello/invocations",
  "/2015-03-31/functions/hello%3Alive/invocations?Qualifier=1",
];

const json = (target: string, inputs: Inputs, version = "1.0") => ({ target, inputs, version });
const jsonServices = {
  dynamodb: json("DynamoDB_20120810", dynamodb),
  sqs: json("AmazonSQS", sqs),
  kinesis: json("Kinesis_20131202", kinesis, "1.1"),
  events: json("AWSEvents", events, "1.1"),
  ssm: json("AmazonSSM", ssm, "1.1"),
  "cognito-idp": json("AWSCognitoIdentityProviderService", users, "1.1"),
};
const names = [...Object.keys(jsonServices), "dynamodb", "sns", "s3", "lambda", "sqs-form", "unknown"];

/** A request that is wrong in some way, most of the time. */
export function fuzzedRequest(random: Random): FuzzedRequest {
  const name = random.pick(names);
  const { method, path, headers, body, service = name } = goodRequest(random, name);
  const authorization = `AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`;
  const all: Record<string, string> = { authorization, "x-amz-date": "20260101T000000Z", ...headers };
  // Damaged bytes instead of damaged values.
  const isDamaged = random.chance(0.15);
  if (random.chance(0.05)) delete all[random.pick(Object.keys(all))];
  return {
    service,
    method: random.chance(0.03) ? random.pick(["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"]) : method,
    path: random.chance(0.05) ? pathOf(damage(random, path)) : path,
    headers: all,
    body: Buffer.from(isDamaged ? damage(random, body) : body, random.chance(0.05) ? "latin1" : "utf8"),
    aborts: random.chance(0.02),
  };
}

interface GoodRequest {
  readonly service?: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function goodRequest(random: Random, name: string): GoodRequest {
  if (Object.hasOwn(jsonServices, name)) {
    const { target, inputs, version } = jsonServices[name as keyof typeof jsonServices];
    const operation = random.pick(Object.keys(inputs));
    const input = random.chance(0.9) ? mutate(random, inputs[operation]) : inputs[operation];
    const headers = {
      "content-type": `application/x-amz-json-${version}`,
      "x-amz-target": `${target}.${random.chance(0.02) ? "__proto__" : operation}`,
    };
    return { method: "POST", path: "/", headers, body: JSON.stringify(input) ?? "" };
  }
  switch (name) {
    case "sns":
      return form("sns", random, sns);
    case "sqs-form":
      return form("sqs", random, queueForms);
    case "s3": {
      const [method, path, body = "", headers = {}] = random.pick(s3);
      const mutated = random.chance(0.3) ? pathOf(damage(random, path)) : path;
      return { method, path: mutated, headers: mutateHeaders(random, headers), body };
    }
    case "lambda": {
      const headers = { "x-amz-invocation-type": random.pick(["Event", "DryRun", "RequestResponse", "x"]) };
      return {
        method: "POST",
        path: random.pick(lambda),
        headers,
        body: JSON.stringify(mutate(random, {})) ?? "",
      };
    }
    default:
      return { service: "bedrock", method: "POST", path: "/", headers: {}, body: "{}" };
  }
}

function form(
  service: string,
  random: Random,
  forms: readonly Readonly<Record<string, string>>[],
): GoodRequest {
  const good = random.pick(forms);
  const mutated = random.chance(0.8) ? mutate(random, good) : good;
  const fields = Object.entries((mutated ?? {}) as object).map(([key, value]) => [key, String(value)]);
  const body = new URLSearchParams(fields as [string, string][]).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" };
  return { service, method: "POST", path: "/", headers, body };
}

function mutateHeaders(
  random: Random,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (random.chance(0.5)) return headers;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      damage(random, value).replace(/[^\t\x20-\x7e]/g, ""),
    ]),
  );
}

/** The path of a request line contains only ASCII characters, and no blanks. */
function pathOf(text: string): string {
  return `/${text.replace(/[^\x21-\x7e]/g, "")}`;
}
