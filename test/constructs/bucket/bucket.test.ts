import { DataAwsS3Bucket } from "@cdktf/provider-aws/lib/data-aws-s3-bucket";
import { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { Bucket, type BucketProps } from "../../../lib/constructs/bucket";
import { RestV1Api } from "../../../lib/constructs/rest-v1-api";
import { Stack } from "../../../lib/kit/app";
import { listedTypes, typesOf } from "../../docs/resources-table";
import { checkOutput } from "../../support/reference-check";
import { addresses, only, resources, testApp, testStack } from "../../support/stack";
import { bucket, fn } from "./support";

describe("Bucket", () => {
  test("makes a bucket, its policy and a block of public access", () => {
    expect(addresses(bucket().stack)).toMatchInlineSnapshot(`
      [
        "aws_s3_bucket.My_Files_Bucket_802AC94E",
        "aws_s3_bucket_policy.My_Files_Policy_BF0A0816",
        "aws_s3_bucket_public_access_block.My_Files_PublicAccess_B5EB32D3",
      ]
    `);
  });
  test("with everything makes these", () => {
    const { stack } = bucket({ cors: true, notifications: { resize: fn } });
    expect(addresses(stack)).toMatchInlineSnapshot(`
      [
        "aws_cloudwatch_log_group.My_Files_Notification_My_Files_resize_LogGroup_F3A114A1",
        "aws_iam_role.My_Files_Notification_My_Files_resize_Role_D926B000",
        "aws_iam_role_policy.My_Files_Notification_My_Files_resize_Policies_Base_38DAC7A2",
        "aws_lambda_function.My_Files_Notification_My_Files_resize_Function_88EF7A1F",
        "aws_lambda_permission.My_Files_Permission_resize_D1DE87FA",
        "aws_s3_bucket.My_Files_Bucket_802AC94E",
        "aws_s3_bucket_cors_configuration.My_Files_Cors_E283E65B",
        "aws_s3_bucket_notification.My_Files_Notification_D9426878",
        "aws_s3_bucket_policy.My_Files_Policy_BF0A0816",
        "aws_s3_bucket_public_access_block.My_Files_PublicAccess_B5EB32D3",
        "data.archive_file._code_functions-notes-ab2188ae_4E136915",
      ]
    `);
  });
  test("creates the documented resources", () => {
    const { stack } = bucket({ cors: true, notifications: { resize: fn } });
    expect([...typesOf(addresses(stack))].sort()).toEqual(
      [...listedTypes("lib/constructs/bucket/README.md")].sort(),
    );
  });
  test.each([
    ["My_Files", "dev-notes-my-files-"],
    ["F".repeat(40), `dev-notes-${"f".repeat(26)}-`],
  ])("without a name AWS completes one: %s", (id, prefix) => {
    expect(only(bucket({}, id).stack, "aws_s3_bucket")).toEqual({
      bucket_prefix: prefix,
    });
  });
  test("has the name that is given", () => {
    expect(only(bucket({ name: "my-files" }).stack, "aws_s3_bucket")).toEqual({
      bucket: "my-files",
    });
  });
  test("cdk.bucket is laid over it", () => {
    const { stack } = bucket({
      cdk: { bucket: { bucket: "my-files", versioning: { enabled: true } } },
    });
    expect(only(stack, "aws_s3_bucket")).toEqual({
      bucket: "my-files",
      versioning: { enabled: true },
    });
  });
  test("blocks public access", () => {
    expect(only(bucket().stack, "aws_s3_bucket_public_access_block")).toEqual({
      bucket: expect.stringContaining("aws_s3_bucket.My_Files"),
      block_public_acls: true,
      block_public_policy: true,
      ignore_public_acls: true,
      restrict_public_buckets: true,
    });
  });
  test("cdk.publicAccessBlock is laid over the block", () => {
    const { stack } = bucket({
      cdk: { publicAccessBlock: { blockPublicPolicy: false } },
    });
    expect(only(stack, "aws_s3_bucket_public_access_block")).toMatchObject({
      block_public_policy: false,
      block_public_acls: true,
    });
  });
  test("cdk.publicAccessBlock: false switches the four settings off, as S3 blocks without them", () => {
    const { stack } = bucket({ cdk: { publicAccessBlock: false } });
    expect(only(stack, "aws_s3_bucket_public_access_block")).toMatchObject({
      block_public_acls: false,
      block_public_policy: false,
      ignore_public_acls: false,
      restrict_public_buckets: false,
    });
    expect(only(stack, "aws_s3_bucket_policy").depends_on).toHaveLength(1);
  });
  test("refuses requests without TLS, once public access is blocked", () => {
    const { policy, depends_on } = only(bucket().stack, "aws_s3_bucket_policy");
    expect(JSON.parse(String(policy)).Statement).toEqual([
      {
        Sid: "TlsOnly",
        Effect: "Deny",
        Principal: "*",
        Action: "s3:*",
        Resource: [expect.stringMatching(/\.arn\}$/), expect.stringMatching(/\.arn\}\/\*$/)],
        Condition: { Bool: { "aws:SecureTransport": "false" } },
      },
    ]);
    expect(depends_on).toEqual([expect.stringContaining("aws_s3_bucket_public_access_block.")]);
  });
  test("addToResourcePolicy adds to the one policy", () => {
    const { stack, bucket: made } = bucket();
    made.addToResourcePolicy({
      Sid: "Read",
      Effect: "Allow",
      Principal: { AWS: "arn:aws:iam::111122223333:root" },
      Action: "s3:GetObject",
      Resource: `${made.bucketArn}/*`,
    });
    expect(JSON.parse(String(only(stack, "aws_s3_bucket_policy").policy)).Statement).toHaveLength(2);
  });
  test("addToResourcePolicy refuses a Sid that exists already", () => {
    const { bucket: made } = bucket();
    const statement = {
      Sid: "TlsOnly",
      Effect: "Deny",
      Principal: "*",
      Action: "s3:GetObject",
      Resource: "*",
    } as const;
    expect(() => made.addToResourcePolicy(statement)).toThrow(
      /addToResourcePolicy\[0\] has the Sid "TlsOnly"/,
    );
  });
  test("metadata names the notifications", () => {
    const { bucket: made } = bucket({ notifications: { resize: fn } });
    expect(made.getConstructMetadata()).toEqual({
      type: "Bucket",
      data: {
        name: made.bucketName,
        notifications: [
          {
            node: made.notificationFunctions[0]?.node.addr,
            stack: "dev-notes-Main",
          },
        ],
        notificationNames: ["resize"],
      },
    });
  });
  test("may hold the trust store of a REST API", () => {
    const app = testApp();
    const stack = new Stack(app, "Main");
    const truststore = new Bucket(stack, "Trust", {
      cdk: { bucket: { versioning: { enabled: true } } },
    });
    new RestV1Api(stack, "Api", {
      routes: { "GET /": fn },
      customDomain: {
        domainName: "api.example.com",
        endpointType: "regional",
        hostedZone: "example.com",
        mtls: { bucket: truststore, key: "ca.pem" },
      },
    });
    expect(only(stack, "aws_api_gateway_domain_name").mutual_tls_authentication).toMatchObject({
      truststore_uri: expect.stringContaining("aws_s3_bucket.Trust"),
    });
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
  });
});

