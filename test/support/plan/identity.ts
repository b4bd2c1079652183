import type { Block } from "../stack";

const named = ["name"];

/**
 * What AWS tells resources of a type apart by, where Terraform's address does not: two of them with the same values are the
 * same thing, or the second one is refused. Attributes that are not set are alike.
 */
const identities: Readonly<Record<string, readonly string[]>> = {
  aws_api_gateway_authorizer: ["rest_api_id", "name"],
  aws_api_gateway_base_path_mapping: ["domain_name", "base_path"],
  aws_api_gateway_domain_name: ["domain_name"],
  aws_api_gateway_gateway_response: ["rest_api_id", "response_type"],
  aws_api_gateway_integration: ["rest_api_id", "resource_id", "http_method"],
  aws_api_gateway_integration_response: ["rest_api_id", "resource_id", "http_method", "status_code"],
  aws_api_gateway_method: ["rest_api_id", "resource_id", "http_method"],
  aws_api_gateway_method_response: ["rest_api_id", "resource_id", "http_method", "status_code"],
  aws_api_gateway_method_settings: ["rest_api_id", "stage_name", "method_path"],
  aws_api_gateway_model: ["rest_api_id", "name"],
  aws_api_gateway_resource: ["rest_api_id", "parent_id", "path_part"],
  aws_api_gateway_stage: ["rest_api_id", "stage_name"],
  aws_apigatewayv2_api_mapping: ["domain_name", "api_mapping_key"],
  aws_apigatewayv2_authorizer: ["api_id", "name"],
  aws_apigatewayv2_domain_name: ["domain_name"],
  aws_apigatewayv2_route: ["api_id", "route_key"],
  aws_apigatewayv2_stage: ["api_id", "name"],
  aws_cloudwatch_event_bus: named,
  aws_cloudwatch_event_rule: ["event_bus_name", "name"],
  aws_cloudwatch_event_target: ["event_bus_name", "rule", "target_id"],
  aws_cloudwatch_log_group: named,
  aws_cloudwatch_log_resource_policy: ["policy_name"],
  aws_cognito_identity_provider: ["user_pool_id", "provider_name"],
  aws_cognito_resource_server: ["user_pool_id", "identifier"],
  aws_cognito_user_group: ["user_pool_id", "name"],
  aws_cognito_user_pool_domain: ["domain"],
  aws_dynamodb_table: named,
  aws_iam_openid_connect_provider: ["url"],
  aws_iam_policy: named,
  aws_iam_role: named,
  aws_iam_role_policy: ["role", "name"],
  aws_iam_role_policy_attachment: ["role", "policy_arn"],
  aws_kinesis_stream: named,
  aws_kinesis_stream_consumer: ["stream_arn", "name"],
  aws_lambda_alias: ["function_name", "name"],
  aws_lambda_event_source_mapping: ["function_name", "event_source_arn"],
  aws_lambda_function: ["function_name"],
  aws_lambda_function_event_invoke_config: ["function_name", "qualifier"],
  aws_lambda_function_url: ["function_name", "qualifier"],
  aws_lambda_provisioned_concurrency_config: ["function_name", "qualifier"],
  aws_route53_record: ["zone_id", "name", "type", "set_identifier"],
  aws_s3_bucket: ["bucket"],
  aws_s3_bucket_cors_configuration: ["bucket"],
  aws_s3_bucket_notification: ["bucket"],
  aws_s3_bucket_ownership_controls: ["bucket"],
  aws_s3_bucket_policy: ["bucket"],
  aws_s3_bucket_public_access_block: ["bucket"],
  aws_s3_bucket_server_side_encryption_configuration: ["bucket"],
  aws_s3_bucket_versioning: ["bucket"],
  aws_sns_topic: named,
  aws_sns_topic_policy: ["arn"],
  aws_sns_topic_subscription: ["topic_arn", "protocol", "endpoint"],
  aws_sqs_queue: named,
  aws_sqs_queue_policy: ["queue_url"],
  aws_ssm_parameter: named,
};

/** Types that hold data, or an address that clients have: an edit that does not take the thing away must not delete it. */
export const holdsData: ReadonlySet<string> = new Set([
  "aws_api_gateway_api_key",
  "aws_api_gateway_domain_name",
  "aws_api_gateway_rest_api",
  "aws_api_gateway_stage",
  "aws_apigatewayv2_api",
  "aws_apigatewayv2_domain_name",
  "aws_apigatewayv2_stage",
  "aws_cloudwatch_event_bus",
  "aws_cognito_identity_pool",
  "aws_cognito_user_pool",
  "aws_cognito_user_pool_client",
  "aws_cognito_user_pool_domain",
  "aws_dynamodb_table",
  "aws_kinesis_stream",
  "aws_lambda_function_url",
  "aws_s3_bucket",
  "aws_sns_topic",
  "aws_sqs_queue",
  "aws_ssm_parameter",
]);

/** Types that are not replaced, unless AWS forces it: those that hold data, and those whose logs, name or code others use. */
export const lasting: ReadonlySet<string> = new Set([
  ...holdsData,
  "aws_cloudwatch_log_group",
  "aws_iam_role",
  "aws_lambda_function",
]);

/** The identity of a resource as text; undefined where AWS gives it its own id, or where a part is not known yet. */
export function identityOf(type: string, values: Block): string | undefined {
  const parts = identities[type]?.map((key) => values[key] ?? null);
  if (parts === undefined || parts.every((part) => part === null)) return undefined;
  return `${type} ${JSON.stringify(parts)}`;
}
