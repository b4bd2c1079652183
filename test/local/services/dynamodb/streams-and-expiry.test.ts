import {
  CreateTableCommand,
  DeleteItemCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  PutItemCommand,
  ScanCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from "@aws-sdk/client-dynamodb-streams";
import { inRegion, regionalModel } from "../../../../lib/local/services/contract/call-region";
import { dynamodb } from "../../../../lib/local/services/dynamodb";
import type { DynamodbTables } from "../../../../lib/local/services/dynamodb/dynamodb-tables";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { indexedModel } from "../../../../lib/model";
import { TestClock } from "../../support/clock";
import { testModel } from "../../support/model";
import { serviceContext, startService } from "../context";

const StreamArn = "arn:aws:dynamodb:us-east-1:123456789012:table/orders/stream/1";
const orders = {
  name: "orders",
  arn: "arn:aws:dynamodb:us-east-1:123456789012:table/orders",
  hash_key: "id",
  attribute: [{ name: "id", type: "S" }],
  stream_enabled: true,
  stream_view_type: "NEW_AND_OLD_IMAGES",
  stream_arn: StreamArn,
  ttl: { attribute_name: "until", enabled: true },
};

let router: EndpointRouter;
let client: DynamoDBClient;
let streams: DynamoDBStreamsClient;
let tables: DynamodbTables;
let clock: TestClock;

beforeAll(async () => {
  clock = new TestClock();
  router = await EndpointRouter.start(() => {});
  const context = serviceContext({ clock, model: testModel({ aws_dynamodb_table: { Orders: orders } }) });
  ({ resources: tables } = await startService(router, "dynamodb", dynamodb, context));
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const options = { endpoint: router.url, region: "us-east-1", credentials };
  client = new DynamoDBClient(options);
  streams = new DynamoDBStreamsClient(options);
});

afterAll(async () => {
  client.destroy();
  streams.destroy();
  await router.close();
  await tables.stop();
});

const TableName = "orders";
const put = (id: string, more: object = {}) =>
  client.send(new PutItemCommand({ TableName, Item: { id: { S: id }, ...more } }));
const seconds = (fromNow: number) => ({ until: { N: String(Math.floor(clock.now() / 1000) + fromNow) } });
const shardOf = async (arn = StreamArn) => {
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn: arn }));
  return StreamDescription?.Shards?.[0];
};
const iterator = async (given: object) => {
  const ShardId = (await shardOf())?.ShardId;
  const command = new GetShardIteratorCommand({ StreamArn, ShardId, ...given } as never);
  return (await streams.send(command)).ShardIterator;
};
const read = async (ShardIterator: string | undefined, Limit?: number) =>
  streams.send(new GetRecordsCommand({ ShardIterator, Limit }));

describe("the API of streams", () => {
  test("lists and describes the streams of tables", async () => {
    const listed = await streams.send(new ListStreamsCommand({ TableName }));
    expect(listed.Streams).toEqual([{ StreamArn, StreamLabel: "1", TableName }]);
    const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
    expect(StreamDescription).toMatchObject({
      StreamStatus: "ENABLED",
      StreamViewType: "NEW_AND_OLD_IMAGES",
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    });
  });

  test("reads the records from each kind of iterator", async () => {
    const latest = await iterator({ ShardIteratorType: "LATEST" });
    await put("1", { state: { S: "new" } });
    await put("1", { state: { S: "sent" } });
    await client.send(new DeleteItemCommand({ TableName, Key: { id: { S: "1" } } }));
    const { Records = [], NextShardIterator } = await read(latest, 2);
    expect(Records.map(({ eventName, dynamodb: record }) => [eventName, record?.OldImage?.state?.S])).toEqual(
      [
        ["INSERT", undefined],
        ["MODIFY", "new"],
      ],
    );
    const rest = await read(NextShardIterator);
    expect(rest.Records?.map(({ eventName }) => eventName)).toEqual(["REMOVE"]);
    const SequenceNumber = Records[1]?.dynamodb?.SequenceNumber;
    const at = await read(await iterator({ ShardIteratorType: "AT_SEQUENCE_NUMBER", SequenceNumber }));
    const after = await read(await iterator({ ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber }));
    expect([at.Records?.length, after.Records?.length]).toEqual([2, 1]);
  });

  test("an iterator expires after 15 minutes, and records after a day", async () => {
    await put("2");
    const old = await iterator({ ShardIteratorType: "TRIM_HORIZON" });
    clock.advance(15 * 60_000 + 1);
    await expect(read(old)).rejects.toMatchObject({ name: "ExpiredIteratorException" });
    clock.advance(24 * 60 * 60_000);
    const { Records } = await read(await iterator({ ShardIteratorType: "TRIM_HORIZON" }));
    expect(Records).toEqual([]);
  });

  test("refuses a stream, a shard and an iterator that do not exist", async () => {
    const shard = new GetShardIteratorCommand({
      StreamArn,
      ShardId: "shardId-00000000000000000000-99999999",
      ShardIteratorType: "LATEST",
    });
    await expect(streams.send(shard)).rejects.toMatchObject({ name: "ResourceNotFoundException" });
    await expect(shardOf(`${StreamArn}2`)).rejects.toMatchObject({ name: "ResourceNotFoundException" });
    await expect(read("nothing")).rejects.toThrow("Invalid ShardIterator");
  });
});

