import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  DeleteObjectTaggingCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  ListPartsCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { Delivery } from "../../../../lib/local/services/contract/service";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { s3 } from "../../../../lib/local/services/s3";
import { localCredentials } from "../../../support/access-keys";
import { temporaryFolder } from "../../../support/stack";
import { TestClock } from "../../support/clock";
import { testModel } from "../../support/model";
import { serviceContext, startService } from "../context";

const model = testModel({
  aws_s3_bucket: { Files: { bucket: "files" }, Kept: { bucket: "kept" }, Was: { bucket: "was" } },
  aws_s3_bucket_versioning: {
    Kept: { bucket: "kept", versioning_configuration: { status: "Enabled" } },
    Was: { bucket: "was", versioning_configuration: { status: "Suspended" } },
  },
  aws_s3_bucket_notification: {
    Files: {
      bucket: "files",
      queue: { queue_arn: "queue", events: ["s3:ObjectCreated:*", "s3:ObjectTagging:*"] },
    },
  },
});

let router: EndpointRouter;
let client: S3Client;
let clock: TestClock;
let delivered: Delivery[] = [];

beforeAll(async () => {
  clock = new TestClock();
  router = await EndpointRouter.start(() => {});
  const deliver = async (delivery: Delivery): Promise<void> => void delivered.push(delivery);
  await startService(router, "s3", s3, serviceContext({ model, clock, deliver }));
  client = new S3Client({ endpoint: router.url, region: "us-east-1", credentials: localCredentials });
});

afterAll(async () => {
  client.destroy();
  await router.close();
});

const mebibytes = (count: number, fill = "x") => Buffer.alloc(count * 1024 * 1024, fill);
const put = (Key: string, Body: string | Buffer = Key, more: object = {}, Bucket = "files") =>
  client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
const read = async (Key: string, more: object = {}, Bucket = "files") =>
  (await client.send(new GetObjectCommand({ Bucket, Key, ...more }))).Body?.transformToString();
