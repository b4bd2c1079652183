import type { Rule } from "../rule";

/** The types of resources that need an owner: they hold data, run code, or are called. */
const tagged = [
  "aws_api_gateway_rest_api",
  "aws_apigatewayv2_api",
  "aws_appsync_graphql_api",
  "aws_cloudfront_distribution",
  "aws_cloudwatch_event_bus",
  "aws_cloudwatch_log_group",
  "aws_codebuild_project",
  "aws_cognito_user_pool",
  "aws_dynamodb_table",
  "aws_iam_role",
  "aws_kinesis_stream",
  "aws_kms_key",
  "aws_lambda_function",
  "aws_rds_cluster",
  "aws_s3_bucket",
  "aws_secretsmanager_secret",
  "aws_sns_topic",
  "aws_sqs_queue",
] as const;

/**
 * Resources that hold data, run code or are called have tags. Default tags of the provider count.
 *
 * @param tags - names of tags, or the pattern of the value by the name
 */
export function requiredTags(tags: readonly string[] | Readonly<Record<string, RegExp>>): Rule {
  const required = Array.isArray(tags)
    ? tags.map((name: string) => [name, /./] as const)
    : Object.entries(tags);
  return {
    id: "required-tags",
    check: (facts) =>
      tagged
        .flatMap((type) => facts.ofType(type))
        .flatMap((at) => {
          const own = facts.tagsOf(at);
          return required
            .filter(([name, pattern]) => !pattern.test(own[name] ?? ""))
            .map(([name, pattern]) => ({
              at,
              of: name,
              problem:
                own[name] === undefined
                  ? "the tag is missing"
                  : `the tag is "${own[name]}", which ${pattern} does not match`,
              remedy: "Set it for all resources: new App({ provider: { defaultTags: { ... } } }).",
            }));
        }),
  };
}