describe("tables that a request makes", () => {
  test("have streams, transactions and statements, and go with them", async () => {
    const { TableDescription } = await client.send(
      new CreateTableCommand({
        TableName: "made",
        AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
        KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
        BillingMode: "PAY_PER_REQUEST",
      }),
    );
    expect(TableDescription?.LatestStreamArn).toBeUndefined();
    const StreamSpecification = { StreamEnabled: true, StreamViewType: "KEYS_ONLY" } as const;
    await client.send(new UpdateTableCommand({ TableName: "made", StreamSpecification }));
    const { Table } = await client.send(new DescribeTableCommand({ TableName: "made" }));
    expect(Table?.StreamSpecification).toEqual(StreamSpecification);
    expect((await shardOf(Table?.LatestStreamArn))?.ShardId).toMatch(/^shardId-/);
    await client.send(new DeleteTableCommand({ TableName: "made" }));
    await expect(shardOf(Table?.LatestStreamArn)).rejects.toMatchObject({
      name: "ResourceNotFoundException",
    });
  });
});

// https://github.com/scylladb/scylladb/blob/master/test/alternator/test_streams.py, written against AWS
test("a stream that has ended can be read to its end, and the next one of the table is new", async () => {
  const Closed = "closed";
  await client.send(
    new CreateTableCommand({
      TableName: Closed,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
      StreamSpecification: { StreamEnabled: true, StreamViewType: "KEYS_ONLY" },
    }),
  );
  const arns = async () => {
    const { Streams = [] } = await streams.send(new ListStreamsCommand({ TableName: Closed }));
    return Streams.map(({ StreamArn: arn }) => String(arn));
  };
  const change = (StreamEnabled: boolean) =>
    client.send(
      new UpdateTableCommand({
        TableName: Closed,
        StreamSpecification: { StreamEnabled, ...(StreamEnabled && { StreamViewType: "KEYS_ONLY" }) },
      }),
    );
  const records = async (arn: string | undefined) => {
    const ShardId = (await shardOf(arn))?.ShardId;
    const start = { StreamArn: arn, ShardId, ShardIteratorType: "TRIM_HORIZON" } as const;
    return read((await streams.send(new GetShardIteratorCommand(start))).ShardIterator);
  };
  const statusOf = async () =>
    (await client.send(new DescribeTableCommand({ TableName: Closed }))).Table?.TableStatus;
  while ((await statusOf()) === "CREATING");
  await client.send(new PutItemCommand({ TableName: Closed, Item: { id: { S: "1" } } }));
  const [first] = await arns();
  await change(false);
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn: first }));
  expect(StreamDescription).toMatchObject({ StreamStatus: "DISABLED", StreamViewType: "KEYS_ONLY" });
  expect((await shardOf(first))?.SequenceNumberRange?.EndingSequenceNumber).toMatch(/^\d+$/);
  const { Records, NextShardIterator } = await records(first);
  expect([Records?.length, NextShardIterator]).toEqual([1, undefined]);
  clock.advance(1000);
  await change(true);
  const [, second] = await arns();
  expect((await records(second)).Records).toEqual([]);
  expect((await records(first)).Records).toHaveLength(1);
});

