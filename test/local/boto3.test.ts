/** @group processes */

import { createHmac } from "node:crypto";
import { clientVariables } from "../../lib/local/services/endpoint-variables";
import { serviceTable } from "../../lib/local/services/service-table";
import { accessKeys } from "../support/access-keys";
import { Boto3, describeWithBoto3 } from "../support/boto3";
import { serve, type TestServer } from "./safety-support";

const account = "123456789012";
const role = `arn:aws:iam::${account}:role/reader`;
const json = (value: unknown): string => JSON.stringify(value);

/** It contains the ids that only the plan knows. */
const handler = {
  body: "return { identityPool: process.env.IDENTITY_POOL, distribution: process.env.DISTRIBUTION, secret: process.env.SECRET };",
  more: {
    environment: [
      {
        variables: {
          IDENTITY_POOL: "${aws_cognito_identity_pool.guests.id}",
          DISTRIBUTION: "${aws_cloudfront_distribution.site.id}",
          SECRET: "${aws_rds_cluster.notes.master_user_secret[0].secret_arn}",
        },
      },
    ],
  },
};

async function ids(): Promise<Readonly<Record<string, string>>> {
  const { Payload } = await call<{ Payload: string }>("lambda", "invoke", { FunctionName: "http_GET_" });
  return JSON.parse(Payload);
}

const allow = (Principal: object, Action = "sts:AssumeRole") =>
  json({ Version: "2012-10-17", Statement: [{ Effect: "Allow", Principal, Action }] });

