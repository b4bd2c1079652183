import { latestRuntime } from "../../../../facts/aws/runtimes";
import type { PolicyDocumentStatement } from "../../../iam/policy-document";
import { block, flag, number, text } from "../../../resources/values";
import type { PolicyFacts } from "../../facts";
import { each, type SolutionsRule } from "./solutions-rule";

export const dataRules = {
  "AwsSolutions-DDB3": each(
    "aws_dynamodb_table",
    ({ values }) => flag(block(values, "point_in_time_recovery") ?? {}, "enabled") !== true,
    "it has no point-in-time recovery",
    "Turn on its point-in-time recovery.",
  ),
  "AwsSolutions-S1": each(
    "aws_s3_bucket",
    ({ values }, facts) =>
      !facts.ofType("aws_s3_bucket_logging").some((own) => own.values.bucket === values.id),
    "its requests are not logged",
    "Add an S3BucketLogging with a bucket for logs.",
  ),
  "AwsSolutions-S2": each(
    "aws_s3_bucket",
    ({ values }, facts) => {
      const found = facts
        .ofType("aws_s3_bucket_public_access_block")
        .find((own) => own.values.bucket === values.id);
      const names = [
        "block_public_acls",
        "block_public_policy",
        "ignore_public_acls",
        "restrict_public_buckets",
      ];
      return found === undefined || names.some((name) => flag(found.values, name) !== true);
    },
    "public access to it is not blocked",
    "Leave the block of public access on.",
  ),
  "AwsSolutions-S10": each(
    "aws_s3_bucket",
    (bucket, facts) =>
      !refusesHttp(facts, bucket.address, "aws_s3_bucket_policy", "bucket", bucket.values.id),
    "requests may come without TLS",
    'Deny them in the policy of the bucket, with the condition Bool: { "aws:SecureTransport": "false" }.',
  ),
  "AwsSolutions-KDS1": each(
    "aws_kinesis_stream",
    ({ values }) => text(values, "encryption_type") !== "KMS",
    "its data is not encrypted",
    'Set encryptionType: "KMS" and kmsKeyId: "alias/aws/kinesis".',
  ),
  "AwsSolutions-KMS5": each(
    "aws_kms_key",
    ({ values }) =>
      (text(values, "customer_master_key_spec") ?? "SYMMETRIC_DEFAULT") === "SYMMETRIC_DEFAULT" &&
      (text(values, "key_usage") ?? "ENCRYPT_DECRYPT") === "ENCRYPT_DECRYPT" &&
      flag(values, "enable_key_rotation") !== true,
    "the key is not rotated",
    "Set enableKeyRotation: true.",
  ),
  "AwsSolutions-L1": ({ ofType }) =>
    ofType("aws_lambda_function").flatMap((at) => {
      const runtime = text(at.values, "runtime") ?? "";
      const latest = latestRuntime(runtime);
      if (latest === undefined || latest === runtime) return [];
      return [
        { at, of: runtime, problem: "is not the latest runtime of its language", remedy: `Use "${latest}".` },
      ];
    }),
  "AwsSolutions-RDS2": each(
    "aws_rds_cluster",
    ({ values }) => !(flag(values, "storage_encrypted") ?? text(values, "engine_mode") === "serverless"),
    "its storage is not encrypted",
    "Set storageEncrypted: true.",
  ),
  "AwsSolutions-RDS6": each(
    "aws_rds_cluster",
    ({ values }) => flag(values, "iam_database_authentication_enabled") !== true,
    "users of IAM cannot sign in to it",
    "Set iamDatabaseAuthenticationEnabled: true, or except it if only the Data API uses it.",
  ),
  "AwsSolutions-RDS10": each(
    "aws_rds_cluster",
    ({ values }) => flag(values, "deletion_protection") !== true,
    "it can be deleted",
    "Set deletionProtection: true.",
  ),
  "AwsSolutions-RDS13": each(
    "aws_rds_cluster",
    ({ values }) => (number(values, "backup_retention_period") ?? 1) === 0,
    "it has no automated backups",
    "Set backupRetentionPeriod to one day or more.",
  ),
  "AwsSolutions-SMG4": each(
    "aws_secretsmanager_secret",
    ({ values }, facts) =>
      !facts
        .ofType("aws_secretsmanager_secret_rotation")
        .some(({ values: rotation }) => [values.id, values.arn].includes(rotation.secret_id)),
    "it is not rotated",
    "Add a SecretsmanagerSecretRotation.",
  ),
} satisfies Readonly<Record<string, SolutionsRule>>;

/** Whether the policies of a resource deny requests without TLS to everyone. */
export function refusesHttp(
  { policies, ofType }: PolicyFacts,
  address: string,
  policyType: string,
  attribute: string,
  value: unknown,
): boolean {
  const own = ofType(policyType).filter(({ values }) => values[attribute] === value);
  const addresses = new Set([address, ...own.map((each) => each.address)]);
  return policies
    .filter(({ kind, address: at }) => kind === "resource" && addresses.has(at))
    .some(({ statements }) => statements.some(deniesHttp));
}

function deniesHttp({ effect, principals, condition }: PolicyDocumentStatement): boolean {
  const isForAll = principals?.names.some(({ name }) => name === "*") === true;
  return effect === "Deny" && isForAll && /aws:securetransport/i.test(JSON.stringify(condition ?? {}));
}
