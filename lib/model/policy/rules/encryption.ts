import type { Values } from "../../resources/model";
import { block, flag, text } from "../../resources/values";
import type { PolicyFacts } from "../facts";
import type { Rule } from "../rule";

/** Settings of the rule `encryption`. */
export interface EncryptionProps {
  /** Whether data must be encrypted with a key of KMS that the app or the account owns. @default false */
  readonly customerKeys?: boolean;
}

/** Whether stored data is encrypted: not at all, with a key of AWS, or with a key of the account. */
type Encryption = "none" | "aws" | "customer";

/** A key by an alias of AWS, such as `alias/aws/sns`, belongs to AWS. */
const keyOf = (id: unknown): Encryption =>
  typeof id !== "string" || id === "" || /(^|:)alias\/aws\//.test(id) ? "aws" : "customer";

/**
 * The encryption of stored data, by type of resource.
 *
 * Sources: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.howitworks.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/default-encryption-faq.html,
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-server-side-encryption.html,
 * https://docs.aws.amazon.com/sns/latest/dg/sns-server-side-encryption.html,
 * https://docs.aws.amazon.com/streams/latest/dev/server-side-encryption.html,
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/encrypt-log-data-kms.html
 */
const encryptions: Readonly<Record<string, (values: Values, facts: PolicyFacts) => Encryption>> = {
  aws_dynamodb_table: (values) => keyOf(block(values, "server_side_encryption")?.kms_key_arn),
  aws_s3_bucket: ({ id }, facts) => {
    const own = facts
      .ofType("aws_s3_bucket_server_side_encryption_configuration")
      .find((each) => each.values.bucket === id);
    const rule = own && block(own.values, "rule");
    return keyOf(rule && block(rule, "apply_server_side_encryption_by_default")?.kms_master_key_id);
  },
  aws_sqs_queue: (values) => {
    if (text(values, "kms_master_key_id") !== undefined) return keyOf(values.kms_master_key_id);
    return flag(values, "sqs_managed_sse_enabled") === false ? "none" : "aws";
  },
  aws_sns_topic: (values) =>
    text(values, "kms_master_key_id") === undefined ? "none" : keyOf(values.kms_master_key_id),
  aws_kinesis_stream: (values) =>
    text(values, "encryption_type") === "KMS" ? keyOf(values.kms_key_id) : "none",
  aws_rds_cluster: (values) => {
    // Aurora Serverless v1 always encrypts.
    // Source: https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/aurora-serverless.html
    const isEncrypted = flag(values, "storage_encrypted") ?? text(values, "engine_mode") === "serverless";
    return isEncrypted ? keyOf(values.kms_key_id) : "none";
  },
  aws_cloudwatch_log_group: (values) => keyOf(values.kms_key_id),
  aws_secretsmanager_secret: (values) => keyOf(values.kms_key_id),
};

/** Stored data is encrypted. */
export function encryption({ customerKeys = false }: EncryptionProps = {}): Rule {
  return {
    id: "encryption",
    check: (facts) =>
      Object.entries(encryptions).flatMap(([type, read]) =>
        facts.ofType(type).flatMap((at) => {
          const found = read(at.values, facts);
          if (found === "none")
            return [{ at, problem: "its data is not encrypted", remedy: "Encrypt it with a key of KMS." }];
          return found === "aws" && customerKeys
            ? [
                {
                  at,
                  problem: "its data is encrypted with a key of AWS",
                  remedy: "Pass a key of KMS that is yours.",
                },
              ]
            : [];
        }),
      ),
  };
}
