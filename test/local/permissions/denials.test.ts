import { createHmac } from "node:crypto";
import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { KinesisClient, PutRecordCommand } from "@aws-sdk/client-kinesis";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { BeginTransactionCommand, RDSDataClient } from "@aws-sdk/client-rds-data";
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { LocalEvent, PermissionsMode } from "../../../lib/local";
import { AccessControl } from "../../../lib/local/permissions/access-control";
import { EndpointRouter } from "../../../lib/local/services/endpoint-router";
import { serviceTable } from "../../../lib/local/services/service-table";
import type { Values } from "../../../lib/model";
import { accessKeys, localCredentials, sessionCredentials } from "../../support/access-keys";
import { serviceContext } from "../services/context";
import { TestClock } from "../support/clock";
import { testModel } from "../support/model";

const account = "123456789012";
const arn = (service: string, resource: string) => `arn:aws:${service}:us-east-1:${account}:${resource}`;
const roleArn = `arn:aws:iam::${account}:role/list`;

const allow = (Action: string | string[], Resource: string, more: object = {}) => ({
  Effect: "Allow",
  Action,
  Resource,
  ...more,
});
const policy = (...Statement: readonly object[]) => JSON.stringify({ Version: "2012-10-17", Statement });

/** One thing of each service, and a role with these statements. */
function modelWith(statements: readonly object[], more: Readonly<Record<string, Values>> = {}) {
  const sole = (values: Values) => ({ it: values });
  return testModel({
    aws_dynamodb_table: {
      it: {
        name: "notes",
        arn: arn("dynamodb", "table/notes"),
        hash_key: "id",
        attribute: [{ name: "id", type: "S" }],
      },
      lines: {
        name: "lines",
        arn: arn("dynamodb", "table/lines"),
        hash_key: "id",
        range_key: "line",
        attribute: ["id", "line"].map((name) => ({ name, type: "S" })),
      },
    },
    aws_sqs_queue: sole({ name: "work", arn: arn("sqs", "work"), url: "http://localhost/1/work" }),
    aws_sns_topic: sole({ name: "news", arn: arn("sns", "news") }),
    aws_cloudwatch_event_bus: sole({ name: "shop", arn: arn("events", "event-bus/shop") }),
    aws_kinesis_stream: sole({ name: "clicks", arn: arn("kinesis", "stream/clicks") }),
    aws_s3_bucket: sole({ bucket: "photos", arn: "arn:aws:s3:::photos" }),
    aws_secretsmanager_secret: sole({ name: "key", arn: arn("secretsmanager", "secret:key-AbCdEf") }),
    aws_secretsmanager_secret_version: sole({
      secret_id: arn("secretsmanager", "secret:key-AbCdEf"),
      secret_string: "s",
    }),
    aws_lambda_function: sole({ function_name: "list", arn: arn("lambda", "function:list"), role: roleArn }),
    aws_iam_role: sole({ name: "list", arn: roleArn, unique_id: "AROALIST", tags: { team: "notes" } }),
    aws_iam_role_policy: sole({ role: "list", policy: policy(...statements) }),
    ...Object.fromEntries(Object.entries(more).map(([type, values]) => [type, sole(values)])),
  });
}

const clock = new TestClock(Date.now());
const events: LocalEvent[] = [];
const report = (event: LocalEvent) => void events.push(event);
const running = new Map<
  string,
  Awaited<ReturnType<(typeof serviceTable extends ReadonlyMap<string, infer K> ? K : never)["start"]>>
>();
let router: EndpointRouter;

beforeAll(async () => {
  router = await EndpointRouter.start(report);
  const context = serviceContext({ model: modelWith([]), report, clock });
  for (const [name, kind] of serviceTable) running.set(name, await kind.start(context));
  router.serve(running);
});
beforeEach(() => {
  events.length = 0;
});
afterAll(async () => {
  await Promise.all([...running.values()].map(({ resources }) => resources.stop?.()));
  await router.close();
});

/** From now on, the role has these permissions. */
function grant(
  statements: readonly object[],
  more: Readonly<Record<string, Values>> = {},
  mode: PermissionsMode = "enforce",
): AccessControl {
  const access = new AccessControl({ accessKeys, mode, model: modelWith(statements, more), report, clock });
  router.decideBy(access);
  return access;
}

