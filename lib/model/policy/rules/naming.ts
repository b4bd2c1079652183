import { text } from "../../resources/values";
import type { Rule, Violation } from "../rule";

/** The attribute with the name of a resource in AWS, by type. */
const nameAttributes: Readonly<Record<string, string>> = {
  aws_api_gateway_rest_api: "name",
  aws_apigatewayv2_api: "name",
  aws_appsync_graphql_api: "name",
  aws_cloudwatch_event_bus: "name",
  aws_codebuild_project: "name",
  aws_cognito_user_pool: "name",
  aws_dynamodb_table: "name",
  aws_kinesis_stream: "name",
  aws_lambda_function: "function_name",
  aws_rds_cluster: "cluster_identifier",
  aws_s3_bucket: "bucket",
  aws_secretsmanager_secret: "name",
  aws_sns_topic: "name",
  aws_sqs_queue: "name",
};

/** The names of resources match a pattern. Names that AWS chooses are left out. */
export function naming(pattern: RegExp): Rule {
  return {
    id: "naming",
    check: (facts) =>
      Object.entries(nameAttributes).flatMap(([type, attribute]) =>
        facts.ofType(type).flatMap((at): readonly Violation[] => {
          const name = text(at.values, attribute);
          if (name === undefined || pattern.test(name)) return [];
          return [
            {
              at,
              of: name,
              problem: `is a name that ${pattern} does not match`,
              remedy: "Choose another name.",
            },
          ];
        }),
      ),
  };
}
