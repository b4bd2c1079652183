import type { SynthesizedStack } from "../../project/synthesized-stack";

/** The attributes of a resource in the state. */
type Values = Readonly<Record<string, unknown>>;

/** The treatment of a type by a removal, if the app has no removal policy. */
export interface KeptType {
  /** Whether its removal deletes data. Other types are only kept with one that does. @default false */
  readonly hasData?: boolean;
  /** Types that it refers to and cannot be used or removed without. A table without its KMS key is unreadable. */
  readonly needs?: readonly string[];
  /** Types that refer to it, and protect it, configure it or hold a part of its data. */
  readonly companions?: readonly string[];
  /** Attributes by which companions name it. @default - `id`, `arn`, `name` */
  readonly namedBy?: readonly string[];
  /**
   * Attributes that form the id of an import, with what stands between them. Undefined values leave the type without an import.
   *
   * @default - its id. Source: section "Import" of the page of each type, https://registry.terraform.io/providers/hashicorp/aws/latest/docs
   */
  readonly importedBy?: readonly [separator: string, ...attributes: string[]] | "nothing";
}

/**
 * Types of resources that a removal keeps.
 *
 * Not kept, although they refer to kept data: notifications of a bucket and replication, which name functions, queues and roles that are
 * removed; objects and items that the app itself writes; instances and proxies of a cluster, which cost money and hold no data; rules of
 * security groups, which may name groups that are removed; the roles of an identity pool.
 */
export const keptTypes: Readonly<Record<string, KeptType>> = {
  aws_s3_bucket: {
    hasData: true,
    needs: ["aws_kms_key"],
    companions: [
      "aws_s3_bucket_abac",
      "aws_s3_bucket_accelerate_configuration",
      "aws_s3_bucket_acl",
      "aws_s3_bucket_analytics_configuration",
      "aws_s3_bucket_cors_configuration",
      "aws_s3_bucket_intelligent_tiering_configuration",
      "aws_s3_bucket_inventory",
      "aws_s3_bucket_lifecycle_configuration",
      "aws_s3_bucket_logging",
      "aws_s3_bucket_metadata_configuration",
      "aws_s3_bucket_metric",
      "aws_s3_bucket_object_lock_configuration",
      "aws_s3_bucket_ownership_controls",
      "aws_s3_bucket_policy",
      "aws_s3_bucket_public_access_block",
      "aws_s3_bucket_request_payment_configuration",
      "aws_s3_bucket_server_side_encryption_configuration",
      "aws_s3_bucket_versioning",
      "aws_s3_bucket_website_configuration",
    ],
  },
  aws_s3_bucket_abac: { importedBy: ["", "bucket"] },
  aws_s3_bucket_metadata_configuration: { importedBy: ["", "bucket"] },
  aws_dynamodb_table: {
    hasData: true,
    needs: ["aws_kms_key"],
    companions: [
      "aws_appautoscaling_policy",
      "aws_appautoscaling_scheduled_action",
      "aws_appautoscaling_target",
      "aws_dynamodb_contributor_insights",
      "aws_dynamodb_kinesis_streaming_destination",
      "aws_dynamodb_resource_policy",
      "aws_dynamodb_table_replica",
      "aws_dynamodb_tag",
    ],
  },
  aws_appautoscaling_policy: {
    importedBy: ["/", "service_namespace", "resource_id", "scalable_dimension", "name"],
  },
  aws_appautoscaling_scheduled_action: { importedBy: "nothing" },
  aws_appautoscaling_target: { importedBy: ["/", "service_namespace", "resource_id", "scalable_dimension"] },
  aws_dynamodb_resource_policy: { importedBy: ["", "resource_arn"] },
  aws_kinesis_stream: {
    hasData: true,
    needs: ["aws_kms_key"],
    companions: ["aws_kinesis_resource_policy", "aws_kinesis_stream_consumer"],
    importedBy: ["", "name"],
  },
  aws_kinesis_resource_policy: { importedBy: ["", "resource_arn"] },
  aws_kinesis_stream_consumer: { companions: ["aws_kinesis_resource_policy"] },
  aws_cognito_user_pool: {
    hasData: true,
    needs: ["aws_kms_key"],
    companions: [
      "aws_cognito_identity_pool",
      "aws_cognito_identity_provider",
      "aws_cognito_log_delivery_configuration",
      "aws_cognito_managed_login_branding",
      "aws_cognito_managed_user_pool_client",
      "aws_cognito_resource_server",
      "aws_cognito_risk_configuration",
      "aws_cognito_user",
      "aws_cognito_user_group",
      "aws_cognito_user_in_group",
      "aws_cognito_user_pool_client",
      "aws_cognito_user_pool_domain",
      "aws_cognito_user_pool_ui_customization",
    ],
  },
  // Users are known by their ids in it, for example in the paths of their files.
  aws_cognito_identity_pool: { companions: ["aws_cognito_identity_pool_provider_principal_tag"] },
  aws_cognito_log_delivery_configuration: { importedBy: ["", "user_pool_id"] },
  aws_cognito_managed_login_branding: { importedBy: [",", "user_pool_id", "managed_login_branding_id"] },
  aws_cognito_managed_user_pool_client: { importedBy: ["/", "user_pool_id", "id"] },
  aws_cognito_user: { importedBy: ["/", "user_pool_id", "username"] },
  aws_cognito_user_in_group: { importedBy: "nothing" },
  aws_cognito_user_pool_client: { importedBy: ["/", "user_pool_id", "id"] },
  // AWS does not delete a certificate that the domain uses, and renews it by its records.
  aws_cognito_user_pool_domain: {
    needs: ["aws_acm_certificate"],
    companions: ["aws_route53_record"],
    namedBy: ["cloudfront_distribution", "cloudfront_distribution_arn"],
  },
  aws_acm_certificate: {
    companions: ["aws_acm_certificate_validation", "aws_route53_record"],
    namedBy: ["arn", "domain_validation_options"],
  },
  aws_acm_certificate_validation: { importedBy: "nothing" },
  // The subnet group and the security groups of a cluster cannot be removed while the cluster uses them.
  aws_rds_cluster: {
    hasData: true,
    needs: [
      "aws_kms_key",
      "aws_db_subnet_group",
      "aws_rds_cluster_parameter_group",
      "aws_secretsmanager_secret",
      "aws_security_group",
      "aws_subnet",
      "aws_vpc",
    ],
    companions: ["aws_db_cluster_snapshot", "aws_rds_cluster_endpoint"],
    namedBy: ["id", "arn", "cluster_identifier"],
  },
  aws_secretsmanager_secret: {
    needs: ["aws_kms_key"],
    companions: ["aws_secretsmanager_secret_policy", "aws_secretsmanager_secret_version"],
  },
  aws_kms_key: {
    companions: ["aws_kms_alias", "aws_kms_key_policy"],
    namedBy: ["key_id", "arn"],
  },
};