const asRole = sessionCredentials({ roleArn, sessionName: "list" });
const settings = (
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } = asRole,
) => ({
  endpoint: router.url,
  region: "us-east-1",
  credentials,
  maxAttempts: 1,
});
const s3 = (credentials?: Parameters<typeof settings>[0]) =>
  new S3Client({ ...settings(credentials), forcePathStyle: true });
const item = { id: { S: "1" } };
const QueueUrl = "http://localhost/1/work";

interface Call {
  readonly action: string;
  readonly resource: string;
  readonly error: string;
  readonly status: number;
  /** The statement that the log suggests. */
  readonly add: string;
  send(): Promise<unknown>;
}

/** A call of every service, the error that its SDK has for a denial, and what the log says to add. */
const calls: Readonly<Record<string, Call>> = {
  dynamodb: {
    action: "dynamodb:PutItem",
    resource: arn("dynamodb", "table/notes"),
    error: "AccessDeniedException",
    status: 400,
    add: 'permissions: [[it, "grantWriteData"]] or bind: [it]',
    send: () => new DynamoDBClient(settings()).send(new PutItemCommand({ TableName: "notes", Item: item })),
  },
  sqs: {
    action: "sqs:SendMessage",
    resource: arn("sqs", "work"),
    error: "AccessDenied",
    status: 403,
    add: 'permissions: [[it, "grantSendMessages"]] or bind: [it]',
    send: () => new SQSClient(settings()).send(new SendMessageCommand({ QueueUrl, MessageBody: "a" })),
  },
  "sqs, a batch": {
    action: "sqs:SendMessage",
    resource: arn("sqs", "work"),
    error: "AccessDenied",
    status: 403,
    add: 'permissions: [[it, "grantSendMessages"]] or bind: [it]',
    send: () =>
      new SQSClient(settings()).send(
        new SendMessageBatchCommand({ QueueUrl, Entries: [{ Id: "1", MessageBody: "a" }] }),
      ),
  },
  sns: {
    action: "SNS:Publish",
    resource: arn("sns", "news"),
    error: "AuthorizationErrorException",
    status: 403,
    add: 'permissions: [[it, "grantPublish"]] or bind: [it]',
    send: () =>
      new SNSClient(settings()).send(new PublishCommand({ TopicArn: arn("sns", "news"), Message: "a" })),
  },
  events: {
    action: "events:PutEvents",
    resource: arn("events", "event-bus/shop"),
    error: "AccessDeniedException",
    status: 400,
    add: 'permissions: [[it, "grantPutEventsTo"]] or bind: [it]',
    send: () =>
      new EventBridgeClient(settings()).send(
        new PutEventsCommand({
          Entries: [{ EventBusName: "shop", Source: "a", DetailType: "b", Detail: "{}" }],
        }),
      ),
  },
  kinesis: {
    action: "kinesis:PutRecord",
    resource: arn("kinesis", "stream/clicks"),
    error: "AccessDeniedException",
    status: 400,
    add: 'permissions: [[it, "grantWrite"]] or bind: [it]',
    send: () =>
      new KinesisClient(settings()).send(
        new PutRecordCommand({ StreamName: "clicks", PartitionKey: "1", Data: Buffer.from("a") }),
      ),
  },
  s3: {
    action: "s3:PutObject",
    resource: "arn:aws:s3:::photos/1.png",
    error: "AccessDenied",
    status: 403,
    add: 'permissions: [[it, "grantPut"]] or bind: [it]',
    send: () => s3().send(new PutObjectCommand({ Bucket: "photos", Key: "1.png", Body: "a" })),
  },
  secretsmanager: {
    action: "secretsmanager:GetSecretValue",
    resource: arn("secretsmanager", "secret:key-AbCdEf"),
    error: "AccessDeniedException",
    status: 400,
    add: 'permissions: [[it, "grantRead"]] or permissions: [it]',
    send: () => new SecretsManagerClient(settings()).send(new GetSecretValueCommand({ SecretId: "key" })),
  },
  lambda: {
    action: "lambda:InvokeFunction",
    resource: arn("lambda", "function:list"),
    error: "AccessDeniedException",
    status: 403,
    add: 'permissions: [[it, "grantInvoke"]] or bind: [it]',
    send: () =>
      new LambdaClient(settings()).send(
        new InvokeCommand({ FunctionName: "list", InvocationType: "DryRun" }),
      ),
  },
  "rds-data": {
    action: "rds-data:BeginTransaction",
    resource: arn("rds", "cluster:main"),
    error: "AccessDeniedException",
    status: 403,
    add: `permissions: [{ actions: ["rds-data:BeginTransaction"], resources: ["arn:aws:rds:us-east-1:*:cluster:main"] }]`,
    send: () =>
      new RDSDataClient(settings()).send(
        new BeginTransactionCommand({ resourceArn: arn("rds", "cluster:main"), secretArn: "s" }),
      ),
  },
};

// Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_access-denied.html
describe("a call without its permission", () => {
  test.each(Object.entries(calls))(
    "%s: the SDK has AWS's error, and the log says what to add",
    async (_, call) => {
      const { action, resource, add } = call;
      grant([]);
      const failure = await call.send().catch((error: unknown) => error);
      expect(failure).toMatchObject({
        name: call.error,
        message: `User: arn:aws:sts::${account}:assumed-role/list/list is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`,
        $metadata: { httpStatusCode: call.status },
      });
      expect(events).toEqual([
        {
          event: "denial",
          who: "Main/it",
          action,
          resource,
          enforced: true,
          add,
          text: expect.stringMatching(/^Main\/it may not .* No identity-based policy allows it\. Add /),
        },
      ]);
      // The account of this machine belongs to no user: neither the sentence nor the suggestion names it.
      const [{ text, add: added } = { text: "", add: "" }] = events as readonly {
        text: string;
        add: string;
      }[];
      expect(`${text} ${added}`).not.toContain(account);
    },
  );

  test.each(Object.entries(calls).filter(([name]) => name !== "rds-data"))(
    "%s: with exactly this permission it is allowed",
    async (_, { action, resource, send }) => {
      grant([allow(action, resource)]);
      await send();
      expect(events).toEqual([]);
    },
  );
});

const put = (Key: string, credentials?: Parameters<typeof settings>[0]) =>
  s3(credentials).send(new PutObjectCommand({ Bucket: "photos", Key, Body: "a" }));
const all = allow("*", "*");

describe("the policies that decide", () => {
  test("the developer's credentials may do everything", async () => {
    grant([]);
    await put("dev.png", localCredentials);
    expect(events).toEqual([]);
  });

  test("credentials of somewhere else are refused, with where to get some", async () => {
    grant([all]);
    const elsewhere = { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "x" };
    await expect(put("1.png", elsewhere)).rejects.toMatchObject({ name: "InvalidAccessKeyId" });
    const queues = new SQSClient(settings(elsewhere)).send(
      new SendMessageCommand({ QueueUrl, MessageBody: "a" }),
    );
    await expect(queues).rejects.toMatchObject({ name: "UnrecognizedClientException" });
    const reason = expect.stringMatching(/serverform local credentials$/);
    expect(events).toMatchObject([
      { event: "refusal", reason },
      { event: "refusal", reason },
    ]);
  });

  test("an expired session is refused", async () => {
    grant([all]);
    const expired = sessionCredentials({ roleArn, sessionName: "list", expiresAt: clock.now() - 1 });
    await expect(put("1.png", expired)).rejects.toMatchObject({ name: "ExpiredToken" });
  });

  test("`warn` reports once and lets the call pass", async () => {
    grant([], {}, "warn");
    await put("1.png");
    await put("1.png");
    expect(events).toMatchObject([{ event: "denial", enforced: false, action: "s3:PutObject" }]);
  });

  test("`off` reports nothing", async () => {
    grant([], {}, "off");
    await put("1.png");
    expect(events).toEqual([]);
  });

  test("a role that the JSON does not have is allowed everything, with one notice", async () => {
    grant([]);
    const elsewhere = sessionCredentials({ roleArn: `${roleArn}-of-another-app`, sessionName: "x" });
    await put("1.png", elsewhere);
    await put("1.png", elsewhere);
    expect(events).toEqual([
      { event: "warning", text: expect.stringMatching(/role list-of-another-app is not in the JSON/) },
    ]);
  });
});

