import {
  GetObjectCommand,
  GetObjectTaggingCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { AccessControl } from "../../../../lib/local/permissions/access-control";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { s3 } from "../../../../lib/local/services/s3";
import { accessKeys, localCredentials, sessionCredentials } from "../../../support/access-keys";
import { TestClock } from "../../support/clock";
import { testModel } from "../../support/model";
import { serviceContext, startService } from "../context";

const roleArn = "arn:aws:iam::123456789012:role/reader";
const [Bucket, other] = ["files", "not-in-the-app"];
const keyArn = "arn:aws:kms:us-east-1:123456789012:key/1";

const allow = (Action: string | readonly string[], Condition: object) => ({
  Effect: "Allow",
  Principal: "*",
  Action,
  Resource: `arn:aws:s3:::${Bucket}/*`,
  Condition,
});

const deny = (Condition: object) => ({ ...allow("s3:PutObject", Condition), Effect: "Deny" });

let router: EndpointRouter;
let role: S3Client;
let developer: S3Client;

/** Starts a bucket with a policy, and a client of a role that has no policy of its own. */
async function start(...Statement: readonly object[]): Promise<void> {
  const model = testModel({
    aws_s3_bucket: { Files: { bucket: Bucket } },
    aws_s3_bucket_policy: {
      Files: { bucket: Bucket, policy: JSON.stringify({ Version: "2012-10-17", Statement }) },
    },
    aws_iam_role: { Reader: { name: "reader", arn: roleArn, assume_role_policy: "{}" } },
  });
  router = await EndpointRouter.start(() => {});
  const clock = new TestClock();
  router.decideBy(new AccessControl({ accessKeys, mode: "enforce", model, clock, report: () => {} }));
  await startService(router, "s3", s3, serviceContext({ model, clock }));
  const clientOf = (credentials: object) =>
    new S3Client({ ...credentials, endpoint: router.url, region: "us-east-1", forcePathStyle: true });
  role = clientOf({ credentials: sessionCredentials({ roleArn, sessionName: "reader" }) });
  developer = clientOf({ credentials: localCredentials });
}

afterEach(async () => {
  role.destroy();
  developer.destroy();
  await router.close();
});

const put = (client: S3Client, Key: string, more: object = {}) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body: "x", ...more }));
const refused = { name: "AccessDenied" };

// Facts: https://github.com/ceph/s3-tests (test_bucket_policy_*), and
// https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazons3.html
describe("policies of buckets", () => {
  test("know the tags of an object", async () => {
    await start(
      allow(["s3:GetObject", "s3:GetObjectTagging"], {
        StringEquals: { "s3:ExistingObjectTag/security": "public" },
      }),
    );
    await put(developer, "public", { Tagging: "security=public" });
    await put(developer, "private", { Tagging: "security=private" });
    await expect(role.send(new GetObjectCommand({ Bucket, Key: "public" }))).resolves.toBeDefined();
    await expect(role.send(new GetObjectTaggingCommand({ Bucket, Key: "public" }))).resolves.toBeDefined();
    await expect(role.send(new GetObjectCommand({ Bucket, Key: "private" }))).rejects.toMatchObject(refused);
  });

  test("know the tags that an upload gives", async () => {
    await start(
      allow(["s3:PutObject", "s3:PutObjectTagging"], {
        StringEquals: { "s3:RequestObjectTag/security": "public" },
        "ForAllValues:StringEquals": { "s3:RequestObjectTagKeys": ["security", "owner"] },
      }),
    );
    await expect(put(role, "a", { Tagging: "security=public" })).resolves.toBeDefined();
    await expect(put(role, "b", { Tagging: "security=public&colour=red" })).rejects.toMatchObject(refused);
    await expect(put(role, "c")).rejects.toMatchObject(refused);
  });

  test("know the tags that a request gives an object", async () => {
    await start(allow("s3:PutObjectTagging", { StringEquals: { "s3:RequestObjectTag/security": "public" } }));
    await put(developer, "a");
    const tag = (Value: string) =>
      role.send(
        new PutObjectTaggingCommand({ Bucket, Key: "a", Tagging: { TagSet: [{ Key: "security", Value }] } }),
      );
    await expect(tag("public")).resolves.toBeDefined();
    await expect(tag("private")).rejects.toMatchObject(refused);
  });

  test("know the key that encrypts an upload", async () => {
    await start(
      allow("s3:PutObject", {}),
      deny({ StringNotEquals: { "s3:x-amz-server-side-encryption-aws-kms-key-id": keyArn } }),
    );
    const encryption = { ServerSideEncryption: "aws:kms" };
    await expect(put(role, "a", { ...encryption, SSEKMSKeyId: keyArn })).resolves.toBeDefined();
    await expect(put(role, "b", encryption)).rejects.toMatchObject(refused);
  });
});

describe("a bucket that is not in the app", () => {
  test("is missing for every caller, regardless of permissions", async () => {
    await start();
    await expect(role.send(new GetObjectCommand({ Bucket: other, Key: "a" }))).rejects.toMatchObject({
      name: "NoSuchBucket",
    });
    await expect(fetch(`${router.url}/${other}/a`)).resolves.toMatchObject({ status: 404 });
    await expect(fetch(`${router.url}/${Bucket}/a`)).resolves.toMatchObject({ status: 403 });
  });
});

describe("a form", () => {
  test("with an access key of another machine is refused", async () => {
    await start(allow("s3:PutObject", {}));
    const send = (fields: Readonly<Record<string, string>>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set("file", "x");
      return fetch(`${router.url}/${Bucket}`, { method: "POST", body: form });
    };
    const answer = await send({ key: "a", AWSAccessKeyId: "AKIAOTHER", signature: "x" });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("<Code>InvalidAccessKeyId</Code>");
    await expect(send({ key: "a" })).resolves.toMatchObject({ status: 204 });
  });
});