const nameOf = (sent: Promise<unknown>) =>
  sent.then(
    () => "accepted",
    ({ name }: Error) => name,
  );

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html
describe("uploads in parts", () => {
  const start = async (Key: string, more: object = {}) => {
    const command = new CreateMultipartUploadCommand({ Bucket: "files", Key, ...more });
    const { UploadId } = await client.send(command);
    return { Bucket: "files", Key, UploadId };
  };
  type Started = Awaited<ReturnType<typeof start>>;
  const add = async (upload: Started, PartNumber: number, Body: string | Buffer) => {
    const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
    return { PartNumber, ETag };
  };
  const complete = (upload: Started, Parts: object[], more: object = {}) =>
    client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts }, ...more }));

  test("the upload manager of the SDK sends a large object, with its type, metadata and tags", async () => {
    delivered = [];
    const Body = Buffer.concat([mebibytes(5, "a"), mebibytes(5, "b"), Buffer.from("end")]);
    const params = {
      Bucket: "files",
      Key: "large",
      Body,
      ContentType: "text/plain",
      Metadata: { by: "ann" },
    };
    const upload = new Upload({ client, params, tags: [{ Key: "state", Value: "new" }] });
    const { ETag } = await upload.done();
    expect(ETag).toMatch(/^"[0-9a-f]{32}-3"$/);
    const head = await client.send(new HeadObjectCommand({ Bucket: "files", Key: "large" }));
    expect(head).toMatchObject({
      ContentLength: Body.length,
      ContentType: "text/plain",
      Metadata: { by: "ann" },
      ETag,
    });
    expect(await read("large", { Range: "bytes=-3" })).toBe("end");
    const names = delivered.map(({ body }) => JSON.parse(body).Records[0].eventName);
    expect(names.filter((name) => name.startsWith("ObjectCreated"))).toEqual([
      "ObjectCreated:CompleteMultipartUpload",
    ]);
  });

  test("parts are listed, copied and replaced; an upload that is aborted is gone", async () => {
    await put("source", "0123456789");
    const upload = await start("copied");
    await add(upload, 2, "old");
    const second = await add(upload, 2, "new");
    const copy = { CopySource: "files/source", CopySourceRange: "bytes=2-4", PartNumber: 1 };
    await client.send(new UploadPartCopyCommand({ ...upload, ...copy }));
    const { Parts } = await client.send(new ListPartsCommand(upload));
    expect(Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
      [1, 3],
      [2, 3],
    ]);
    expect(Parts?.[1]?.ETag).toBe(second.ETag);
    const listed = await client.send(new ListMultipartUploadsCommand({ Bucket: "files" }));
    expect(listed.Uploads?.map(({ Key }) => Key)).toEqual(["copied"]);
    await client.send(new AbortMultipartUploadCommand(upload));
    expect(await nameOf(client.send(new ListPartsCommand(upload)))).toBe("NoSuchUpload");
  });

  test("that is completed in a wrong way is refused, and continues", async () => {
    const upload = await start("refused");
    const first = await add(upload, 1, "small");
    const second = await add(upload, 2, "end");
    expect(await nameOf(complete(upload, [first, { PartNumber: 3, ETag: first.ETag }]))).toBe("InvalidPart");
    expect(await nameOf(complete(upload, [first, { ...second, ETag: first.ETag }]))).toBe("InvalidPart");
    expect(await nameOf(complete(upload, [second, first]))).toBe("InvalidPartOrder");
    expect(await nameOf(complete(upload, [first, second]))).toBe("EntityTooSmall");
    expect(await nameOf(complete(upload, []))).toBe("MalformedXML");
    expect(await nameOf(add(upload, 10_001, "x"))).toBe("InvalidArgument");
    await complete(upload, [second]);
    expect(await read("refused")).toBe("end");
    expect(await nameOf(client.send(new ListPartsCommand(upload)))).toBe("NoSuchUpload");
  });

  // https://github.com/ceph/s3-tests (test_multipart_upload_small), which is written against AWS
  test("a client that completes an upload again gets the same answer, and the object stays unchanged", async () => {
    const upload = await start("twice");
    const part = await add(upload, 1, "first");
    const { ETag } = await complete(upload, [part]);
    await put("twice", "second");
    expect(await complete(upload, [part])).toMatchObject({ ETag, Key: "twice" });
    expect(await read("twice")).toBe("second");
  });
});

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
describe("conditional writes", () => {
  test("replace an object that the client knows, and no other", async () => {
    const { ETag } = await put("conditional", "1");
    await put("conditional", "2", { IfMatch: ETag });
    expect(await nameOf(put("conditional", "3", { IfMatch: ETag }))).toBe("PreconditionFailed");
    expect(await nameOf(put("nothing", "3", { IfMatch: ETag }))).toBe("NoSuchKey");
    const remove = new DeleteObjectCommand({ Bucket: "files", Key: "conditional", IfMatch: ETag });
    expect(await nameOf(client.send(remove))).toBe("PreconditionFailed");
    const copy = { Bucket: "files", Key: "copy", CopySource: "files/conditional", CopySourceIfMatch: ETag };
    expect(await nameOf(client.send(new CopyObjectCommand(copy)))).toBe("PreconditionFailed");
    expect(await read("conditional")).toBe("2");
  });

  test("an object is not copied to itself without a change", async () => {
    await put("itself", "1");
    const copy = { Bucket: "files", Key: "itself", CopySource: "files/itself" };
    expect(await nameOf(client.send(new CopyObjectCommand(copy)))).toBe("InvalidRequest");
    const replace = { ...copy, MetadataDirective: "REPLACE", ContentType: "text/css" } as const;
    await client.send(new CopyObjectCommand(replace));
    expect((await client.send(new HeadObjectCommand(copy))).ContentType).toBe("text/css");
  });
});

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-tagging.html
describe("tags", () => {
  const at = { Bucket: "files", Key: "tagged" };
  const tags = async () => (await client.send(new GetObjectTaggingCommand(at))).TagSet;
  const tag = (TagSet: { Key: string; Value: string }[]) =>
    client.send(new PutObjectTaggingCommand({ ...at, Tagging: { TagSet } }));

  test("come with an upload, are changed and removed", async () => {
    delivered = [];
    await put("tagged", "x", { Tagging: "state=new&by=a%2Bb" });
    expect(await tags()).toEqual([
      { Key: "by", Value: "a+b" },
      { Key: "state", Value: "new" },
    ]);
    await tag([{ Key: "a:b", Value: "1" }]);
    expect(await tags()).toEqual([{ Key: "a:b", Value: "1" }]);
    expect((await client.send(new GetObjectCommand(at))).TagCount).toBe(1);
    await client.send(new DeleteObjectTaggingCommand(at));
    expect(await tags()).toEqual([]);
    const names = delivered.map(({ body }) => JSON.parse(body).Records[0].eventName);
    expect(names).toEqual(["ObjectCreated:Put", "ObjectTagging:Put", "ObjectTagging:Delete"]);
  });

  test.each([
    ["eleven of them", Array.from({ length: 11 }, (_, i) => ({ Key: `${i}`, Value: "" })), "BadRequest"],
    [
      "a repeated key",
      [
        { Key: "a", Value: "1" },
        { Key: "a", Value: "2" },
      ],
      "InvalidTag",
    ],
    ["an empty key", [{ Key: "", Value: "1" }], "InvalidTag"],
    ["a long value", [{ Key: "a", Value: "x".repeat(257) }], "InvalidTag"],
  ])("%s are refused", async (_, set, name) => {
    await put("tagged");
    expect(await nameOf(tag(set))).toBe(name);
  });
});

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/Versioning.html
describe("versions", () => {
  const versions = async (Prefix: string, Bucket = "kept") => {
    const listed = await client.send(new ListObjectVersionsCommand({ Bucket, Prefix }));
    return {
      versions: (listed.Versions ?? []).map(({ VersionId, IsLatest }) => [VersionId, IsLatest]),
      markers: (listed.DeleteMarkers ?? []).map(({ VersionId, IsLatest }) => [VersionId, IsLatest]),
    };
  };
  const remove = (Key: string, VersionId?: string, Bucket = "kept") =>
    client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));

  test("each write is kept, and read by its id", async () => {
    const first = await put("a", "1", {}, "kept");
    const second = await put("a", "2", {}, "kept");
    expect(await read("a", {}, "kept")).toBe("2");
    expect(await read("a", { VersionId: first.VersionId }, "kept")).toBe("1");
    expect((await versions("a")).versions).toEqual([
      [second.VersionId, true],
      [first.VersionId, false],
    ]);
    const copy = { Bucket: "kept", Key: "b", CopySource: `kept/a?versionId=${first.VersionId}` };
    expect((await client.send(new CopyObjectCommand(copy))).CopySourceVersionId).toBe(first.VersionId);
    expect(await read("b", {}, "kept")).toBe("1");
  });

  test("a delete marker hides an object until it is removed itself", async () => {
    const { VersionId } = await put("c", "1", {}, "kept");
    const marked = await remove("c");
    expect(marked.DeleteMarker).toBe(true);
    expect(await nameOf(read("c", {}, "kept"))).toBe("NoSuchKey");
    expect(await nameOf(read("c", { VersionId: marked.VersionId }, "kept"))).toBe("MethodNotAllowed");
    expect(await versions("c")).toEqual({
      versions: [[VersionId, false]],
      markers: [[marked.VersionId, true]],
    });
    await remove("c", marked.VersionId);
    expect(await read("c", {}, "kept")).toBe("1");
    const Objects = [{ Key: "c", VersionId }, { Key: "d" }];
    const { Deleted } = await client.send(new DeleteObjectsCommand({ Bucket: "kept", Delete: { Objects } }));
    expect(Deleted?.map(({ Key, DeleteMarker }) => [Key, DeleteMarker])).toEqual([
      ["c", undefined],
      ["d", true],
    ]);
    expect(await versions("c")).toEqual({ versions: [], markers: [] });
  });

  test("suspended versioning replaces the version null", async () => {
    await put("a", "1", {}, "was");
    await put("a", "2", {}, "was");
    expect((await versions("a", "was")).versions).toEqual([["null", true]]);
    await remove("a", undefined, "was");
    expect(await versions("a", "was")).toEqual({ versions: [], markers: [["null", true]] });
  });

  test.each([
    ["kept", "Enabled"],
    ["was", "Suspended"],
    ["files", undefined],
  ])("of %s: %s", async (Bucket, status) => {
    const { Status } = await client.send(new GetBucketVersioningCommand({ Bucket }));
    expect(Status).toBe(status);
  });
});

