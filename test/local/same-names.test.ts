/** @group processes */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ExecuteStatementCommand,
  ListTablesCommand,
  PutItemCommand,
  ScanCommand,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import {
  DynamoDBStreamsClient,
  GetRecordsCommand as GetRecordsOfTable,
  GetShardIteratorCommand as GetShardIteratorOfTable,
  ListStreamsCommand,
} from "@aws-sdk/client-dynamodb-streams";
import { EventBridgeClient, ListRulesCommand, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import {
  GetRecordsCommand,
  GetShardIteratorCommand,
  KinesisClient,
  PutRecordCommand,
} from "@aws-sdk/client-kinesis";
import { DescribeKeyCommand, KMSClient } from "@aws-sdk/client-kms";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { ListTopicsCommand, SNSClient } from "@aws-sdk/client-sns";
import {
  GetQueueUrlCommand,
  ListQueuesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { GetParameterCommand, PutParameterCommand, SSMClient } from "@aws-sdk/client-ssm";
import { CloudwatchEventRule } from "@cdktf/provider-aws/lib/cloudwatch-event-rule";
import { CloudwatchEventTarget } from "@cdktf/provider-aws/lib/cloudwatch-event-target";
import { KmsAlias } from "@cdktf/provider-aws/lib/kms-alias";
import { KmsKey } from "@cdktf/provider-aws/lib/kms-key";
import type { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { SecretsmanagerSecret } from "@cdktf/provider-aws/lib/secretsmanager-secret";
import { SecretsmanagerSecretVersion } from "@cdktf/provider-aws/lib/secretsmanager-secret-version";
import { SqsQueuePolicy } from "@cdktf/provider-aws/lib/sqs-queue-policy";
import { SsmParameter } from "@cdktf/provider-aws/lib/ssm-parameter";
import { App, Function, KinesisStream, Pipe, Queue, Stack, Table, Topic } from "../../lib";
import { Local } from "../../lib/local";
import { accessKeys, localCredentials } from "../support/access-keys";
import { temporaryFolder } from "../support/stack";

const regions = ["us-east-1", "eu-west-1"] as const;
const [one, other] = regions;
let local: Local;
let start: () => Promise<Local>;

/** Resources with the same names in each region. */
function createResources(stack: Stack, region: string): void {
  const queue = new Queue(stack, `JobsIn${region}`, { cdk: { queue: { name: "jobs" } } });
  new Topic(stack, `NewsIn${region}`, { cdk: { topic: { name: "news" } } });
  new KinesisStream(stack, `ClicksIn${region}`, { cdk: { stream: { name: "clicks" } } });
  const table = new Table(stack, `NotesIn${region}`, {
    fields: { id: "string" },
    primaryIndex: { partitionKey: "id" },
    stream: true,
    cdk: { table: { name: "notes" } },
  });
  new Pipe(stack, `ChangesIn${region}`, { source: table, target: queue });
  const fn = new Function(stack, `WhereIn${region}`, { handler: "where.handler" });
  (fn.node.findChild("Function") as LambdaFunction).functionName = "where";
  new SsmParameter(stack, "Parameter", { name: "/place", type: "String", value: region });
  const secret = new SecretsmanagerSecret(stack, "Secret", { name: "place" });
  new SecretsmanagerSecretVersion(stack, "Version", { secretId: secret.id, secretString: region });
  const key = new KmsKey(stack, "Key", { description: region });
  new KmsAlias(stack, "Alias", { name: "alias/place", targetKeyId: key.id });
  const rule = new CloudwatchEventRule(stack, "Rule", {
    name: "placed",
    description: region,
    eventPattern: JSON.stringify({ source: ["shop"] }),
  });
  new CloudwatchEventTarget(stack, "Target", { rule: rule.name, arn: queue.queueArn });
  const allowed = {
    Effect: "Allow",
    Principal: { Service: "events.amazonaws.com" },
    Action: "sqs:SendMessage",
  };
  new SqsQueuePolicy(stack, "Policy", {
    queueUrl: queue.queueUrl,
    policy: JSON.stringify({ Version: "2012-10-17", Statement: [{ ...allowed, Resource: queue.queueArn }] }),
  });
}

beforeAll(async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "data"));
  writeFileSync(join(folder, "cdktf.json"), "{}");
  writeFileSync(join(folder, "where.js"), "exports.handler = async () => process.env.AWS_REGION;");
  process.chdir(folder);
  const bundlesFile = join(folder, "bundles.json");
  process.env.SERVERFORM_BUNDLES_FILE = bundlesFile;
  const from = join(folder, "out");
  const app = new App({ name: "shop", stage: "dev", region: one, outdir: from });
  for (const region of regions)
    createResources(new Stack(app, `In-${region}`, { provider: { region } }), region);
  new Table(new Stack(app, "Shared"), "Copied", {
    fields: { id: "string" },
    primaryIndex: { partitionKey: "id" },
    replicas: { [other]: {} },
    cdk: { table: { name: "copied" } },
  });
  app.synth();
  delete process.env.SERVERFORM_BUNDLES_FILE;
  start = () =>
    Local.start({
      accessKeys,
      from,
      bundlesFile,
      folder: join(folder, "local"),
      host: "127.0.0.1",
      port: 0,
      dataFolder: join(folder, "data"),
      endpoints: new Map(),
      inspectPort: undefined,
      runsSchedules: false,
      watch: false,
      consolePort: 0,
      report: () => {},
    });
  local = await start();
});

