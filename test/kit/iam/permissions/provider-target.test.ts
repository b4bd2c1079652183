import { CloudwatchEventBus } from "@cdktf/provider-aws/lib/cloudwatch-event-bus";
import { DataAwsDynamodbTable } from "@cdktf/provider-aws/lib/data-aws-dynamodb-table";
import { DataAwsLambdaFunction } from "@cdktf/provider-aws/lib/data-aws-lambda-function";
import { DataAwsRdsCluster } from "@cdktf/provider-aws/lib/data-aws-rds-cluster";
import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { KinesisFirehoseDeliveryStream } from "@cdktf/provider-aws/lib/kinesis-firehose-delivery-stream";
import { KinesisStream } from "@cdktf/provider-aws/lib/kinesis-stream";
import { KmsAlias } from "@cdktf/provider-aws/lib/kms-alias";
import { KmsKey } from "@cdktf/provider-aws/lib/kms-key";
import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { RdsCluster } from "@cdktf/provider-aws/lib/rds-cluster";
import { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import { SecretsmanagerSecret } from "@cdktf/provider-aws/lib/secretsmanager-secret";
import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { SsmParameter } from "@cdktf/provider-aws/lib/ssm-parameter";
import { TerraformStack, Testing } from "cdktf";
import { lazyPolicyJson, type PermissionEntry, resolvePermissions } from "../../../../lib/kit/iam";
import { temporaryFolder } from "../../../support/stack";

/** Resources by the first action of each statement, as the synthesized policy has them. */
function synthesized(make: (stack: TerraformStack) => PermissionEntry): Record<string, unknown> {
  const stack = new TerraformStack(Testing.app({ outdir: temporaryFolder() }), "stack");
  const statements = resolvePermissions(stack, "permissions", [make(stack)]);
  new IamRolePolicy(stack, "Policy", { role: "role", policy: lazyPolicyJson(() => statements) });
  const { policy } = JSON.parse(Testing.synth(stack)).resource.aws_iam_role_policy.Policy;
  const written: { Action: string | string[]; Resource: unknown; Condition?: unknown }[] =
    JSON.parse(policy).Statement;
  return Object.fromEntries(
    written.map(({ Action, Resource, Condition }) => [
      [Action].flat()[0],
      Condition === undefined ? Resource : { Resource, Condition },
    ]),
  );
}

const assumeRolePolicy = "arn:aws:iam::111122223333:role/x";

describe("provider objects in permissions", () => {
  test.each<[string, (stack: TerraformStack) => PermissionEntry, Record<string, unknown>]>([
    [
      "table",
      (stack) => new DynamodbTable(stack, "X", { name: "x" }),
      { "dynamodb:BatchGetItem": ["${aws_dynamodb_table.X.arn}", "${aws_dynamodb_table.X.arn}/index/*"] },
    ],
    [
      "data source of a table",
      (stack) => new DataAwsDynamodbTable(stack, "X", { name: "x" }),
      {
        "dynamodb:BatchGetItem": [
          "${data.aws_dynamodb_table.X.arn}",
          "${data.aws_dynamodb_table.X.arn}/index/*",
        ],
      },
    ],
    [
      "stream of a table",
      (stack) => [new DynamodbTable(stack, "X", { name: "x", streamEnabled: true }), "grantStreamRead"],
      { "dynamodb:DescribeStream": "${aws_dynamodb_table.X.stream_arn}", "dynamodb:ListStreams": "*" },
    ],
    [
      "stream of a table's data source",
      (stack) => [new DataAwsDynamodbTable(stack, "X", { name: "x" }), "grantStreamRead"],
      { "dynamodb:DescribeStream": "${data.aws_dynamodb_table.X.stream_arn}", "dynamodb:ListStreams": "*" },
    ],
    [
      "topic",
      (stack) => new SnsTopic(stack, "X", {}),
      { "sns:GetTopicAttributes": "${aws_sns_topic.X.arn}" },
    ],
    [
      "queue",
      (stack) => new SqsQueue(stack, "X", {}),
      { "sqs:ChangeMessageVisibility": "${aws_sqs_queue.X.arn}" },
    ],
    [
      "bus",
      (stack) => new CloudwatchEventBus(stack, "X", { name: "x" }),
      { "events:PutEvents": "${aws_cloudwatch_event_bus.X.arn}" },
    ],
    [
      "stream",
      (stack) => new KinesisStream(stack, "X", { name: "x" }),
      { "kinesis:DescribeStream": "${aws_kinesis_stream.X.arn}", "kinesis:ListStreams": "*" },
    ],
    [
      "delivery stream",
      (stack) => new KinesisFirehoseDeliveryStream(stack, "X", { name: "x", destination: "http_endpoint" }),
      { "firehose:PutRecord": "${aws_kinesis_firehose_delivery_stream.X.arn}" },
    ],
    [
      "bucket",
      (stack) => new S3Bucket(stack, "X", {}),
      { "s3:Abort*": ["${aws_s3_bucket.X.arn}", "${aws_s3_bucket.X.arn}/*"] },
    ],
    [
      "cluster with a managed secret",
      (stack) => new RdsCluster(stack, "X", { engine: "aurora-mysql", manageMasterUserPassword: true }),
      {
        "rds-data:BatchExecuteStatement": "${aws_rds_cluster.X.arn}",
        "secretsmanager:DescribeSecret": "${aws_rds_cluster.X.master_user_secret[0].secret_arn}",
      },
    ],
    [
      "cluster with a password",
      (stack) => new RdsCluster(stack, "X", { engine: "aurora-mysql", masterPassword: "x" }),
      { "rds-data:BatchExecuteStatement": "${aws_rds_cluster.X.arn}" },
    ],
    [
      "data source of a cluster, with or without a secret",
      (stack) => new DataAwsRdsCluster(stack, "X", { clusterIdentifier: "x" }),
      {
        "rds-data:BatchExecuteStatement": "${data.aws_rds_cluster.X.arn}",
        "secretsmanager:DescribeSecret":
          "${try(data.aws_rds_cluster.X.master_user_secret[0].secret_arn, data.aws_rds_cluster.X.arn)}",
      },
    ],
    [
      "function",
      (stack) => new LambdaFunction(stack, "X", { functionName: "x", role: assumeRolePolicy }),
      { "lambda:InvokeFunction": ["${aws_lambda_function.X.arn}", "${aws_lambda_function.X.arn}:*"] },
    ],
    [
      "data source of a function",
      (stack) => new DataAwsLambdaFunction(stack, "X", { functionName: "x" }),
      {
        "lambda:InvokeFunction": ["${data.aws_lambda_function.X.arn}", "${data.aws_lambda_function.X.arn}:*"],
      },
    ],
    [
      "secret",
      (stack) => new SecretsmanagerSecret(stack, "X", {}),
      { "secretsmanager:DescribeSecret": "${aws_secretsmanager_secret.X.arn}" },
    ],
    [
      "parameter",
      (stack) => new SsmParameter(stack, "X", { name: "x", type: "String" }),
      { "ssm:GetParameter*": "${aws_ssm_parameter.X.arn}" },
    ],
  ])("%s", (_, make, resources) => {
    expect(synthesized(make)).toEqual(resources);
  });
  test("a table without a stream refuses access to its stream", () => {
    expect(() =>
      synthesized((stack) => [new DynamodbTable(stack, "X", { name: "x" }), "grantStreamRead"]),
    ).toThrow(/the stream of aws_dynamodb_table "stack\/X", which has none/);
  });
});

describe("customer keys of provider objects", () => {
  const id = "1234abcd-12ab-34cd-56ef-1234567890ab";
  const arn = `arn:aws:kms:eu-west-1:111122223333:key/${id}`;
  const beside = (type: string, index: number) => `\${element(split(":", ${type}.X.arn), ${index})}`;
  const in_ = (type: string) => `arn:${beside(type, 1)}:kms:${beside(type, 3)}:${beside(type, 4)}`;

  // The attribute that names the key, for each kind.
  test.each<[string, (stack: TerraformStack) => PermissionEntry]>([
    [
      "table",
      (stack) =>
        new DynamodbTable(stack, "X", { name: "x", serverSideEncryption: { enabled: true, kmsKeyArn: arn } }),
    ],
    ["topic", (stack) => new SnsTopic(stack, "X", { kmsMasterKeyId: arn })],
    ["queue", (stack) => new SqsQueue(stack, "X", { kmsMasterKeyId: arn })],
    ["bus", (stack) => new CloudwatchEventBus(stack, "X", { name: "x", kmsKeyIdentifier: arn })],
    ["stream", (stack) => new KinesisStream(stack, "X", { name: "x", kmsKeyId: arn })],
    [
      "bucket",
      (stack) =>
        new S3Bucket(stack, "X", {
          serverSideEncryptionConfiguration: {
            rule: { applyServerSideEncryptionByDefault: { sseAlgorithm: "aws:kms", kmsMasterKeyId: arn } },
          },
        }),
    ],
    [
      "cluster's secret",
      (stack) =>
        new RdsCluster(stack, "X", {
          engine: "x",
          manageMasterUserPassword: true,
          masterUserSecretKmsKeyId: arn,
        }),
    ],
    ["secret", (stack) => new SecretsmanagerSecret(stack, "X", { kmsKeyId: arn })],
    ["parameter", (stack) => new SsmParameter(stack, "X", { name: "x", type: "SecureString", keyId: arn })],
  ])("the key of a %s may be used", (_, make) => {
    expect(synthesized(make)).toMatchObject({ "kms:Decrypt": arn });
  });
  test.each<[string, string, unknown]>([
    ["ARN", arn, { "kms:Decrypt": arn }],
    ["AWS's own key", "alias/aws/sns", {}],
    ["ARN of AWS's own key", "arn:aws:kms:eu-west-1:111122223333:alias/aws/sns", {}],
  ])("a key given as %s", (_, key, statements) => {
    const { "sns:Publish": _topic, ...rest } = synthesized((stack) => [
      new SnsTopic(stack, "X", { kmsMasterKeyId: key }),
      "grantPublish",
    ]);
    expect(rest).toEqual(statements);
  });
  const raw = (make: (stack: TerraformStack) => PermissionEntry) => {
    const stack = new TerraformStack(Testing.app({ outdir: temporaryFolder() }), "stack");
    const statements = resolvePermissions(stack, "permissions", [make(stack)]);
    new IamRolePolicy(stack, "Policy", { role: "role", policy: lazyPolicyJson(() => statements) });
    return JSON.parse(Testing.synth(stack)).resource.aws_iam_role_policy.Policy.policy;
  };
  test("a key given as an id is in the partition, region and account of the encrypted resource", () => {
    expect(raw((stack) => new SnsTopic(stack, "X", { kmsMasterKeyId: id }))).toContain(
      `"Resource":"${in_("aws_sns_topic")}:key/${id}"`,
    );
  });
  test("an alias is a condition, since IAM does not accept an alias as a resource", () => {
    expect(raw((stack) => new SnsTopic(stack, "X", { kmsMasterKeyId: "alias/notes" }))).toContain(
      `"Resource":"${in_("aws_sns_topic")}:key/*","Condition":{"ForAnyValue:StringEquals":{"kms:ResourceAliases":"alias/notes"}}`,
    );
  });
  test("the place of the key is read from the ARN of an alias", () => {
    const key = "arn:aws:kms:eu-west-1:444455556666:alias/notes";
    expect(synthesized((stack) => new SnsTopic(stack, "X", { kmsMasterKeyId: key }))).toMatchObject({
      "kms:Decrypt": { Resource: "arn:aws:kms:eu-west-1:444455556666:key/*" },
    });
  });
  test("the place of the key is not read from a bucket's ARN", () => {
    const rule = { applyServerSideEncryptionByDefault: { sseAlgorithm: "aws:kms", kmsMasterKeyId: id } };
    expect(
      raw((stack) => new S3Bucket(stack, "X", { serverSideEncryptionConfiguration: { rule } })),
    ).toContain(`:kms:*:*:key/${id}"`);
  });
  test.each<[string, (stack: TerraformStack) => string, string]>([
    ["a key's ARN", (stack) => new KmsKey(stack, "K", {}).arn, "${aws_kms_key.K.arn}"],
    ["a key's id", (stack) => new KmsKey(stack, "K", {}).keyId, "${aws_kms_key.K.arn}"],
    [
      "an alias",
      (stack) => new KmsAlias(stack, "A", { targetKeyId: id }).name,
      "${aws_kms_alias.A.target_key_arn}",
    ],
  ])("a reference to %s becomes one to the key's ARN", (_, key, resource) => {
    const { "kms:Decrypt": decrypt } = synthesized(
      (stack) => new SqsQueue(stack, "X", { kmsMasterKeyId: key(stack) }),
    );
    expect(decrypt).toBe(resource);
  });
  test.each([
    ["grantSendMessages", ["kms:Decrypt", "kms:GenerateDataKey*"]],
    ["grantConsumeMessages", ["kms:Decrypt"]],
    ["grantPurge", undefined],
  ])("[queue, %p] may do %p with the key", (access, actions) => {
    const stack = new TerraformStack(Testing.app({ outdir: temporaryFolder() }), "stack");
    const queue = new SqsQueue(stack, "X", { kmsMasterKeyId: arn });
    const [, key] = resolvePermissions(stack, "permissions", [[queue, access]]);
    expect(key?.actions).toEqual(actions);
  });
});