describe("listings", () => {
  test("have prefixes of any delimiter, in the order of bytes, page after page", async () => {
    for (const key of ["list/a--1", "list/a--2", "list/b", "list/é", "list/Z--1"]) await put(key);
    const asked = {
      Bucket: "files",
      Prefix: "list/",
      Delimiter: "--",
      MaxKeys: 2,
      EncodingType: "url",
    } as const;
    const first = await client.send(new ListObjectsV2Command(asked));
    expect(first.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(["list/Z--", "list/a--"]);
    const { Contents, StartAfter } = await client.send(
      new ListObjectsV2Command({ ...asked, ContinuationToken: first.NextContinuationToken }),
    );
    expect(Contents?.map(({ Key }) => Key)).toEqual(["list/b", "list/%C3%A9"]);
    expect(StartAfter).toBeUndefined();
    const old = await client.send(
      new ListObjectsCommand({ ...asked, EncodingType: undefined, Marker: "list/b" }),
    );
    expect([old.Marker, old.Delimiter, old.Contents?.map(({ Key }) => Key)]).toEqual([
      "list/b",
      "--",
      ["list/é"],
    ]);
  });
});

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-presigned-url.html
describe("presigned URLs", () => {
  const sign = (command: PutObjectCommand | GetObjectCommand, expiresIn = 60) =>
    getSignedUrl(client, command as never, { expiresIn, signingDate: new Date(clock.now()) });
  const codeOf = async (response: Response) => {
    const text = await response.text();
    return response.ok ? text : /<Code>(.*?)<\/Code>/.exec(text)?.[1];
  };

  test("upload and download until they expire", async () => {
    const at = { Bucket: "files", Key: "signed/a b+ü.txt" };
    const up = await sign(new PutObjectCommand({ ...at, Metadata: { by: "ann" } }));
    expect((await fetch(up, { method: "PUT", body: "hello" })).status).toBe(200);
    const down = await sign(new GetObjectCommand({ ...at, ResponseContentType: "text/css" }));
    const response = await fetch(down);
    expect([response.headers.get("content-type"), response.headers.get("x-amz-meta-by")]).toEqual([
      "text/css",
      "ann",
    ]);
    clock.advanceSeconds(61);
    expect(await codeOf(await fetch(down))).toBe("AccessDenied");
  });

  test.each<[string, (url: string) => string, RequestInit, string]>([
    ["another key", (url) => url.replace("/one", "/two"), {}, "SignatureDoesNotMatch"],
    ["another method", (url) => url, { method: "DELETE" }, "SignatureDoesNotMatch"],
    ["a longer life", (url) => url.replace("Expires=60", "Expires=600"), {}, "SignatureDoesNotMatch"],
    [
      "a life that is too long",
      (url) => url.replace("Expires=60", "Expires=700000"),
      {},
      "AuthorizationQueryParametersError",
    ],
    [
      "an old signature that has expired",
      (url) => `${url.split("?")[0]}?AWSAccessKeyId=x&Signature=y&Expires=1`,
      {},
      "AccessDenied",
    ],
  ])("are refused with %s", async (_, change, init, code) => {
    await put("one");
    const url = await sign(new GetObjectCommand({ Bucket: "files", Key: "one" }));
    expect(await codeOf(await fetch(change(url), init))).toBe(code);
  });
});

test("with a data folder, objects, versions and tags survive a restart of the server", async () => {
  const dataFolder = temporaryFolder();
  const started = async () => startService(router, "s3", s3, serviceContext({ model, clock, dataFolder }));
  const before = await started();
  const { VersionId } = await put("a", "1", { Tagging: "x=1", ContentType: "text/css" }, "kept");
  await put("a", "2", {}, "kept");
  await client.send(new DeleteObjectCommand({ Bucket: "kept", Key: "a" }));
  await before.resources.stop();
  await started();
  const at = { Bucket: "kept", Key: "a", VersionId };
  const { Body, TagCount, ContentType } = await client.send(new GetObjectCommand(at));
  expect([await Body?.transformToString(), TagCount, ContentType]).toEqual(["1", 1, "text/css"]);
  const { Versions, DeleteMarkers } = await client.send(new ListObjectVersionsCommand({ Bucket: "kept" }));
  expect([Versions?.length, DeleteMarkers?.[0]?.IsLatest]).toEqual([2, true]);
});

describe("Checksums", () => {
  test.each([
    ["of another content", { ChecksumSHA256: Buffer.alloc(32).toString("base64") }, "BadDigest"],
    ["by SHA-1", { ChecksumSHA1: Buffer.alloc(20).toString("base64") }, "BadDigest"],
    ["by CRC-32", { ChecksumCRC32: Buffer.alloc(4).toString("base64") }, "BadDigest"],
    ["of the wrong length", { ChecksumSHA256: "AAAA" }, "InvalidRequest"],
    ["by MD5", { ContentMD5: Buffer.alloc(16).toString("base64") }, "BadDigest"],
    ["by MD5, of the wrong length", { ContentMD5: "AAAA" }, "InvalidDigest"],
  ])("%s are refused", async (_, given, name) => {
    const put = new PutObjectCommand({ Bucket: "files", Key: "sum", Body: "a", ...given });
    await expect(client.send(put)).rejects.toMatchObject({ name });
  });

  test("are checked of parts, too", async () => {
    const at = { Bucket: "files", Key: "sum" };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(at));
    const ContentMD5 = Buffer.alloc(16).toString("base64");
    const part = new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: "a", ContentMD5 });
    await expect(client.send(part)).rejects.toMatchObject({ name: "BadDigest" });
  });

  test("in a presigned URL are those of no content, and do not count", async () => {
    const put = new PutObjectCommand({ Bucket: "files", Key: "sum", ChecksumCRC32: "AAAAAA==" });
    const url = await getSignedUrl(client, put, { signingDate: new Date(clock.now()) });
    expect(url).toContain("x-amz-checksum-crc32=");
    expect((await fetch(url, { method: "PUT", body: "content" })).status).toBe(200);
  });
});