describe("items that expire", () => {
  const ids = async () =>
    ((await client.send(new ScanCommand({ TableName }))).Items ?? []).map(({ id }) => id?.S).sort();
  const describeTtl = async () =>
    (await client.send(new DescribeTimeToLiveCommand({ TableName }))).TimeToLiveDescription;
  const update = (Enabled: boolean, AttributeName: string) =>
    client.send(
      new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: { Enabled, AttributeName } }),
    );
  /** The sweep of the clock's next minute has been done when its deletions have been seen. */
  const swept = async () => {
    clock.advance(60_000);
    await tables.expired();
  };

  test("are deleted by the service when their time has come", async () => {
    expect(await describeTtl()).toEqual({ TimeToLiveStatus: "ENABLED", AttributeName: "until" });
    const before = await ids();
    await put("past", seconds(-5));
    await put("future", seconds(3600));
    await put("ancient", seconds(-6 * 365 * 24 * 3600));
    await put("text", { until: { S: "1" } });
    const latest = await iterator({ ShardIteratorType: "LATEST" });
    await swept();
    expect(await ids()).toEqual([...before, "ancient", "future", "text"].sort());
    const { Records = [] } = await read(latest);
    expect(
      Records.map(({ eventName, userIdentity, dynamodb: record }) => [
        eventName,
        userIdentity?.PrincipalId ?? userIdentity,
        record?.Keys?.id?.S,
      ]),
    ).toEqual([["REMOVE", expect.anything(), "past"]]);
  });

  test("can be switched off and on", async () => {
    await expect(update(true, "until")).rejects.toThrow("TimeToLive is already enabled");
    await expect(update(false, "other")).rejects.toThrow("TimeToLive is active on a different AttributeName");
    await update(false, "until");
    await expect(update(false, "until")).rejects.toThrow("TimeToLive is already disabled");
    await put("kept", seconds(-5));
    await swept();
    expect(await ids()).toContain("kept");
    await update(true, "until");
    await swept();
    expect(await ids()).not.toContain("kept");
  });
});

test("items of all regions expire, also if the request of one region has started the search", async () => {
  const regions = ["us-east-1", "eu-west-1"];
  const { ttl: _, stream_enabled: __, ...plain } = orders;
  const resources = regions.map((region) => ({
    address: `${region}/Orders`,
    type: "aws_dynamodb_table",
    name: "Orders",
    stack: region,
    region,
    folder: "/nowhere",
    constructPath: `${region}/Orders`,
    values: { ...plain, arn: orders.arn.replace("us-east-1", region) },
  }));
  const place = { region: "us-east-1", account: "123456789012", partition: "aws", appName: undefined };
  const model = regionalModel(indexedModel(resources, place));
  const time = new TestClock();
  const own = await EndpointRouter.start(() => {});
  const started = await startService(own, "dynamodb", dynamodb, serviceContext({ clock: time, model }));
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const clients = regions.map((region) => new DynamoDBClient({ endpoint: own.url, region, credentials }));
  const Item = { id: { S: "old" }, until: { N: String(Math.floor(time.now() / 1000) - 5) } };
  const TimeToLiveSpecification = { Enabled: true, AttributeName: "until" };
  for (const each of clients) {
    await each.send(new PutItemCommand({ TableName, Item }));
    await each.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  }
  // A timer runs in the region of the request that has set it.
  inRegion("us-east-1", () => time.advance(60_000));
  await started.resources.expired();
  const found = await Promise.all(clients.map((each) => each.send(new ScanCommand({ TableName }))));
  for (const each of clients) each.destroy();
  await own.close();
  await started.resources.stop();
  expect(found.map(({ Count }) => Count)).toEqual([0, 0]);
});
