import { Readable } from "node:stream";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import type { Delivery } from "../../../../lib/local/services/contract/service";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { s3 } from "../../../../lib/local/services/s3";
import { testModel } from "../../support/model";
import { serviceContext, startService } from "../context";

const fn = "arn:aws:lambda:us-east-1:123456789012:function:receipts";
const queue = "arn:aws:sqs:us-east-1:123456789012:removed";
const model = testModel({
  aws_s3_bucket: { Files: { bucket: "files" }, Other: { bucket: "other" }, Bridged: { bucket: "bridged" } },
  aws_s3_bucket_notification: {
    Files: {
      bucket: "files",
      lambda_function: [
        {
          id: "receipts",
          lambda_function_arn: fn,
          events: ["s3:ObjectCreated:*"],
          filter_prefix: "receipts/",
          filter_suffix: ".txt",
        },
      ],
      queue: { id: "removed", queue_arn: queue, events: ["s3:ObjectRemoved:Delete"] },
    },
    Bridged: { bucket: "bridged", eventbridge: true },
  },
});

let router: EndpointRouter;
let client: S3Client;
let delivered: Delivery[];

beforeEach(async () => {
  delivered = [];
  const deliver = async (delivery: Delivery): Promise<void> => void delivered.push(delivery);
  router = await EndpointRouter.start(() => {});
  await startService(router, "s3", s3, serviceContext({ model, deliver }));
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  client = new S3Client({ endpoint: router.url, region: "us-east-1", credentials });
});

afterEach(async () => {
  client.destroy();
  await router.close();
});

const Bucket = "files";
const put = (Key: string, Body: string | Buffer = Key, more: object = {}) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
const get = async (Key: string, more: object = {}) => {
  const answer = await client.send(new GetObjectCommand({ Bucket, Key, ...more }));
  return { ...answer, text: await answer.Body?.transformToString() };
};
const list = (more: object = {}) => client.send(new ListObjectsV2Command({ Bucket, ...more }));

