import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { s3 } from "../../../../lib/local/services/s3";
import { testModel } from "../../support/model";
import { serviceContext, startService } from "../context";

const Bucket = "files";
let router: EndpointRouter;
let client: S3Client;

beforeAll(async () => {
  router = await EndpointRouter.start(() => {});
  const model = testModel({
    aws_s3_bucket: { Files: { bucket: Bucket }, Lists: { bucket: "lists" } },
    aws_s3_bucket_ownership_controls: {
      Lists: { bucket: "lists", rule: [{ object_ownership: "BucketOwnerPreferred" }] },
    },
  });
  await startService(router, "s3", s3, serviceContext({ model }));
  client = new S3Client({
    endpoint: router.url,
    region: "us-east-1",
    forcePathStyle: true,
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
});
afterAll(async () => {
  client.destroy();
  await router.close();
});

const put = (Key: string, Body: string | Buffer, more: Partial<PutObjectCommandInput> = {}) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));

/** The digests of "hello", by other programs. */
const digests = {
  CRC32: "NhCmhg==",
  CRC32C: "mnG7TA==",
  SHA1: "qvTGHdzF6KLavt4PO0gs2a6pQ00=",
  SHA256: "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=",
} as const;

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html
describe("checksums of objects", () => {
  test.each(Object.entries(digests))("%s is checked, kept and returned on request", async (name, digest) => {
    const member = `Checksum${name}`;
    expect(await put(name, "hello", { [member]: digest })).toMatchObject({ [member]: digest });
    const asked = await client.send(new HeadObjectCommand({ Bucket, Key: name, ChecksumMode: "ENABLED" }));
    expect(asked).toMatchObject({ [member]: digest });
    expect(await client.send(new HeadObjectCommand({ Bucket, Key: name }))).not.toHaveProperty(member);
    const wrong = put(name, "other", { [member]: digest });
    await expect(wrong).rejects.toMatchObject({
      name: "BadDigest",
      message: `The ${name} you specified did not match the calculated checksum.`,
    });
  });

  test("the one of a stream comes after it", async () => {
    const { Readable } = await import("node:stream");
    const Body = Readable.from([Buffer.from("hel"), Buffer.from("lo")]);
    const sent = new PutObjectCommand({
      Bucket,
      Key: "stream",
      Body,
      ContentLength: 5,
      ChecksumAlgorithm: "SHA256",
    });
    expect(await client.send(sent)).toMatchObject({ ChecksumSHA256: digests.SHA256 });
  });

  test.each([
    ["XUFAKrxLKna5cZ2REBfFkg==", undefined],
    ["AAAAAAAAAAAAAAAAAAAAAA==", "BadDigest"],
    ["AAAA", "InvalidDigest"],
  ])("Content-MD5 %s: %s", async (ContentMD5, name) => {
    const sent = put("md5", "hello", { ContentMD5 });
    if (name === undefined) await expect(sent).resolves.toBeDefined();
    else await expect(sent).rejects.toMatchObject({ name });
  });

  // SDKs write the checksum of an empty content into the URL, and S3 ignores it.
  test("the one in a presigned URL is ignored", async () => {
    const command = new PutObjectCommand({ Bucket, Key: "signed" });
    const url = await getSignedUrl(client, command, { signingDate: new Date("2026-01-01T00:00:00Z") });
    expect(url).toContain("x-amz-checksum-crc32=AAAAAA");
    expect((await fetch(url, { method: "PUT", body: "hello" })).status).toBe(200);
  });
});

describe("an upload in parts", () => {
  const first = Buffer.alloc(5 * 1024 * 1024, 1);

  beforeAll(async () => {
    const Key = "big";
    const begun = await client.send(
      new CreateMultipartUploadCommand({ Bucket, Key, ChecksumAlgorithm: "CRC32" }),
    );
    const parts = await Promise.all(
      [first, "end"].map(async (Body, index) => {
        const part = { Bucket, Key, UploadId: begun.UploadId, PartNumber: index + 1 };
        const { ETag, ChecksumCRC32 } = await client.send(new UploadPartCommand({ ...part, Body }));
        return { ETag, ChecksumCRC32, PartNumber: index + 1 };
      }),
    );
    const command = { Bucket, Key, UploadId: begun.UploadId, MultipartUpload: { Parts: parts } };
    const done = await client.send(new CompleteMultipartUploadCommand(command));
    expect(done).toMatchObject({ ChecksumType: "COMPOSITE", ChecksumCRC32: "tu/Ixg==-2" });
  });

  test("is read part by part", async () => {
    const part = await client.send(new GetObjectCommand({ Bucket, Key: "big", PartNumber: 2 }));
    expect(await part.Body?.transformToString()).toBe("end");
    expect(part).toMatchObject({ PartsCount: 2, ContentRange: "bytes 5242880-5242882/5242883" });
    const missing = client.send(new GetObjectCommand({ Bucket, Key: "big", PartNumber: 3 }));
    await expect(missing).rejects.toMatchObject({ name: "InvalidPartNumber" });
  });

  test("has the requested attributes", async () => {
    const command = {
      Bucket,
      Key: "big",
      ObjectAttributes: ["ObjectSize", "ObjectParts", "Checksum"] as const,
    };
    const { ObjectSize, ObjectParts, Checksum, ETag } = await client.send(
      new GetObjectAttributesCommand({ ...command, ObjectAttributes: [...command.ObjectAttributes] }),
    );
    expect({ ObjectSize, ETag, parts: ObjectParts?.TotalPartsCount }).toEqual({
      ObjectSize: first.length + 3,
      ETag: undefined,
      parts: 2,
    });
    expect(Checksum).toEqual({ ChecksumCRC32: "tu/Ixg==", ChecksumType: "COMPOSITE" });
  });
});