/** Whether a removal keeps what holds data: all of it, or that of one type. */
export function keepsData({ settings }: SynthesizedStack, type?: string): boolean {
  if (settings === undefined || settings.removalPolicy !== undefined || settings.isDebugStack === true)
    return false;
  return type === undefined || keptTypes[type]?.hasData === true;
}

/** The id with which Terraform imports a resource; undefined for a type without an import. */
export function importIdOf(type: string, values: Values): string | undefined {
  const { importedBy = ["", "id"] } = keptTypes[type] ?? {};
  if (importedBy === "nothing") return undefined;
  const [separator, ...attributes] = importedBy;
  const parts = attributes.map((attribute) => values[attribute]);
  return parts.every((each) => typeof each === "string" && each !== "") ? parts.join(separator) : undefined;
}

/**
 * Whether a resource names another one: by its id, its ARN or its name, alone or as a part of a path.
 *
 * The dependencies of a state are those of all dependencies, too. A policy of one bucket depends on all that its statements name.
 */
export function isNamedIn(type: string, named: Values, values: Values): boolean {
  const { namedBy = ["id", "arn", "name"] } = keptTypes[type] ?? {};
  const names = new Set(namedBy.flatMap((attribute) => textsIn(named[attribute])));
  return textsIn(values).some((text) => names.has(text) || text.split("/").some((part) => names.has(part)));
}

/** The texts of a value that may be names. Policies and other JSON are longer, and name many resources. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return value === "" || value.startsWith("{") ? [] : [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