describe("Bucket removal", () => {
  const removed = (props: Parameters<typeof testStack>[0], given: BucketProps = {}) => {
    const stack = testStack(props);
    new Bucket(stack, "Files", { name: "my-files", ...given });
    return only(stack, "aws_s3_bucket");
  };
  test("without a policy nothing is written", () => {
    expect(removed({})).toEqual({ bucket: "my-files" });
  });
  test("destroy takes the objects with it", () => {
    expect(removed({ defaultRemovalPolicy: "destroy" }).force_destroy).toBe(true);
  });
  test.each(["retain", "snapshot"] as const)("%s makes a destroy fail", (defaultRemovalPolicy) => {
    expect(removed({ defaultRemovalPolicy }).lifecycle).toEqual({
      prevent_destroy: true,
    });
  });
  test("the caller's setting wins", () => {
    const given = {
      cdk: {
        bucket: { forceDestroy: false, lifecycle: { preventDestroy: false } },
      },
    };
    expect(removed({ defaultRemovalPolicy: "destroy" }, given).force_destroy).toBe(false);
    expect(removed({ defaultRemovalPolicy: "retain" }, given).lifecycle).toEqual({ prevent_destroy: false });
  });
});

describe("an imported bucket", () => {
  test.each(["resource", "data source"])("accepts an existing one as a %s", (kind) => {
    const stack = testStack();
    const given =
      kind === "resource"
        ? new S3Bucket(stack, "Raw", { bucket: "raw" })
        : new DataAwsS3Bucket(stack, "Raw", { bucket: "raw" });
    const made = new Bucket(stack, "Files", {
      cdk: { bucket: given },
      notifications: { resize: fn },
    });
    expect(made.cdk.bucket).toBe(given);
    expect(resources(stack, "aws_s3_bucket_policy")).toEqual({});
    expect(resources(stack, "aws_s3_bucket_public_access_block")).toEqual({});
    expect(only(stack, "aws_s3_bucket_notification").bucket).toMatch(/aws_s3_bucket\.Raw\.bucket/);
  });
  test("loses its other notifications, with a notice", () => {
    const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
    const app = testApp();
    const stack = new Stack(app, "Main");
    const given = new DataAwsS3Bucket(stack, "Raw", { bucket: "raw" });
    new Bucket(stack, "Files", {
      cdk: { bucket: given },
      notifications: { resize: fn },
    });
    app.synth();
    const said = write.mock.calls.join();
    write.mockRestore();
    expect(said).toContain("replace all existing notifications");
  });
  test.each([
    [{ name: "a-b-c" }, /name is given for an imported bucket/],
    [{ cors: true }, /cors is given for an imported bucket/],
    [
      { cdk: { publicAccessBlock: false as const } },
      /cdk\.publicAccessBlock is given for an imported bucket/,
    ],
  ])("does not take %p", (props, message) => {
    const stack = testStack();
    const given = new S3Bucket(stack, "Raw", { bucket: "raw" });
    const { cdk, ...rest } = { cdk: {}, ...props };
    expect(() => new Bucket(stack, "Files", { ...rest, cdk: { ...cdk, bucket: given } })).toThrow(message);
  });
  test("has its own policy, which addToResourcePolicy cannot change", () => {
    const stack = testStack();
    const made = new Bucket(stack, "Files", {
      cdk: { bucket: new S3Bucket(stack, "Raw") },
    });
    expect(() => made.addToResourcePolicy()).toThrow(/imported-bucket/);
  });
  test("of another type is refused", () => {
    const stack = testStack();
    const given = new SnsTopic(stack, "Raw") as never;
    expect(() => new Bucket(stack, "B", { cdk: { bucket: given } })).toThrow(
      /cdk\.bucket is an object of type aws_sns_topic/,
    );
  });
});