afterAll(() => local.stop());

const config = (region: string) => ({ region, endpoint: local.servicesUrl, credentials: localCredentials });

/** The results of a request in each region. */
const inEach = <Result>(request: (region: string) => Promise<Result>): Promise<readonly Result[]> =>
  Promise.all(regions.map(request));

interface Shown {
  readonly name: string;
  readonly arn: string;
}

async function restart(): Promise<void> {
  await local.stop();
  local = await start();
}

/** Asks the console as its page does. */
async function console(): Promise<(action: string, asked?: object) => Promise<never>> {
  const { origin, hash } = new URL(local.consoleUrl ?? "");
  const post = (path: string, body: object, cookie = "") =>
    fetch(`${origin}/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie },
      body: JSON.stringify(body),
    });
  const { headers } = await post("session", { secret: hash.slice(1) });
  const cookie = headers.get("set-cookie")?.split(";")[0];
  return async (action, asked = {}) => (await post(action, asked, cookie)).json() as never;
}

const itemsOf =
  (TableName: string) =>
  async (region: string): Promise<readonly (string | undefined)[]> => {
    const { Items = [] } = await new DynamoDBClient(config(region)).send(new ScanCommand({ TableName }));
    return Items.map(({ id }) => id?.S).sort();
  };

const notes = itemsOf("notes");

async function receive(region: string): Promise<readonly (string | undefined)[]> {
  const sqs = new SQSClient(config(region));
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: "jobs" }));
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 1 }),
  );
  return Messages.map(({ Body }) => Body);
}

describe("Resources with the same name in two regions are separate:", () => {
  test("queues", async () => {
    const sqs = new SQSClient(config(other));
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: "jobs" }));
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: "hello" }));
    expect(await inEach(receive)).toEqual([[], ["hello"]]);
    const listed = await inEach((region) => new SQSClient(config(region)).send(new ListQueuesCommand({})));
    expect(listed.map(({ QueueUrls }) => QueueUrls?.length)).toEqual([1, 1]);
  });

  test("topics", async () => {
    const listed = await inEach((region) => new SNSClient(config(region)).send(new ListTopicsCommand({})));
    expect(listed.map(({ Topics }) => Topics?.map(({ TopicArn }) => TopicArn?.split(":")[3]))).toEqual([
      [one],
      [other],
    ]);
  });

  test("streams", async () => {
    const put = { StreamName: "clicks", Data: Buffer.from("a"), PartitionKey: "a" };
    await new KinesisClient(config(other)).send(new PutRecordCommand(put));
    const counts = await inEach(async (region) => {
      const kinesis = new KinesisClient(config(region));
      let count = 0;
      for (let shard = 0; shard < 4; shard++) {
        const { ShardIterator } = await kinesis
          .send(
            new GetShardIteratorCommand({
              StreamName: "clicks",
              ShardId: `shardId-00000000000${shard}`,
              ShardIteratorType: "TRIM_HORIZON",
            }),
          )
          .catch(() => ({ ShardIterator: undefined }));
        if (ShardIterator === undefined) continue;
        count += (await kinesis.send(new GetRecordsCommand({ ShardIterator }))).Records?.length ?? 0;
      }
      return count;
    });
    expect(counts).toEqual([0, 1]);
  });

  test("functions", async () => {
    const places = await inEach(async (region) => {
      const { Payload } = await new LambdaClient(config(region)).send(
        new InvokeCommand({ FunctionName: "where" }),
      );
      return JSON.parse(Buffer.from(Payload ?? []).toString());
    });
    expect(places).toEqual(regions);
  });

  test("parameters, those that a request writes included", async () => {
    const valueOf = (Name: string) => (region: string) =>
      new SSMClient(config(region)).send(new GetParameterCommand({ Name })).then(
        ({ Parameter }) => Parameter?.Value,
        ({ name }) => name,
      );
    expect(await inEach(valueOf("/place"))).toEqual(regions);
    const written = { Name: "/written", Value: "there", Type: "String" } as const;
    await new SSMClient(config(other)).send(new PutParameterCommand(written));
    expect(await inEach(valueOf("/written"))).toEqual(["ParameterNotFound", "there"]);
    await new SSMClient(config(one)).send(new PutParameterCommand({ ...written, Value: "here" }));
    expect(await inEach(valueOf("/written"))).toEqual(["here", "there"]);
  });

  test("secrets", async () => {
    const valueOf = async (region: string) =>
      (await new SecretsManagerClient(config(region)).send(new GetSecretValueCommand({ SecretId: "place" })))
        .SecretString;
    expect(await inEach(valueOf)).toEqual(regions);
    await new SecretsManagerClient(config(other)).send(
      new PutSecretValueCommand({ SecretId: "place", SecretString: "new" }),
    );
    expect(await inEach(valueOf)).toEqual([one, "new"]);
  });

  test("aliases of keys", async () => {
    const keys = await inEach((region) =>
      new KMSClient(config(region)).send(new DescribeKeyCommand({ KeyId: "alias/place" })),
    );
    expect(keys.map(({ KeyMetadata }) => KeyMetadata?.Description)).toEqual(regions);
  });

  test("rules of the default bus", async () => {
    const rules = await inEach((region) =>
      new EventBridgeClient(config(region)).send(new ListRulesCommand({})),
    );
    expect(rules.map(({ Rules }) => Rules?.map(({ Description }) => Description))).toEqual([[one], [other]]);
    const event = { Source: "shop", DetailType: "Placed", Detail: "{}" };
    await new EventBridgeClient(config(other)).send(new PutEventsCommand({ Entries: [event] }));
    const [near, far] = await inEach(receive);
    expect([near, far?.map((body) => JSON.parse(body ?? "").region)]).toEqual([[], [other]]);
  });

  test("tables, also in lists, PartiQL and transactions with one token", async () => {
    await new DynamoDBClient(config(other)).send(
      new PutItemCommand({ TableName: "notes", Item: { id: { S: "far" } } }),
    );
    expect(await inEach(notes)).toEqual([[], ["far"]]);
    await inEach((region) =>
      new DynamoDBClient(config(region)).send(
        new ExecuteStatementCommand({ Statement: `INSERT INTO notes VALUE {'id': '${region}'}` }),
      ),
    );
    const Put = { TableName: "notes", Item: { id: { S: "twice" } } };
    await inEach((region) =>
      new DynamoDBClient(config(region)).send(
        new TransactWriteItemsCommand({ TransactItems: [{ Put }], ClientRequestToken: "token" }),
      ),
    );
    expect(await inEach(notes)).toEqual([
      ["twice", one],
      [other, "far", "twice"],
    ]);
    const listed = await inEach((region) =>
      new DynamoDBClient(config(region)).send(new ListTablesCommand({})),
    );
    expect(listed.map(({ TableNames }) => TableNames)).toEqual([
      ["copied", "notes"],
      ["copied", "notes"],
    ]);
  });

  test("tables by their ARNs, which another region does not have", async () => {
    const described = await inEach((region) =>
      new DynamoDBClient(config(region)).send(new DescribeTableCommand({ TableName: "notes" })),
    );
    const arns = described.map(({ Table: table }) => table?.TableArn);
    expect(arns.map((arn) => arn?.split(":")[3])).toEqual(regions);
    const asked = (region: string) =>
      Promise.all(
        arns.map((TableName) =>
          new DynamoDBClient(config(region)).send(new DescribeTableCommand({ TableName })).then(
            () => "found",
            ({ name }) => name,
          ),
        ),
      );
    expect(await inEach(asked)).toEqual([
      ["found", "ResourceNotFoundException"],
      ["ResourceNotFoundException", "found"],
    ]);
  });

  test("tables that requests make, which keep their items like those of the app", async () => {
    const created = {
      TableName: "made",
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
      BillingMode: "PAY_PER_REQUEST",
    } satisfies CreateTableCommandInput;
    await inEach((region) => new DynamoDBClient(config(region)).send(new CreateTableCommand(created)));
    await inEach((region) =>
      new DynamoDBClient(config(region)).send(
        new PutItemCommand({ TableName: "made", Item: { id: { S: region } } }),
      ),
    );
    // The file of a table must not be that of the other region's table.
    const similar = { [one]: `made.${other}`, [other]: `made.${one}` };
    for (const region of regions) {
      const client = new DynamoDBClient(config(region));
      const TableName = similar[region];
      await client.send(new CreateTableCommand({ ...created, TableName }));
      await client.send(new PutItemCommand({ TableName, Item: { id: { S: "similar" } } }));
    }
    const before = await inEach(notes);
    await restart();
    expect(await inEach(itemsOf("made"))).toEqual([[one], [other]]);
    for (const region of regions) expect(await itemsOf(similar[region])(region)).toEqual(["similar"]);
    expect(await inEach(notes)).toEqual(before);
    await new DynamoDBClient(config(other)).send(new DeleteTableCommand({ TableName: "made" }));
    const listed = await inEach((region) =>
      new DynamoDBClient(config(region)).send(new ListTablesCommand({})),
    );
    expect(listed.map(({ TableNames }) => TableNames?.includes("made"))).toEqual([true, false]);
  });

  test("streams of tables", async () => {
    const streams = await inEach(async (region) => {
      const client = new DynamoDBStreamsClient(config(region));
      const { Streams = [] } = await client.send(new ListStreamsCommand({ TableName: "notes" }));
      const [StreamArn] = Streams.map((each) => each.StreamArn);
      const { ShardIterator } = await client.send(
        new GetShardIteratorOfTable({
          StreamArn,
          ShardId: "shardId-00000000000000000000-00000001",
          ShardIteratorType: "TRIM_HORIZON",
        }),
      );
      const { Records = [] } = await client.send(new GetRecordsOfTable({ ShardIterator }));
      return { streams: Streams.length, ids: Records.map(({ dynamodb }) => dynamodb?.Keys?.id?.S) };
    });
    expect(streams).toEqual([
      { streams: 1, ids: [one, "twice"] },
      { streams: 1, ids: ["far", other, "twice"] },
    ]);
  });

  test("consumers of the streams of tables", async () => {
    await new DynamoDBClient(config(other)).send(
      new PutItemCommand({ TableName: "notes", Item: { id: { S: "seen" } } }),
    );
    const bodies = await inEach(async (region) => {
      const all = [await receive(region), await receive(region)].flat();
      return all.map((body) => JSON.parse(body ?? "{}").dynamodb?.Keys?.id?.S);
    });
    expect(bodies.map((ids) => ids.includes("seen"))).toEqual([false, true]);
  });

  test("resources in the console, which asks for each by its ARN", async () => {
    const ask = await console();
    const { tables, listed }: { tables: readonly Shown[]; listed: readonly Shown[] } = await ask("data");
    const arnOf = (all: readonly Shown[], name: string, region: string) =>
      all.find((each) => each.name === name && each.arn.split(":")[3] === region)?.arn ?? "";
    const operate = async (service: string, operation: string, input: object, arn: string) =>
      ask("operate", { service, operation, input, arn });
    await inEach((region) => {
      const TableName = arnOf(tables, "notes", region);
      const Item = { id: { S: `console ${region}` } };
      return operate("dynamodb", "PutItem", { TableName, Item }, TableName);
    });
    const ids = await inEach(notes);
    expect(ids.map((all) => all.filter((id) => id?.startsWith("console")))).toEqual(
      regions.map((region) => [`console ${region}`]),
    );
    const arn = (region: string) => arnOf(listed, "/place", region);
    const values = await inEach((region) => operate("ssm", "GetParameter", { Name: "/place" }, arn(region)));
    expect(values).toMatchObject(regions.map((region) => ({ answer: { Parameter: { ARN: arn(region) } } })));
    const { functions }: { functions: readonly Shown[] } = await ask("app");
    const places = await inEach((region) =>
      ask("invoke", { function: arnOf(functions, "where", region), payload: "{}" }),
    );
    expect(places).toMatchObject(regions.map((region) => ({ payload: JSON.stringify(region) })));
  });

  test("but the copies of a table with replicas are one", async () => {
    await new DynamoDBClient(config(other)).send(
      new PutItemCommand({ TableName: "copied", Item: { id: { S: "a" } } }),
    );
    expect(await inEach(itemsOf("copied"))).toEqual([["a"], ["a"]]);
  });
});