describe("objects and lists", () => {
  test("the storage class and the encryption are those of the upload, also after a copy", async () => {
    await put("cold", "x", { StorageClass: "GLACIER_IR", ServerSideEncryption: "AES256" });
    const copy = { Bucket, Key: "warm", CopySource: `${Bucket}/cold`, StorageClass: "STANDARD_IA" as const };
    await client.send(new CopyObjectCommand(copy));
    const read = (Key: string) => client.send(new HeadObjectCommand({ Bucket, Key }));
    expect(await read("cold")).toMatchObject({ StorageClass: "GLACIER_IR", ServerSideEncryption: "AES256" });
    expect(await read("warm")).toMatchObject({ StorageClass: "STANDARD_IA" });
    const { Contents } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: "warm" }));
    expect(Contents).toMatchObject([{ StorageClass: "STANDARD_IA" }]);
  });

  test("the next key of the first version of the list is returned only with a delimiter", async () => {
    for (const Key of ["p/1", "p/2"]) await put(Key, "x");
    const list = (more: object) =>
      client.send(new ListObjectsCommand({ Bucket, Prefix: "p/", MaxKeys: 1, ...more }));
    expect(await list({})).toMatchObject({ IsTruncated: true });
    expect((await list({})).NextMarker).toBeUndefined();
    expect((await list({ Delimiter: "/" })).NextMarker).toBe("p/1");
    expect(await list({ MaxKeys: 0 })).toMatchObject({ IsTruncated: false });
  });

  test.each([
    [new ListObjectsV2Command({ Bucket, MaxKeys: -1 }), "InvalidArgument"],
    [new ListObjectsV2Command({ Bucket, ContinuationToken: "" }), "InvalidArgument"],
    [new ListObjectsV2Command({ Bucket, ContinuationToken: "a token" }), "InvalidArgument"],
    [new DeleteObjectsCommand({ Bucket, Delete: { Objects: [] } }), "MalformedXML"],
    [new CopyObjectCommand({ Bucket, Key: "a", CopySource: "other/a" }), "NoSuchBucket"],
  ])("%# is refused with %s", async (_command, name) => {
    await expect(client.send(_command as ListObjectsV2Command)).rejects.toMatchObject({ name });
  });

  test("access lists are refused, unless the bucket has them", async () => {
    const lists = { ACL: "public-read" } as const;
    const refused = { name: "AccessControlListNotSupported" };
    await expect(put("public", "x", lists)).rejects.toMatchObject(refused);
    const CopySource = `${Bucket}/public`;
    await put("public", "x", { ACL: "bucket-owner-full-control" });
    const copied = client.send(new CopyObjectCommand({ Bucket, Key: "copy", CopySource, ...lists }));
    await expect(copied).rejects.toMatchObject(refused);
    const begun = client.send(new CreateMultipartUploadCommand({ Bucket, Key: "big", ...lists }));
    await expect(begun).rejects.toMatchObject(refused);
    await client.send(new PutObjectCommand({ Bucket: "lists", Key: "public", Body: "x", ...lists }));
  });

  test("a version id that S3 has never issued is an invalid argument", async () => {
    await put("one", "x");
    const read = client.send(new GetObjectCommand({ Bucket, Key: "one", VersionId: "v2" }));
    await expect(read).rejects.toMatchObject({
      name: "InvalidArgument",
      message: "Invalid version id specified",
    });
  });

  test("a quiet deletion does not return the deleted objects", async () => {
    await put("gone", "x");
    const Delete = { Quiet: true, Objects: [{ Key: "gone" }] };
    const { Deleted, Errors } = await client.send(new DeleteObjectsCommand({ Bucket, Delete }));
    expect([Deleted, Errors]).toEqual([undefined, undefined]);
  });
});
