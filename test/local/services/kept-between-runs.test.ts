import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { eventSourceMappings } from "../../../lib/local/services/contract/event-source-mapping";
import type { Service } from "../../../lib/local/services/contract/service";
import { dynamodb } from "../../../lib/local/services/dynamodb";
import { EndpointRouter } from "../../../lib/local/services/endpoint-router";
import { s3 } from "../../../lib/local/services/s3";
import { sqs } from "../../../lib/local/services/sqs";
import { localCredentials } from "../../support/access-keys";
import { temporaryFolder } from "../../support/stack";
import { TestClock } from "../support/clock";
import { settled, TestFunctions } from "../support/functions";
import { testModel } from "../support/model";
import { consumerContext, serviceContext } from "./context";

const region = "us-east-1";
const tableArn = `arn:aws:dynamodb:${region}:123456789012:table/orders`;
const streamArn = `${tableArn}/stream/1`;
const functionArn = `arn:aws:lambda:${region}:123456789012:function:mail`;
const model = testModel({
  aws_dynamodb_table: {
    Orders: {
      name: "orders",
      arn: tableArn,
      hash_key: "id",
      attribute: [{ name: "id", type: "S" }],
      stream_enabled: true,
      stream_view_type: "KEYS_ONLY",
      stream_arn: streamArn,
    },
  },
  aws_lambda_event_source_mapping: {
    Mail: {
      event_source_arn: streamArn,
      function_name: functionArn,
      starting_position: "LATEST",
      batch_size: 1,
    },
  },
  aws_s3_bucket: { Files: { bucket: "files" } },
  aws_sqs_queue: {
    Jobs: {
      name: "jobs.fifo",
      arn: `arn:aws:sqs:${region}:123456789012:jobs.fifo`,
      url: `https://sqs.${region}.amazonaws.com/123456789012/jobs.fifo`,
      fifo_queue: true,
    },
  },
});

let router: EndpointRouter;
const options = () => ({ endpoint: router.url, region, credentials: localCredentials });

beforeAll(async () => {
  router = await EndpointRouter.start(() => {});
});
afterAll(async () => {
  await router.close();
});

test("the records of a table's stream, and the position of their consumer", async () => {
  const dataFolder = temporaryFolder();
  const clock = new TestClock();
  const client = new DynamoDBClient(options());
  const put = (id: string) =>
    client.send(new PutItemCommand({ TableName: "orders", Item: { id: { S: id } } }));
  const start = async (functions: TestFunctions) => {
    const service = await dynamodb.start(serviceContext({ model, clock, dataFolder }));
    router.serve(new Map<string, Service>([["dynamodb", service]]));
    const [mapping] = eventSourceMappings(model);
    if (mapping === undefined) throw new Error("no mapping");
    const consumer = service.resources.eventSource.consume(
      mapping,
      consumerContext({ functions, clock, dataFolder }),
    );
    const stop = async () => {
      await consumer?.stop();
      await service.resources.stop();
    };
    return { stop };
  };
  const ids = ({ invoked }: TestFunctions) =>
    invoked.map(({ event }) => {
      const { Records } = event as { Records: readonly { dynamodb: { Keys: { id: { S: string } } } }[] };
      return Records.map(({ dynamodb: { Keys } }) => Keys.id.S).join();
    });

  const first = new TestFunctions((event) => {
    if (JSON.stringify(event).includes('"2"')) throw new Error("not now");
  });
  const before = await start(first);
  await put("1");
  await first.count(1);
  await put("2");
  await first.count(2);
  await before.stop();
  const second = new TestFunctions();
  const after = await start(second);
  await second.count(1);
  await put("3");
  await second.count(2);
  await settled();
  expect([ids(first), ids(second)]).toEqual([
    ["1", "2"],
    ["2", "3"],
  ]);
  await after.stop();
  client.destroy();
});

/** A client of S3, and a start of the service in a data folder. */
function files(dataFolder: string) {
  const client = new S3Client({ ...options(), forcePathStyle: true });
  const start = async () => {
    const service = await s3.start(serviceContext({ model, dataFolder }));
    router.serve(new Map<string, Service>([["s3", service]]));
    return service.resources;
  };
  return { client, start };
}

test("the parts of an upload that is not complete", async () => {
  const dataFolder = temporaryFolder();
  const { client, start } = files(dataFolder);
  const named = { Bucket: "files", Key: "report.txt" };
  const before = await start();
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ ...named, ContentType: "text/x" }),
  );
  const part = { ...named, UploadId, PartNumber: 1 };
  const { ETag } = await client.send(new UploadPartCommand({ ...part, Body: "hello" }));
  await before.stop();
  const after = await start();
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
  await client.send(new CompleteMultipartUploadCommand({ ...named, UploadId, MultipartUpload }));
  const { Body, ContentType } = await client.send(new GetObjectCommand(named));
  expect([await Body?.transformToString(), ContentType]).toEqual(["hello", "text/x"]);
  await after.stop();
  const last = await start();
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: "files" }));
  expect(Uploads).toEqual([]);
  await last.stop();
  client.destroy();
});

test("confirmed changes of messages, if the server ends without stopping", async () => {
  const dataFolder = temporaryFolder();
  const clock = new TestClock();
  const client = new SQSClient(options());
  const QueueUrl = `${router.url}/123456789012/jobs.fifo`;
  const start = async () => {
    const service = await sqs.start(serviceContext({ model, clock, dataFolder }));
    router.serve(new Map<string, Service>([["sqs", service]]));
    return service.resources;
  };
  const send = (MessageBody: string) =>
    client.send(
      new SendMessageCommand({
        QueueUrl,
        MessageBody,
        MessageGroupId: MessageBody,
        MessageDeduplicationId: MessageBody,
      }),
    );
  const receive = async () => {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 1 }),
    );
    return Messages[0];
  };
  const before = await start();
  for (const body of ["deleted", "received", "waiting"]) await send(body);
  const first = await receive();
  await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: first?.ReceiptHandle }));
  await receive();
  const after = await start();
  const { SequenceNumber } = await send("new");
  await send("deleted");
  const bodies = [(await receive())?.Body, (await receive())?.Body, (await receive())?.Body];
  expect([bodies, Number(SequenceNumber)]).toEqual([["waiting", "new", undefined], 4]);
  for (const resources of [before, after]) await resources.stop();
  client.destroy();
});

test("confirmed changes of objects, if the server ends without stopping, and no other content", async () => {
  const dataFolder = temporaryFolder();
  const { client, start } = files(dataFolder);
  const put = (Key: string, Body: string) =>
    client.send(new PutObjectCommand({ Bucket: "files", Key, Body }));
  const before = await start();
  for (const [key, body] of ["a1", "b1", "c1", "d1", "b2", "d1"].map(
    (each) => [each.charAt(0), each] as const,
  ))
    await put(key, body);
  await put("e", "a1");
  for (const Key of ["a", "c"]) await client.send(new DeleteObjectCommand({ Bucket: "files", Key }));
  const after = await start();
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: "files" }));
  const bodies = Contents.map(async ({ Key }) => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: "files", Key }));
    return [Key, await Body?.transformToString()];
  });
  expect(await Promise.all(bodies)).toEqual([
    ["b", "b2"],
    ["d", "d1"],
    ["e", "a1"],
  ]);
  expect(readdirSync(join(dataFolder, "s3", "files.objects"))).toHaveLength(3);
  for (const resources of [before, after]) await resources.stop();
  client.destroy();
});