describe("policies of the model", () => {
  const boundary = `arn:aws:iam::${account}:policy/boundary`;
  test.each<[string, readonly object[], Readonly<Record<string, Values>>, string | undefined]>([
    [
      "a deny of the role",
      [all, { ...all, Effect: "Deny" }],
      {},
      "explicit deny in an identity-based policy",
    ],
    [
      "a deny of the bucket",
      [all],
      {
        aws_s3_bucket_policy: {
          bucket: "photos",
          policy: policy({ ...allow("s3:*", "arn:aws:s3:::photos/*"), Effect: "Deny", Principal: "*" }),
        },
      },
      "explicit deny in a resource-based policy",
    ],
    [
      "a deny of requests without TLS does not apply: deployed, they have it",
      [all],
      {
        aws_s3_bucket_policy: {
          bucket: "photos",
          policy: policy({
            ...allow("s3:*", "arn:aws:s3:::photos/*", {
              Condition: { Bool: { "aws:SecureTransport": "false" } },
            }),
            Effect: "Deny",
            Principal: "*",
          }),
        },
      },
      undefined,
    ],
    [
      "the bucket allows the role",
      [],
      {
        aws_s3_bucket_policy: {
          bucket: "photos",
          policy: policy(allow("s3:PutObject", "arn:aws:s3:::photos/*", { Principal: { AWS: roleArn } })),
        },
      },
      undefined,
    ],
    [
      "a boundary without it",
      [all],
      {
        aws_iam_role: { name: "list", arn: roleArn, permissions_boundary: boundary },
        aws_iam_policy: { arn: boundary, policy: policy(allow("sqs:*", "*")) },
      },
      "because no permissions boundary allows",
    ],
    [
      "a managed policy of AWS",
      [],
      {
        aws_iam_role_policy_attachment: {
          role: "list",
          policy_arn: "arn:aws:iam::aws:policy/AmazonS3FullAccess",
        },
      },
      undefined,
    ],
    [
      "another managed policy of AWS",
      [],
      {
        aws_iam_role_policy_attachment: {
          role: "list",
          policy_arn: "arn:aws:iam::aws:policy/AmazonSQSFullAccess",
        },
      },
      "because no identity-based policy allows",
    ],
    [
      "a tag of the role",
      [allow("s3:PutObject", "arn:aws:s3:::photos/${aws:PrincipalTag/team}/*")],
      {},
      "because no identity-based policy allows",
    ],
    [
      "a condition on the time",
      [allow("s3:*", "*", { Condition: { DateGreaterThan: { "aws:CurrentTime": "2020-01-01T00:00:00Z" } } })],
      {},
      undefined,
    ],
    [
      "a condition on the address",
      [allow("s3:*", "*", { Condition: { IpAddress: { "aws:SourceIp": "127.0.0.1" } } })],
      {},
      undefined,
    ],
  ])("%s", async (_, statements, more, denied) => {
    grant(statements, more);
    const outcome = await put("1.png").then(
      () => undefined,
      (error: Error) => error.message,
    );
    expect(outcome).toEqual(denied === undefined ? undefined : expect.stringContaining(denied));
  });

  test("a variable leads each caller to its own objects", async () => {
    grant([allow("s3:PutObject", "arn:aws:s3:::photos/${aws:PrincipalTag/team}/*")]);
    await put("notes/1.png");
    const other = sessionCredentials({ roleArn, sessionName: "list", tags: { team: "orders" } });
    await expect(put("notes/1.png", other)).rejects.toMatchObject({ name: "AccessDenied" });
    await put("orders/1.png", other);
  });

  test("session policies limit the role", async () => {
    grant([all]);
    const limited = sessionCredentials({
      roleArn,
      sessionName: "list",
      policies: [policy(allow("s3:PutObject", "arn:aws:s3:::photos/a/*"))],
    });
    await put("a/1.png", limited);
    await expect(put("b/1.png", limited)).rejects.toThrow(/because no session policy allows/);
  });

  test("a policy that is declared elsewhere may allow it, with one notice", async () => {
    grant([], {
      aws_iam_role_policy_attachment: { role: "list", policy_arn: `arn:aws:iam::${account}:policy/shared` },
    });
    await put("1.png");
    expect(events).toEqual([{ event: "warning", text: expect.stringContaining("policy/shared") }]);
  });

  test("a condition key that is not known here does not match, with one notice", async () => {
    grant([allow("s3:*", "*", { Condition: { StringNotEquals: { "aws:SourceVpc": "vpc-1" } } })]);
    await expect(put("1.png")).rejects.toMatchObject({ name: "AccessDenied" });
    await expect(put("1.png")).rejects.toMatchObject({ name: "AccessDenied" });
    const warnings = events.filter(({ event }) => event === "warning");
    expect(warnings).toEqual([
      { event: "warning", text: expect.stringMatching(/^The condition key aws:SourceVpc is not known/) },
    ]);
  });
});