const resources = {
  aws_dynamodb_table: {
    notes: {
      name: "notes",
      hash_key: "id",
      range_key: "at",
      attribute: [
        { name: "id", type: "S" },
        { name: "at", type: "N" },
      ],
      billing_mode: "PAY_PER_REQUEST",
    },
  },
  aws_sqs_queue: { mails: { name: "mails" } },
  aws_sns_topic: { placed: { name: "placed" } },
  aws_sns_topic_subscription: {
    mails: {
      topic_arn: "${aws_sns_topic.placed.arn}",
      protocol: "sqs",
      endpoint: "${aws_sqs_queue.mails.arn}",
      raw_message_delivery: true,
    },
  },
  aws_sqs_queue_policy: {
    mails: {
      queue_url: "${aws_sqs_queue.mails.url}",
      policy: json({
        Version: "2012-10-17",
        Statement: [{ Effect: "Allow", Principal: "*", Action: "sqs:SendMessage", Resource: "*" }],
      }),
    },
  },
  aws_s3_bucket: { files: { bucket: "files" } },
  aws_s3_bucket_versioning: {
    files: { bucket: "files", versioning_configuration: [{ status: "Enabled" }] },
  },
  aws_kinesis_stream: { clicks: { name: "clicks" } },
  aws_cloudwatch_event_rule: { paid: { name: "paid", event_pattern: json({ source: ["shop"] }) } },
  aws_cloudwatch_event_target: { paid: { rule: "paid", arn: "${aws_sqs_queue.mails.arn}" } },
  aws_kms_key: { key: { description: "notes" } },
  aws_kms_alias: { key: { name: "alias/notes", target_key_id: "${aws_kms_key.key.key_id}" } },
  aws_secretsmanager_secret: { key: { name: "key" } },
  aws_secretsmanager_secret_version: {
    key: { secret_id: "${aws_secretsmanager_secret.key.id}", secret_string: "s3cret" },
  },
  aws_ssm_parameter: { level: { name: "/app/level", type: "String", value: "debug" } },
  aws_iam_role: {
    reader: { name: "reader", assume_role_policy: allow({ AWS: "*" }) },
    guest: {
      name: "guest",
      assume_role_policy: allow(
        { Federated: "cognito-identity.amazonaws.com" },
        "sts:AssumeRoleWithWebIdentity",
      ),
    },
  },
  aws_cognito_user_pool: { users: { name: "users" } },
  aws_cognito_user_pool_client: {
    web: {
      name: "web",
      user_pool_id: "${aws_cognito_user_pool.users.id}",
      generate_secret: true,
      explicit_auth_flows: ["ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
    },
  },
  aws_cognito_identity_pool: {
    guests: { identity_pool_name: "guests", allow_unauthenticated_identities: true },
  },
  aws_cognito_identity_pool_roles_attachment: {
    guests: {
      identity_pool_id: "${aws_cognito_identity_pool.guests.id}",
      roles: { unauthenticated: "${aws_iam_role.guest.arn}" },
    },
  },
  aws_rds_cluster: {
    notes: {
      cluster_identifier: "notes",
      engine: "aurora-postgresql",
      database_name: "notes",
      enable_http_endpoint: true,
      manage_master_user_password: true,
    },
  },
  aws_cloudfront_distribution: { site: { enabled: true } },
  aws_codebuild_project: { job: { name: "job" } },
};

let server: TestServer;
let boto3: Boto3;

const call = <Result>(service: string, operation: string, parameters: object = {}): Promise<Result> =>
  boto3.call(service, operation, parameters) as Promise<unknown> as Promise<Result>;

/** Messages of the queue, which are deleted then. */
async function receive(count: number): Promise<readonly string[]> {
  const { QueueUrl } = await call<{ QueueUrl: string }>("sqs", "get_queue_url", { QueueName: "mails" });
  const bodies: string[] = [];
  while (bodies.length < count) {
    const input = { QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 5 };
    const { Messages = [] } = await call<{
      Messages?: readonly { Body: string; MessageId: string; ReceiptHandle: string }[];
    }>("sqs", "receive_message", input);
    if (Messages.length === 0) break;
    bodies.push(...Messages.map(({ Body }) => Body));
    const Entries = Messages.map(({ MessageId, ReceiptHandle }) => ({ Id: MessageId, ReceiptHandle }));
    await call("sqs", "delete_message_batch", { QueueUrl, Entries });
  }
  return bodies;
}

const tests: Readonly<Record<string, () => Promise<void>>> = {
  dynamodb: async () => {
    await call("dynamodb", "put_item", { TableName: "notes", Item: { id: { S: "1" }, at: { N: "1" } } });
    const found = await boto3.run(`
from boto3.dynamodb.conditions import Attr, Key
table = resource("dynamodb").Table("notes")
with table.batch_writer() as batch:
    for at in range(2, 40):
        batch.put_item(Item={"id": "1", "at": at, "text": f"note {at}"})
table.update_item(Key={"id": "1", "at": 2}, UpdateExpression="SET #t = :t",
                  ExpressionAttributeNames={"#t": "text"}, ExpressionAttributeValues={":t": "new"})
query = table.query(KeyConditionExpression=Key("id").eq("1") & Key("at").lt(5), FilterExpression=Attr("text").exists())
result = [[int(item["at"]), item["text"]] for item in query["Items"]]`);
    expect(found).toEqual([
      [2, "new"],
      [3, "note 3"],
      [4, "note 4"],
    ]);
    const pages = await boto3.pages("dynamodb", "scan", {
      TableName: "notes",
      PaginationConfig: { PageSize: 20 },
    });
    expect(pages.map(({ Count }) => Count)).toEqual([20, 19]);
    const written = call("dynamodb", "put_item", {
      TableName: "notes",
      Item: { id: { S: "1" }, at: { N: "1" } },
      ConditionExpression: "attribute_not_exists(id)",
    });
    await expect(written).rejects.toMatchObject({ name: "ConditionalCheckFailedException", status: 400 });
  },
  sqs: async () => {
    const { QueueUrl } = await call<{ QueueUrl: string }>("sqs", "get_queue_url", { QueueName: "mails" });
    // boto3 compares the checksums of messages with their contents.
    await call("sqs", "send_message", {
      QueueUrl,
      MessageBody: "größe\r\n",
      MessageAttributes: { kind: { DataType: "String", StringValue: "gift" } },
    });
    const Entries = ["a", "b"].map((Id) => ({ Id, MessageBody: Id }));
    await expect(call("sqs", "send_message_batch", { QueueUrl, Entries })).resolves.toMatchObject({
      Successful: [{ Id: "a" }, { Id: "b" }],
    });
    expect([...(await receive(3))].sort()).toEqual(["a", "b", "größe\r\n"]);
    await expect(call("sqs", "get_queue_url", { QueueName: "other" })).rejects.toMatchObject({
      name: "AWS.SimpleQueueService.NonExistentQueue",
    });
  },
  sns: async () => {
    const topics = await call<{ Topics: readonly { TopicArn: string }[] }>("sns", "list_topics");
    const TopicArn = topics.Topics[0]?.TopicArn;
    await call("sns", "publish", { TopicArn, Message: "hello" });
    expect(await receive(1)).toEqual(["hello"]);
    const pages = await boto3.pages("sns", "list_subscriptions_by_topic", { TopicArn });
    expect(pages).toMatchObject([{ Subscriptions: [{ Protocol: "sqs", TopicArn }] }]);
  },
  events: async () => {
    const Entries = [{ Source: "shop", DetailType: "paid", Detail: json({ id: 7 }) }];
    await expect(call("events", "put_events", { Entries })).resolves.toMatchObject({ FailedEntryCount: 0 });
    expect((await receive(1)).map((body) => JSON.parse(body).detail)).toEqual([{ id: 7 }]);
    await expect(call("events", "describe_rule", { Name: "paid" })).resolves.toMatchObject({
      State: "ENABLED",
    });
  },
  kinesis: async () => {
    const stream = { StreamName: "clicks" };
    await call("kinesis", "put_record", { ...stream, PartitionKey: "a", Data: { $bytes: "aGVsbG8=" } });
    const { Shards } = await call<{ Shards: readonly { ShardId: string }[] }>(
      "kinesis",
      "list_shards",
      stream,
    );
    const { ShardIterator } = await call<{ ShardIterator: string }>("kinesis", "get_shard_iterator", {
      ...stream,
      ShardId: Shards[0]?.ShardId,
      ShardIteratorType: "TRIM_HORIZON",
    });
    await expect(call("kinesis", "get_records", { ShardIterator })).resolves.toMatchObject({
      Records: [{ Data: "hello", PartitionKey: "a" }],
    });
  },
  kms: async () => {
    const KeyId = "alias/notes";
    const encrypted = await call<{ CiphertextBlob: object }>("kms", "encrypt", {
      KeyId,
      Plaintext: { $bytes: "aGVsbG8=" },
    });
    const decrypted = call("kms", "decrypt", { CiphertextBlob: encrypted.CiphertextBlob });
    await expect(decrypted).resolves.toMatchObject({ Plaintext: "hello" });
    await expect(call("kms", "describe_key", { KeyId: "alias/other" })).rejects.toMatchObject({
      name: "NotFoundException",
    });
  },
  lambda: async () => {
    const invoked = call("lambda", "invoke", { FunctionName: "http_GET_", Payload: { $bytes: "e30=" } });
    await expect(invoked).resolves.toMatchObject({
      StatusCode: 200,
      Payload: expect.stringContaining("identityPool"),
    });
    await expect(call("lambda", "get_function", { FunctionName: "http_GET_" })).resolves.toMatchObject({
      Configuration: { Handler: "index.handler" },
    });
    await expect(call("lambda", "invoke", { FunctionName: "other" })).rejects.toMatchObject({
      name: "ResourceNotFoundException",
    });
  },
  secretsmanager: async () => {
    await expect(call("secretsmanager", "get_secret_value", { SecretId: "key" })).resolves.toMatchObject({
      SecretString: "s3cret",
    });
    await call("secretsmanager", "create_secret", { Name: "own", SecretBinary: { $bytes: "aGVsbG8=" } });
    await expect(call("secretsmanager", "get_secret_value", { SecretId: "own" })).resolves.toMatchObject({
      SecretBinary: "hello",
    });
    const pages = await boto3.pages("secretsmanager", "list_secrets");
    expect(json(pages)).toContain('"Name":"own"');
  },
  ssm: async () => {
    await call("ssm", "put_parameter", { Name: "/app/size", Value: "3", Type: "String" });
    const pages = await boto3.pages("ssm", "get_parameters_by_path", { Path: "/app" });
    expect(pages).toMatchObject([
      {
        Parameters: [
          { Name: "/app/level", Value: "debug" },
          { Name: "/app/size", Value: "3" },
        ],
      },
    ]);
    await expect(call("ssm", "get_parameter", { Name: "/other" })).rejects.toMatchObject({
      name: "ParameterNotFound",
    });
  },
  sts: async () => {
    await expect(call("sts", "get_caller_identity")).resolves.toMatchObject({ Account: account });
    const assumed = await call("sts", "assume_role", { RoleArn: role, RoleSessionName: "test" });
    expect(assumed).toMatchObject({
      Credentials: { SessionToken: expect.any(String), Expiration: expect.stringMatching(/^\d{4}-/) },
      AssumedRoleUser: { Arn: `arn:aws:sts::${account}:assumed-role/reader/test` },
    });
  },
  "cognito-idp": async () => {
    const { UserPools } = await call<{ UserPools: readonly { Id: string }[] }>(
      "cognito-idp",
      "list_user_pools",
      {
        MaxResults: 10,
      },
    );
    const UserPoolId = UserPools[0]?.Id;
    const [user, password] = ["ada", "Correct-horse-1"];
    await call("cognito-idp", "admin_create_user", { UserPoolId, Username: user, MessageAction: "SUPPRESS" });
    const own = { UserPoolId, Username: user, Password: password, Permanent: true };
    await call("cognito-idp", "admin_set_user_password", own);
    const clients = await call<{ UserPoolClients: readonly { ClientId: string }[] }>(
      "cognito-idp",
      "list_user_pool_clients",
      { UserPoolId },
    );
    const ClientId = clients.UserPoolClients[0]?.ClientId ?? "";
    const { UserPoolClient } = await call<{ UserPoolClient: { ClientSecret: string } }>(
      "cognito-idp",
      "describe_user_pool_client",
      { UserPoolId, ClientId },
    );
    const SECRET_HASH = createHmac("sha256", UserPoolClient.ClientSecret)
      .update(user + ClientId)
      .digest("base64");
    const signedIn = await call<{ AuthenticationResult: { AccessToken: string } }>(
      "cognito-idp",
      "initiate_auth",
      {
        ClientId,
        AuthFlow: "USER_PASSWORD_AUTH",
        AuthParameters: { USERNAME: user, PASSWORD: password, SECRET_HASH },
      },
    );
    const { AccessToken } = signedIn.AuthenticationResult;
    await expect(call("cognito-idp", "get_user", { AccessToken })).resolves.toMatchObject({ Username: user });
    const pages = await boto3.pages("cognito-idp", "list_users", { UserPoolId });
    expect(pages).toMatchObject([{ Users: [{ Username: user, UserStatus: "CONFIRMED" }] }]);
  },
  "cognito-identity": async () => {
    const { identityPool: IdentityPoolId } = await ids();
    const { IdentityId } = await call<{ IdentityId: string }>("cognito-identity", "get_id", {
      IdentityPoolId,
    });
    const given = call("cognito-identity", "get_credentials_for_identity", { IdentityId });
    await expect(given).resolves.toMatchObject({
      IdentityId,
      Credentials: { SecretKey: expect.any(String) },
    });
  },
  "rds-data": async () => {
    const { secret } = await ids();
    const base = {
      resourceArn: `arn:aws:rds:eu-west-1:${account}:cluster:notes`,
      secretArn: secret,
      database: "notes",
    };
    const run = (sql: string, more: object = {}) =>
      call("rds-data", "execute_statement", { ...base, sql, ...more });
    await expect(
      run("select :n + 1 as n", { parameters: [{ name: "n", value: { longValue: 41 } }] }),
    ).resolves.toMatchObject({ records: [[{ longValue: 42 }]] });
    await expect(run("select nothing")).rejects.toMatchObject({ name: "DatabaseErrorException" });
  },
  s3: async () => {
    const keys = ["a/b c.txt", "a/ü+%2F&<>.txt", "d", "e*(1)~'!.txt"];
    for (const Key of keys)
      await call("s3", "put_object", { Bucket: "files", Key, Body: { $bytes: "aGVsbG8=" } });
    const pages = await boto3.pages("s3", "list_objects_v2", {
      Bucket: "files",
      PaginationConfig: { PageSize: 1 },
    });
    expect(
      pages.flatMap(({ Contents }) => (Contents as readonly { Key: string }[]).map(({ Key }) => Key)),
    ).toEqual([...keys].sort());
    const object = call("s3", "get_object", { Bucket: "files", Key: "a/b c.txt" });
    await expect(object).resolves.toMatchObject({ Body: "hello", ServerSideEncryption: "AES256" });
    const left = await boto3.run(`
bucket = resource("s3").Bucket("files")
bucket.objects.all().delete()
hidden = [each.key for each in bucket.objects.all()]
bucket.object_versions.all().delete()
result = [hidden, [each.key for each in bucket.object_versions.all()]]`);
    expect(left).toEqual([[], []]);
    await expect(call("s3", "get_object", { Bucket: "files", Key: "d" })).rejects.toMatchObject({
      name: "NoSuchKey",
    });
  },
  codebuild: async () => {
    await expect(call("codebuild", "batch_get_builds", { ids: ["job:1"] })).resolves.toMatchObject({
      buildsNotFound: ["job:1"],
    });
  },
  cloudfront: async () => {
    const invalidate = (DistributionId: string | undefined) =>
      call("cloudfront", "create_invalidation", {
        DistributionId,
        InvalidationBatch: { CallerReference: "1", Paths: { Quantity: 1, Items: ["/*"] } },
      });
    const { distribution } = await ids();
    await expect(invalidate(distribution)).resolves.toMatchObject({ Invalidation: { Status: "Completed" } });
    await expect(invalidate("other")).rejects.toMatchObject({ name: "NoSuchDistribution", status: 404 });
  },
};

describeWithBoto3("the services of this machine, driven by boto3", () => {
  beforeAll(async () => {
    server = await serve({ routes: { "GET /": handler }, resources }, { endsWithTest: false });
    boto3 = Boto3.start(
      clientVariables({ region: "eu-west-1" }, server.local.servicesUrl, new Map(), accessKeys),
    );
  });

  afterAll(async () => {
    await boto3.stop();
    await server.local.stop();
  });

  test("every service is here", () => {
    expect(Object.keys(tests).sort()).toEqual([...serviceTable.keys()].sort());
  });

  // The first start of Postgres makes an empty database.
  test.each(Object.entries(tests))("%s", (_, run) => run(), 60_000);
});
