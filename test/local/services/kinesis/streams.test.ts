import {
  KinesisClient,
  ListShardsCommand,
  PutRecordCommand,
  PutRecordsCommand,
} from "@aws-sdk/client-kinesis";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { kinesis } from "../../../../lib/local/services/kinesis";
import type { KinesisStreams } from "../../../../lib/local/services/kinesis/streams";
import { testModel } from "../../support/model";
import { serviceContext, startService } from "../context";

const arn = "arn:aws:kinesis:us-east-1:123456789012:stream/clicks";
const model = testModel({ aws_kinesis_stream: { Clicks: { arn, name: "clicks" } } });

let router: EndpointRouter;
let client: KinesisClient;
let streams: KinesisStreams;

beforeEach(async () => {
  router = await EndpointRouter.start(() => {});
  ({ resources: streams } = await startService(router, "kinesis", kinesis, serviceContext({ model })));
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
    const [first] = streams.find(arn)?.read(0, 10).records ?? [];
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
    const stored = streams
      .find(arn)
      ?.read(0, 10)
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

  test("reading by hand is not emulated, and says so", async () => {
    await expect(client.send(new ListShardsCommand({ StreamName: "clicks" }))).rejects.toMatchObject({
      name: "NotEmulated",
    });
  });
});