describe("a call that was allowed before", () => {
  test("is denied once the changed app lacks the permission", async () => {
    const access = grant([all]);
    await put("1.png");
    access.replace(modelWith([]));
    await expect(put("1.png")).rejects.toMatchObject({ name: "AccessDenied" });
  });

  test("is denied once the time of its condition is over", async () => {
    const end = new Date(clock.now() + 60_000).toISOString();
    grant([allow("s3:*", "*", { Condition: { DateLessThan: { "aws:CurrentTime": end } } })]);
    await put("1.png");
    clock.advance(120_000);
    await expect(put("1.png")).rejects.toMatchObject({ name: "AccessDenied" });
    clock.advance(-120_000);
  });
});

describe("condition keys of the services", () => {
  test("dynamodb:LeadingKeys holds a caller to its own items", async () => {
    const Condition = { "ForAllValues:StringEquals": { "dynamodb:LeadingKeys": ["1"] } };
    grant([allow("dynamodb:*", "*", { Condition })]);
    const tables = new DynamoDBClient(settings());
    const get = (id: string) =>
      tables.send(new GetItemCommand({ TableName: "notes", Key: { id: { S: id } } }));
    const query = (id: string) =>
      tables.send(
        new QueryCommand({
          TableName: "notes",
          KeyConditionExpression: "id = :id",
          ExpressionAttributeValues: { ":id": { S: id } },
        }),
      );
    await get("1");
    await query("1");
    await expect(get("2")).rejects.toMatchObject({ name: "AccessDeniedException" });
    await expect(query("2")).rejects.toMatchObject({ name: "AccessDeniedException" });
  });

  test("dynamodb:LeadingKeys is the partition key in any order and form of a query's condition", async () => {
    const Condition = { "ForAllValues:StringEquals": { "dynamodb:LeadingKeys": ["1"] } };
    grant([allow("dynamodb:*", "*", { Condition })]);
    const tables = new DynamoDBClient(settings());
    const query = (KeyConditionExpression: string, id: string) =>
      tables.send(
        new QueryCommand({
          TableName: "lines",
          KeyConditionExpression,
          ExpressionAttributeValues: { ":id": { S: id }, ":line": { S: "1" } },
        }),
      );
    for (const condition of ["line = :line AND id = :id", ":id = id AND :line = line"]) {
      await query(condition, "1");
      await expect(query(condition, "2")).rejects.toMatchObject({ name: "AccessDeniedException" });
    }
  });

  test("dynamodb:Attributes has the attributes that expressions read, and those of older parameters", async () => {
    const Condition = { "ForAllValues:StringEquals": { "dynamodb:Attributes": ["id", "note"] } };
    grant([allow("dynamodb:*", "*", { Condition })]);
    const tables = new DynamoDBClient(settings());
    const update = (input: object) =>
      tables.send(new UpdateItemCommand({ TableName: "notes", Key: { id: { S: "1" } }, ...input }));
    const value = { ExpressionAttributeValues: { ":note": { S: "a" } } };
    await update({ UpdateExpression: "set note = if_not_exists(note.part[0], :note)", ...value });
    const denied = { name: "AccessDeniedException" };
    await expect(update({ UpdateExpression: "set note = secret" })).rejects.toMatchObject(denied);
    const AttributeUpdates = { secret: { Action: "DELETE" } };
    await expect(update({ AttributeUpdates })).rejects.toMatchObject(denied);
  });

  test("a transaction needs the permission of each of its parts", async () => {
    const tables = new DynamoDBClient(settings());
    const write = () =>
      tables.send(
        new TransactWriteItemsCommand({
          TransactItems: [
            { Put: { TableName: "notes", Item: { id: { S: "7" } } } },
            { Delete: { TableName: "notes", Key: { id: { S: "8" } } } },
          ],
        }),
      );
    const notes = arn("dynamodb", "table/notes");
    grant([allow("dynamodb:PutItem", notes)]);
    await expect(write()).rejects.toMatchObject({
      name: "AccessDeniedException",
      message: expect.stringContaining("dynamodb:DeleteItem"),
    });
    grant([allow(["dynamodb:PutItem", "dynamodb:DeleteItem"], notes)]);
    await write();
  });

  test("s3:prefix holds a caller to a part of the list", async () => {
    const Condition = { StringLike: { "s3:prefix": "ada/*" } };
    grant([allow("s3:ListBucket", "arn:aws:s3:::photos", { Condition })]);
    const list = (Prefix?: string) => s3().send(new ListObjectsV2Command({ Bucket: "photos", Prefix }));
    await list("ada/1");
    await expect(list("bob/")).rejects.toMatchObject({ name: "AccessDenied" });
    await expect(list()).rejects.toMatchObject({ name: "AccessDenied" });
  });
});

// Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
describe("parts of requests to S3", () => {
  const on = (action: string, resource = "arn:aws:s3:::photos/*") => allow(`s3:${action}`, resource);

  test("only a caller that may list the bucket learns that an object is missing", async () => {
    const get = () => s3().send(new GetObjectCommand({ Bucket: "photos", Key: "none" }));
    const head = () => s3().send(new HeadObjectCommand({ Bucket: "photos", Key: "none" }));
    grant([on("GetObject")]);
    await expect(get()).rejects.toMatchObject({ name: "AccessDenied" });
    await expect(head()).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
    grant([on("GetObject"), on("ListBucket", "arn:aws:s3:::photos")]);
    await expect(get()).rejects.toMatchObject({ name: "NoSuchKey" });
    await expect(head()).rejects.toMatchObject({ $metadata: { httpStatusCode: 404 } });
  });

  test("a copy needs the source, too", async () => {
    await put("from.png", localCredentials);
    const copy = () =>
      s3().send(new CopyObjectCommand({ Bucket: "photos", Key: "to.png", CopySource: "photos/from.png" }));
    grant([on("PutObject")]);
    await expect(copy()).rejects.toThrow(/s3:GetObject on resource: arn:aws:s3:::photos\/from\.png/);
    grant([on("PutObject"), on("GetObject")]);
    await copy();
  });

  test("of several objects, those are deleted that may be", async () => {
    await put("a/1", localCredentials);
    await put("b/1", localCredentials);
    grant([on("DeleteObject", "arn:aws:s3:::photos/a/*")]);
    const Delete = { Objects: [{ Key: "a/1" }, { Key: "b/1" }] };
    const { Deleted, Errors } = await s3().send(new DeleteObjectsCommand({ Bucket: "photos", Delete }));
    expect(Deleted).toEqual([{ Key: "a/1" }]);
    expect(Errors).toMatchObject([{ Key: "b/1", Code: "AccessDenied" }]);
  });

  test("an unsigned request comes from an anonymous caller", async () => {
    grant([all]);
    await put("public/1", localCredentials);
    const get = (path: string) => fetch(`${router.url}/photos/${path}`).then(({ status }) => status);
    expect(await get("public/1")).toBe(403);
    grant([all], {
      aws_s3_bucket_policy: {
        bucket: "photos",
        policy: policy(on("GetObject", "arn:aws:s3:::photos/public/*")).replace(
          '"Effect"',
          '"Principal":"*","Effect"',
        ),
      },
    });
    expect(await get("public/1")).toBe(200);
  });

  test("a form is decided by the credentials in its fields", async () => {
    grant([on("PutObject", "arn:aws:s3:::photos/a/*")]);
    const upload = async (key: string) => {
      const form = new FormData();
      form.set("key", key);
      const fields = {
        "x-amz-credential": `${asRole.accessKeyId}/20260101/us-east-1/s3/aws4_request`,
        "x-amz-security-token": asRole.sessionToken,
        "x-amz-algorithm": "AWS4-HMAC-SHA256",
        "x-amz-date": "20260101T000000Z",
      };
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      const each = Object.entries(fields).map(([name, value]) => ({ [name]: value }));
      const conditions = [{ bucket: "photos" }, ["starts-with", "$key", ""], ...each];
      const expiration = "2100-01-01T00:00:00.000Z";
      const policy = Buffer.from(JSON.stringify({ expiration, conditions })).toString("base64");
      const hmac = (secret: string | Buffer, text: string) =>
        createHmac("sha256", secret).update(text).digest();
      const signing = ["20260101", "us-east-1", "s3", "aws4_request", policy];
      const secret = `AWS4${asRole.secretAccessKey}`;
      form.set("policy", policy);
      form.set("x-amz-signature", signing.reduce<string | Buffer>(hmac, secret).toString("hex"));
      form.set("file", new Blob(["a"]));
      return (await fetch(`${router.url}/photos`, { method: "POST", body: form })).status;
    };
    expect([await upload("a/1"), await upload("b/1")]).toEqual([204, 403]);
  });
});
