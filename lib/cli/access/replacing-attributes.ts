/**
 * Attributes whose change replaces a resource that holds data or an address, by the type of the resource. Terraform's provider decides, and
 * its schema does not tell: `serverform diff` without `--against` asks it.
 *
 * Source: the attributes that the AWS provider documents as "Forces new resource".
 */
export const replacingAttributes: Readonly<Record<string, readonly string[]>> = {
  aws_s3_bucket: ["bucket", "bucket_prefix", "object_lock_enabled"],
  aws_dynamodb_table: ["name", "hash_key", "range_key", "local_secondary_index"],
  aws_kinesis_stream: ["name"],
  aws_sqs_queue: ["name", "name_prefix", "fifo_queue"],
  aws_sns_topic: ["name", "name_prefix", "fifo_topic"],
  aws_cognito_user_pool: ["alias_attributes", "username_attributes", "username_configuration"],
  aws_cognito_user_pool_client: ["user_pool_id", "generate_secret"],
  aws_cognito_user_pool_domain: ["domain", "user_pool_id", "certificate_arn"],
  aws_cognito_user_group: ["name", "user_pool_id"],
  aws_rds_cluster: [
    "cluster_identifier",
    "engine",
    "engine_mode",
    "database_name",
    "master_username",
    "storage_encrypted",
    "kms_key_id",
  ],
  aws_rds_cluster_instance: ["cluster_identifier", "identifier"],
  aws_db_instance: ["identifier", "engine", "username", "storage_encrypted", "kms_key_id", "db_name"],
  aws_kms_key: ["key_usage", "customer_master_key_spec", "multi_region"],
  aws_secretsmanager_secret: ["name", "name_prefix"],
  aws_ssm_parameter: ["name"],
  aws_cloudwatch_log_group: ["name", "name_prefix", "log_group_class"],
  aws_cloudwatch_event_bus: ["name", "event_source_name"],
  aws_apigatewayv2_api: ["protocol_type"],
  aws_apigatewayv2_domain_name: ["domain_name"],
  aws_api_gateway_domain_name: ["domain_name"],
  aws_lambda_function: ["function_name", "package_type"],
  aws_lambda_function_url: ["function_name", "qualifier"],
  aws_efs_file_system: ["encrypted", "kms_key_id", "performance_mode", "availability_zone_name"],
  aws_ecr_repository: ["name", "encryption_configuration"],
  aws_lb: ["name", "internal", "load_balancer_type"],
};
