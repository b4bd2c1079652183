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
