import {
  DescribeStreamSummaryCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
  KinesisClient,
  ListShardsCommand,
  PutRecordCommand,
  PutRecordsCommand,
} from "@aws-sdk/client-kinesis";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { kinesis } from "../../../../lib/local/services/kinesis";
import type { KinesisStreams } from "../../../../lib/local/services/kinesis/streams";
import { temporaryFolder } from "../../../support/stack";
import { TestClock } from "../../support/clock";
import { testModel } from "../../support/model";
import { serviceContext, startService } from "../context";

const arn = "arn:aws:kinesis:us-east-1:123456789012:stream/clicks";
const model = testModel({
  aws_kinesis_stream: {
    Clicks: { arn, name: "clicks" },
    Wide: { arn: "arn:aws:kinesis:us-east-1:123456789012:stream/wide", name: "wide", shard_count: 2 },
  },
});

let router: EndpointRouter;
let client: KinesisClient;
let streams: KinesisStreams;
let clock: TestClock;

beforeEach(async () => {
  clock = new TestClock();
  router = await EndpointRouter.start(() => {});
  ({ resources: streams } = await startService(router, "kinesis", kinesis, serviceContext({ model, clock })));
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  client = new KinesisClient({ endpoint: router.url, region: "us-east-1", credentials });
});

afterEach(async () => {
  client.destroy();
  await router.close();
});

const data = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

describe("streams, through the AWS SDK", () => {
  test("a record is what Lambda hands to a consumer", async () => {
    const StreamName = "clicks";
    const put = await client.send(
      new PutRecordCommand({ StreamName, Data: data({ page: 1 }), PartitionKey: "u1" }),
    );
    const [first] = streams.streams.get(arn)?.shards[0]?.records.read(0, 10).records ?? [];
    expect(first?.record).toEqual({
      kinesis: {
        kinesisSchemaVersion: "1.0",
        partitionKey: "u1",
        sequenceNumber: put.SequenceNumber,
        data: Buffer.from('{"page":1}').toString("base64"),
        approximateArrivalTimestamp: 1767225600,
      },
      eventSource: "aws:kinesis",
      eventVersion: "1.0",
      eventID: `shardId-000000000000:${put.SequenceNumber}`,
      eventName: "aws:kinesis:record",
      invokeIdentityArn: "arn:aws:iam::123456789012:role/local",
      awsRegion: "us-east-1",
      eventSourceARN: arn,
    });
    expect(first?.filterable).toMatchObject({ data: { page: 1 }, partitionKey: "u1" });
  });

  test("several records keep their order", async () => {
    const Records = [1, 2].map((page) => ({ Data: data({ page }), PartitionKey: "u" }));
    const answer = await client.send(new PutRecordsCommand({ StreamARN: arn, Records }));
    const stored = streams.streams
      .get(arn)
      ?.shards[0]?.records.read(0, 10)
      .records.map(({ sequenceNumber }) => sequenceNumber);
    expect(answer.Records?.map(({ SequenceNumber }) => SequenceNumber)).toEqual(stored);
    expect([...(stored ?? [])].sort()).toEqual(stored);
  });

  test("a stream that does not exist is refused", async () => {
    const request = client.send(
      new PutRecordCommand({ StreamName: "other", Data: data(1), PartitionKey: "u" }),
    );
    await expect(request).rejects.toMatchObject({ name: "ResourceNotFoundException" });
  });
});