// https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html
describe("buckets, through the AWS SDK", () => {
  test("an object comes back with its type and metadata", async () => {
    await put("a b/ü.txt", "hello", { ContentType: "text/plain", Metadata: { by: "ann" } });
    expect(await get("a b/ü.txt")).toMatchObject({
      text: "hello",
      ContentType: "text/plain",
      Metadata: { by: "ann" },
      ETag: '"5d41402abc4b2a76b9719d911017c592"',
      ContentLength: 5,
    });
  });

  test("a stream is sent in chunks and kept without them", async () => {
    const Body = Readable.from([Buffer.from("hello "), Buffer.from("world")]);
    await client.send(new PutObjectCommand({ Bucket, Key: "a", Body, ContentLength: 11 }));
    expect((await get("a")).text).toBe("hello world");
  });

  test.each([
    ["bytes=0-4", "hello"],
    ["bytes=6-", "world"],
    ["bytes=-3", "rld"],
  ])("the part %s", async (Range, text) => {
    await put("a", "hello world");
    expect(await get("a", { Range })).toMatchObject({ text });
  });

  test("a copy has the content and type of the original", async () => {
    await put("a", "hello", { ContentType: "text/plain" });
    await client.send(new CopyObjectCommand({ Bucket, Key: "b", CopySource: "files/a" }));
    expect(await get("b")).toMatchObject({ text: "hello", ContentType: "text/plain" });
  });

  test("deleted objects are gone, alone or several at once", async () => {
    for (const key of ["a", "b&<c>", "d"]) await put(key);
    await client.send(new DeleteObjectCommand({ Bucket, Key: "a" }));
    await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: "b&<c>" }, { Key: "d" }] } }),
    );
    expect((await list()).KeyCount).toBe(0);
  });

  test("a list has prefixes, pages and an order", async () => {
    for (const key of ["b", "a/2", "a/1", "c"]) await put(key);
    expect((await list({ Prefix: "a/" })).Contents?.map(({ Key }) => Key)).toEqual(["a/1", "a/2"]);
    const first = await list({ Delimiter: "/", MaxKeys: 2 });
    expect(first).toMatchObject({
      IsTruncated: true,
      CommonPrefixes: [{ Prefix: "a/" }],
      Contents: [{ Key: "b" }],
    });
    const second = await list({ Delimiter: "/", ContinuationToken: first.NextContinuationToken });
    expect(second.Contents?.map(({ Key }) => Key)).toEqual(["c"]);
  });

  test.each([
    ["a missing object", () => get("x"), "NoSuchKey"],
    ["a head of nothing", () => client.send(new HeadObjectCommand({ Bucket, Key: "x" })), "NotFound"],
    [
      "a missing bucket",
      () => client.send(new GetObjectCommand({ Bucket: "nobody", Key: "x" })),
      "NoSuchBucket",
    ],
    [
      "an operation that is not emulated",
      () => client.send(new GetObjectAclCommand({ Bucket, Key: "x" })),
      "NotImplemented",
    ],
  ])("%s is refused", async (_name, request, name) => {
    await expect(request()).rejects.toMatchObject({ name });
  });

  test("a conditional creation is refused when the object exists", async () => {
    await put("a");
    await expect(put("a", "b", { IfNoneMatch: "*" })).rejects.toMatchObject({ name: "PreconditionFailed" });
  });
});

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html
describe("a bucket's notifications", () => {
  test("a function gets a record as S3 writes it", async () => {
    await put("receipts/a b.txt", "hello");
    expect(delivered).toMatchObject([{ targetArn: fn, source: "bucket files" }]);
    expect(JSON.parse(delivered[0]?.body ?? "")).toEqual({
      Records: [
        {
          eventVersion: "2.1",
          eventSource: "aws:s3",
          awsRegion: "us-east-1",
          eventTime: "2026-01-01T00:00:00.000Z",
          eventName: "ObjectCreated:Put",
          userIdentity: { principalId: expect.stringMatching(/^AWS:AIDA[A-Z0-9]+$/) },
          requestParameters: { sourceIPAddress: "127.0.0.1" },
          responseElements: {
            "x-amz-request-id": expect.stringMatching(/^[0-9A-F]{16}$/),
            "x-amz-id-2": expect.stringMatching(/^[A-Za-z0-9+/=]{20,}$/),
          },
          s3: {
            s3SchemaVersion: "1.0",
            configurationId: "receipts",
            bucket: {
              name: "files",
              ownerIdentity: { principalId: expect.stringMatching(/^A[A-Z0-9]{13}$/) },
              arn: "arn:aws:s3:::files",
            },
            object: {
              key: "receipts/a+b.txt",
              size: 5,
              eTag: "5d41402abc4b2a76b9719d911017c592",
              sequencer: "0000000000000001",
            },
          },
        },
      ],
    });
  });

  test("only for objects that match its filters", async () => {
    for (const key of ["receipts/a.pdf", "a.txt"]) await put(key);
    await client.send(new PutObjectCommand({ Bucket: "other", Key: "receipts/a.txt", Body: "x" }));
    await put("receipts/a.txt");
    expect(delivered.map(({ targetArn }) => targetArn)).toEqual([fn]);
  });

  test("a removed object causes one message to the queue", async () => {
    await put("a");
    for (const Key of ["a", "a"]) await client.send(new DeleteObjectCommand({ Bucket, Key }));
    expect(delivered.map(({ targetArn }) => targetArn)).toEqual([queue]);
  });
});

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html
test("a bucket with EventBridge sends its changes to the default bus", async () => {
  await client.send(new PutObjectCommand({ Bucket: "bridged", Key: "a b.txt", Body: "hello" }));
  await client.send(new DeleteObjectCommand({ Bucket: "bridged", Key: "a b.txt" }));
  expect(delivered.map(({ targetArn }) => targetArn)).toEqual(
    Array(2).fill("arn:aws:events:us-east-1:123456789012:event-bus/default"),
  );
  expect(delivered.map(({ body }) => JSON.parse(body))).toMatchObject([
    {
      source: "aws.s3",
      "detail-type": "Object Created",
      resources: ["arn:aws:s3:::bridged"],
      detail: {
        bucket: { name: "bridged" },
        object: { key: "a b.txt", size: 5, etag: "5d41402abc4b2a76b9719d911017c592" },
        reason: "PutObject",
      },
    },
    {
      "detail-type": "Object Deleted",
      detail: { object: { key: "a b.txt" }, reason: "DeleteObject", "deletion-type": "Permanently Deleted" },
    },
  ]);
});
