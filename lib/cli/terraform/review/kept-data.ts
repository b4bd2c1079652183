import type { SynthesizedStack } from "../../project/synthesized-stack";

/**
 * Resource types whose removal deletes data, and for each one the types of resources that must be kept with it.
 *
 * A table without its KMS key is unreadable. The subnet group and the security groups of a cluster cannot be removed
 * while the cluster uses them.
 */
export const dataBearing: Readonly<Record<string, readonly string[]>> = {
  aws_s3_bucket: ["aws_kms_key"],
  aws_dynamodb_table: ["aws_kms_key"],
  aws_kinesis_stream: ["aws_kms_key"],
  aws_cognito_user_pool: ["aws_kms_key"],
  aws_rds_cluster: [
    "aws_kms_key",
    "aws_db_subnet_group",
    "aws_rds_cluster_parameter_group",
    "aws_security_group",
    "aws_subnet",
    "aws_vpc",
  ],
};

/** Whether a removal keeps what holds data: all of it, or that of one type. */
export function keepsData({ settings }: SynthesizedStack, type?: string): boolean {
  if (settings === undefined || settings.removalPolicy !== undefined || settings.isDebugStack === true)
    return false;
  return type === undefined || dataBearing[type] !== undefined;
}