describe("Bucket refuses", () => {
  test.each([
    [{ notification: {} }, /the key "notification"[\s\S]*Did you mean "notifications"/],
    [{ defaults: { fn: {} } }, /defaults has the key "fn"/],
    [{ cdk: { s3Bucket: {} } }, /cdk has the key "s3Bucket"/],
    [{ cdk: { bucket: { bucketname: "a" } } }, /cdk\.bucket has the key "bucketname"/],
    [{ cdk: { bucket: { policy: "{}" } } }, /"policy"[\s\S]*addToResourcePolicy/],
    [{ cdk: { bucket: { corsRule: [] } } }, /"corsRule"[\s\S]*prop cors/],
    [{ cdk: { publicAccessBlock: { bucket: "a" } } }, /cdk\.publicAccessBlock has the key "bucket"/],
    [
      { name: "a-b-c", cdk: { bucket: { bucket: "d-e-f" } } },
      /name is given together with cdk\.bucket\.bucket/,
    ],
    [
      { name: "a-b-c", cdk: { bucket: { bucketPrefix: "d" } } },
      /name is given together with cdk\.bucket\.bucketPrefix/,
    ],
    [{ name: "My_Files" }, /name is "My_Files"/],
    [{ name: "ab" }, /name is "ab"/],
    [{ name: "a..b" }, /name is "a\.\.b"/],
    [{ name: "a".repeat(64) }, /name is "aaa/],
    [{ cdk: { bucket: { bucket: "A" } } }, /cdk\.bucket\.bucket is "A"/],
  ])("%p", (props, message) => {
    expect(() => bucket(props as BucketProps)).toThrow(message);
  });
  test.each(["abc", "a".repeat(63), "files.example.com"])("but not the name %s", (name) => {
    expect(() => bucket({ name })).not.toThrow();
  });
});