// https://docs.aws.amazon.com/streams/latest/dev/key-concepts.html
describe("shards", () => {
  const StreamName = "wide";
  const put = (PartitionKey: string, ExplicitHashKey?: string) =>
    client.send(
      new PutRecordCommand({ StreamName, Data: data(PartitionKey), PartitionKey, ExplicitHashKey }),
    );
  const iterator = async (ShardId: string, more: object = { ShardIteratorType: "TRIM_HORIZON" }) =>
    (await client.send(new GetShardIteratorCommand({ StreamName, ShardId, ...more } as never))).ShardIterator;
  const read = async (ShardIterator: string | undefined, Limit?: number) =>
    client.send(new GetRecordsCommand({ ShardIterator, Limit }));
  const [first, second] = ["shardId-000000000000", "shardId-000000000001"] as const;

  test("have the records of their range of hashes", async () => {
    const { Shards = [] } = await client.send(new ListShardsCommand({ StreamName }));
    expect(
      Shards.map(({ HashKeyRange }) => [HashKeyRange?.StartingHashKey, HashKeyRange?.EndingHashKey]),
    ).toEqual([
      ["0", String(2n ** 127n - 1n)],
      [String(2n ** 127n), String(2n ** 128n - 1n)],
    ]);
    expect((await put("a", "0")).ShardId).toBe(first);
    expect((await put("b", String(2n ** 128n - 1n))).ShardId).toBe(second);
    const { Records } = await read(await iterator(second));
    expect(Records?.map(({ PartitionKey }) => PartitionKey)).toEqual(["b"]);
    await expect(put("c", "-1")).rejects.toMatchObject({ name: "InvalidArgumentException" });
    const summary = await client.send(new DescribeStreamSummaryCommand({ StreamName }));
    expect(summary.StreamDescriptionSummary).toMatchObject({ OpenShardCount: 2, RetentionPeriodHours: 24 });
  });

  test("are read page after page, from a record or a time", async () => {
    await put("1", "0");
    clock.advanceSeconds(10);
    const { SequenceNumber } = await put("2", "0");
    const page = await read(await iterator(first), 1);
    expect([page.Records?.length, page.MillisBehindLatest]).toEqual([1, 10_000]);
    const rest = await read(page.NextShardIterator);
    expect(rest.Records?.[0]?.SequenceNumber).toBe(SequenceNumber);
    const StartingSequenceNumber = SequenceNumber;
    const after = { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", StartingSequenceNumber };
    expect((await read(await iterator(first, after))).Records).toEqual([]);
    const at = { ShardIteratorType: "AT_TIMESTAMP", Timestamp: new Date(clock.now()) };
    expect((await read(await iterator(first, at))).Records).toHaveLength(1);
  });

  /** The keys of the records from a place on. */
  const keysFrom = async (ShardId: string, place: object) =>
    ((await read(await iterator(ShardId, place))).Records ?? []).map(({ PartitionKey }) => PartitionKey);
  const startOf = async (ShardId: string) => {
    const { Shards = [] } = await client.send(new ListShardsCommand({ StreamName }));
    return Shards.find((each) => each.ShardId === ShardId)?.SequenceNumberRange?.StartingSequenceNumber;
  };

  test("are read from the number that they begin with, before and after their first record", async () => {
    const StartingSequenceNumber = await startOf(first);
    const types = ["AT_SEQUENCE_NUMBER", "AFTER_SEQUENCE_NUMBER"];
    const places = types.map((ShardIteratorType) => ({ ShardIteratorType, StartingSequenceNumber }));
    for (const place of places) expect(await keysFrom(first, place)).toEqual([]);
    const early = await iterator(first, {
      ShardIteratorType: "AFTER_SEQUENCE_NUMBER",
      StartingSequenceNumber,
    });
    await put("a", "0");
    await put("b", "0");
    expect(await startOf(first)).toBe(StartingSequenceNumber);
    for (const place of places) expect(await keysFrom(first, place)).toEqual(["a", "b"]);
    expect((await read(early)).Records).toHaveLength(2);
  });

  test("are read from each kind of place", async () => {
    clock.advanceSeconds(10);
    const { SequenceNumber: StartingSequenceNumber } = await put("a", "0");
    clock.advanceSeconds(10);
    await put("b", "0");
    clock.advanceSeconds(10);
    const at = (secondsAgo: number) => ({
      ShardIteratorType: "AT_TIMESTAMP",
      Timestamp: new Date(clock.now() - 1000 * secondsAgo),
    });
    const places: readonly (readonly [object, readonly string[]])[] = [
      [{ ShardIteratorType: "TRIM_HORIZON" }, ["a", "b"]],
      [{ ShardIteratorType: "LATEST" }, []],
      [{ ShardIteratorType: "AT_SEQUENCE_NUMBER", StartingSequenceNumber }, ["a", "b"]],
      [{ ShardIteratorType: "AFTER_SEQUENCE_NUMBER", StartingSequenceNumber }, ["b"]],
      [at(30), ["a", "b"]],
      [at(20), ["a", "b"]],
      [at(15), ["b"]],
      [at(0), []],
    ];
    for (const [place, keys] of places) expect(await keysFrom(first, place)).toEqual(keys);
    for (const [place] of places.filter(([each]) => !("StartingSequenceNumber" in each)))
      expect(await keysFrom(second, place)).toEqual([]);
  });

  test("begin with the oldest record for the number of one that is gone", async () => {
    const { SequenceNumber: StartingSequenceNumber } = await put("a", "0");
    clock.advanceSeconds(24 * 60 * 60 + 1);
    const place = { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", StartingSequenceNumber };
    expect(await keysFrom(first, place)).toEqual([]);
    await put("b", "0");
    expect(await keysFrom(first, place)).toEqual(["b"]);
  });

  test.each([
    [{ ShardIteratorType: "AT_SEQUENCE_NUMBER" }, "AT_SEQUENCE_NUMBER and no StartingSequenceNumber."],
    [
      { ShardIteratorType: "LATEST", StartingSequenceNumber: "5" },
      "LATEST and also a StartingSequenceNumber.",
    ],
    [{ ShardIteratorType: "AT_TIMESTAMP" }, "Current request has no timestamp parameter."],
    [
      { ShardIteratorType: "AT_TIMESTAMP", Timestamp: new Date("2100-01-01") },
      "cannot be greater than the currentTimestampInMillis",
    ],
    [
      {
        ShardIteratorType: "AT_SEQUENCE_NUMBER",
        StartingSequenceNumber: "26227199374822427428162556223570313216",
      },
      "used in GetShardIterator on shard shardId-000000000000 in stream wide under account 123456789012 is invalid.",
    ],
    [{ ShardIteratorType: "OLDEST" }, "Member must satisfy enum value set"],
  ])("refuse the place %j", async (place, words) => {
    await expect(iterator(first, place)).rejects.toThrow(words);
  });

  test("refuse an iterator that is old or none", async () => {
    const old = await iterator(first);
    clock.advanceSeconds(5 * 60 + 1);
    await expect(read(old)).rejects.toMatchObject({ name: "ExpiredIteratorException" });
    await expect(read("none")).rejects.toMatchObject({ name: "InvalidArgumentException" });
    await expect(iterator("shardId-000000000009")).rejects.toMatchObject({
      name: "ResourceNotFoundException",
    });
  });

  test("with a data folder, records survive a restart of the server", async () => {
    const dataFolder = temporaryFolder();
    const begin = () =>
      startService(router, "kinesis", kinesis, serviceContext({ model, clock, dataFolder }));
    const before = await begin();
    await put("first", "0");
    // The file has the first record in its state, and this one in a line of its own.
    const { SequenceNumber } = await put("kept", "0");
    await before.resources.stop();
    const again = await begin();
    const { Records } = await read(await iterator(first));
    expect(Records?.at(-1)?.SequenceNumber).toBe(SequenceNumber);
    const next = await put("next", "0");
    expect(BigInt(next.SequenceNumber ?? 0) > BigInt(SequenceNumber ?? 0)).toBe(true);
    await again.resources.stop();
  });
});
