import {
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { s3 } from "../../../../lib/local/services/s3";
import { call } from "../../support/call";
import { TestClock } from "../../support/clock";
import { testModel } from "../../support/model";
import { serviceContext, startService } from "../context";

const changed = Date.UTC(2026, 0, 1, 0, 0, 0, 500);
const model = testModel({ aws_s3_bucket: { Files: { bucket: "files" }, Another: { bucket: "another" } } });
const etag = '"5d41402abc4b2a76b9719d911017c592"';
const secondsLater = (seconds: number) => new Date(changed + 1000 * seconds);

let router: EndpointRouter;
let client: S3Client;
const reported: unknown[] = [];

beforeAll(async () => {
  router = await EndpointRouter.start((event) => reported.push(event));
  await startService(router, "s3", s3, serviceContext({ model, clock: new TestClock(changed) }));
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  client = new S3Client({ endpoint: router.url, region: "us-east-1", credentials });
  await client.send(new PutObjectCommand({ Bucket: "files", Key: "a", Body: "hello" }));
});

afterAll(async () => {
  client.destroy();
  await router.close();
});

// https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
describe.each([
  ["GetObject", GetObjectCommand],
  ["HeadObject", HeadObjectCommand],
])("%s", (_, Command) => {
  const read = (conditions: object) =>
    client.send(new Command({ Bucket: "files", Key: "a", ...conditions }) as GetObjectCommand).then(
      ({ $metadata }) => $metadata.httpStatusCode,
      (error: { readonly $metadata: { readonly httpStatusCode?: number } }) => error.$metadata.httpStatusCode,
    );

  test.each([
    [{ IfNoneMatch: etag }, 304],
    [{ IfNoneMatch: "*" }, 304],
    [{ IfNoneMatch: '"other"' }, 200],
    [{ IfModifiedSince: secondsLater(0) }, 304],
    [{ IfModifiedSince: secondsLater(-1) }, 200],
    [{ IfNoneMatch: '"other"', IfModifiedSince: secondsLater(1) }, 200],
    [{ IfMatch: etag }, 200],
    [{ IfMatch: '"other"' }, 412],
    [{ IfUnmodifiedSince: secondsLater(0) }, 200],
    [{ IfUnmodifiedSince: secondsLater(-1) }, 412],
    [{ IfMatch: etag, IfUnmodifiedSince: secondsLater(-1) }, 200],
  ])("with %j answers %i", async (conditions, status) => {
    expect(await read(conditions)).toBe(status);
  });
});

test.each(["//files/a", "///"])("the path %s names no bucket", async (path) => {
  const authorization =
    "AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0";
  const headers = { authorization, "x-amz-date": "20260101T000000Z" };
  const { status } = await call(router.url, path, { headers });
  expect(status).toBe(501);
});

test("the buckets of the app are listed", async () => {
  const { Buckets } = await client.send(new ListBucketsCommand({}));
  expect(Buckets?.map(({ Name }) => Name)).toEqual(["another", "files"]);
});

test("a bucket that is not in the app has AWS's words for the client, and the log says what to do", async () => {
  reported.length = 0;
  await expect(
    client.send(new GetObjectCommand({ Bucket: "of-another-app", Key: "a" })),
  ).rejects.toMatchObject({
    name: "NoSuchBucket",
    message: "The specified bucket does not exist",
    BucketName: "of-another-app",
  });
  expect(JSON.stringify(reported)).toContain("so serverform local does not have it. Create it in the app");
});
