import { KmsKey } from "@cdktf/provider-aws/lib/kms-key";
import { S3BucketServerSideEncryptionConfigurationA } from "@cdktf/provider-aws/lib/s3-bucket-server-side-encryption-configuration";
import { Bucket } from "../../../lib/constructs/bucket";
import { Stack } from "../../../lib/kit/app";
import { Function, type FunctionProps } from "../../../lib/kit/function";
import { inlineStatements, testStack } from "../../support/stack";

const handler = "functions/notes.get";

/** The separate resource with which S3 sets the encryption of a bucket today. */
function encrypt(stack: Stack, bucket: string, kmsMasterKeyId?: string) {
  const sseAlgorithm = kmsMasterKeyId === undefined ? "AES256" : "aws:kms";
  new S3BucketServerSideEncryptionConfigurationA(stack, "Encryption", {
    bucket,
    rule: [{ applyServerSideEncryptionByDefault: { sseAlgorithm, kmsMasterKeyId } }],
  });
}

const keyStatements = (stack: Stack) =>
  inlineStatements(stack).filter(({ Action }) => JSON.stringify(Action).includes("kms:"));

describe("a function that may use a bucket whose encryption is a separate resource", () => {
  test.each<[string, (bucket: Bucket) => FunctionProps, unknown]>([
    ["bind", (bucket) => ({ bind: [bucket] }), ["kms:Decrypt", "kms:GenerateDataKey*"]],
    ["reading", (bucket) => ({ permissions: [[bucket, "grantRead"]] }), "kms:Decrypt"],
    ["the provider's bucket", ({ cdk }) => ({ permissions: [[cdk.bucket, "grantRead"]] }), "kms:Decrypt"],
  ])("may use its key (%s), also when that is declared last", (_, props, Action) => {
    const stack = testStack();
    const bucket = new Bucket(stack, "Files");
    new Function(stack, "Get", { handler, ...props(bucket) });
    encrypt(stack, bucket.bucketName, new KmsKey(stack, "Key").arn);
    expect(keyStatements(stack)).toEqual([{ Effect: "Allow", Action, Resource: "${aws_kms_key.Key.arn}" }]);
  });
  test("may use the key of a bucket of another stack", () => {
    const stack = testStack();
    const files = new Stack(stack.app, "Files");
    const bucket = new Bucket(files, "Files");
    encrypt(files, bucket.bucketName, new KmsKey(files, "Key").keyId);
    new Function(stack, "Get", { handler, bind: [bucket] });
    expect(keyStatements(stack)).toMatchObject([{ Resource: expect.stringMatching(/aws_kms_keyKeyarn\}$/) }]);
  });
  test("may use the key of a bucket that is named by a literal", () => {
    const stack = testStack();
    new Function(stack, "Get", { handler, bind: [new Bucket(stack, "Files", { name: "my-files" })] });
    encrypt(stack, "my-files", new KmsKey(stack, "Key").arn);
    expect(keyStatements(stack)).toHaveLength(1);
  });
  test.each<[string, (bucket: Bucket, stack: Stack) => void]>([
    ["the bucket is encrypted without a key", ({ bucketName }, stack) => encrypt(stack, bucketName)],
    [
      "the key is AWS's own",
      ({ bucketName }, stack) =>
        encrypt(stack, bucketName, "arn:aws:kms:us-east-1:111122223333:alias/aws/s3"),
    ],
    [
      "another bucket has the key",
      (_, stack) => encrypt(stack, new Bucket(stack, "Other").bucketName, new KmsKey(stack, "Key").arn),
    ],
  ])("may use no key when %s", (_, add) => {
    const stack = testStack();
    const bucket = new Bucket(stack, "Files");
    new Function(stack, "Get", { handler, bind: [bucket] });
    add(bucket, stack);
    expect(keyStatements(stack)).toEqual([]);
  });
});
