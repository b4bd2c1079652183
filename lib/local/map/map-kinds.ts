/** Kinds of parts, by the types of their resources. */
export const mapKinds = {
  aws_apigatewayv2_api: "api",
  aws_api_gateway_rest_api: "api",
  aws_appsync_graphql_api: "api",
  aws_appsync_api: "api",
  aws_lambda_function: "function",
  aws_sqs_queue: "queue",
  aws_sns_topic: "topic",
  aws_cloudwatch_event_bus: "bus",
  aws_dynamodb_table: "table",
  aws_s3_bucket: "bucket",
  aws_kinesis_stream: "stream",
  aws_rds_cluster: "database",
  aws_cognito_user_pool: "users",
  aws_cloudfront_distribution: "site",
} as Readonly<Record<string, MapKind>>;

export type MapKind =
  | "api"
  | "function"
  | "queue"
  | "topic"
  | "bus"
  | "table"
  | "bucket"
  | "stream"
  | "database"
  | "users"
  | "site";
