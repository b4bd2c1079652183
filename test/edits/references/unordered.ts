import type { Pair } from "./pairs";

/** Users whose reference may lead nowhere: a policy may name what does not exist, and no longer has an effect then. */
const policies: ReadonlySet<string> = new Set([
  "aws_iam_policy",
  "aws_iam_role_policy",
  "aws_s3_bucket_policy",
  "aws_sqs_queue_policy",
]);

/**
 * Arguments that AWS cannot change: another value replaces the resource. It is then destroyed before what it refers to.
 *
 * Source: "Forces new resource" in the provider's documentation of each type.
 */
const fixed: ReadonlySet<string> = new Set([
  "api_id",
  "bucket",
  "client_id",
  "cluster_identifier",
  "db_subnet_group_name",
  "domain_name",
  "domain_name_arn",
  "domain_name_id",
  "endpoint",
  "event_bus_name",
  "event_source_arn",
  "function_name",
  "http_method",
  "identity_pool_id",
  "key_id",
  "log_group_name",
  "parent_id",
  "policy_arn",
  "queue_url",
  "resource_id",
  "rest_api_id",
  "role",
  "rule",
  "source_arn",
  "stage_name",
  "target_group_arn",
  "target_id",
  "topic_arn",
  // Of what stands in for a newer type, the arguments that replace it.
  "triggers_replace",
  "usage_plan_id",
  "user_pool_id",
  "vpc_id",
]);

/** `type.argument` of arguments of those names that AWS can change. */
const changeable: ReadonlySet<string> = new Set([
  "aws_api_gateway_base_path_mapping.stage_name",
  "aws_appsync_domain_name_api_association.api_id",
  "aws_lambda_event_source_mapping.function_name",
  "aws_lambda_function.role",
]);

/** Whether AWS replaces the user when it refers to something else. */
export function isReplaced({ user, attributes }: Pair): boolean {
  return attributes.some((each) => fixed.has(each) && !changeable.has(`${user}.${each}`));
}

const takesName = "its name is taken until it is gone, and the records of the name go with it";

/** Why resources of a type may be destroyed before what refers to them has changed. AWS deletes each of them while it is in use. */
const reasons: Readonly<Record<string, string>> = {
  aws_acm_certificate_validation: "nothing of it is in AWS: its deletion is no request",
  aws_api_gateway_account: "the account keeps its settings: its deletion is no request",
  aws_api_gateway_domain_name: takesName,
  aws_apigatewayv2_domain_name: takesName,
  aws_appsync_domain_name: takesName,
  aws_cloudfront_distribution: "it is never replaced, and what refers to it goes with it",
  aws_cloudwatch_log_group: "it has a fixed name; only lines that are written meanwhile are lost",
  aws_codebuild_project: "it has a fixed name; only starts of it fail meanwhile",
  aws_cognito_user_pool_domain: takesName,
  aws_lambda_function: "tables to which it is bound have fixed names, and would be created first too",
  aws_route53_record: "the certificate is validated already",
  aws_s3_bucket: "it holds data, and is deleted last by the caller's decision only",
  aws_s3_bucket_website_configuration: "it is a setting of the bucket",
  aws_s3_object: "content has an order of its own",
  aws_subnet: "its addresses are taken until it is gone",
  terraform_data: "nothing of it is in AWS",
};

/** Why a pair needs no order; undefined if it does. */
export function reasonForNoOrder({ user, used, attributes }: Pair): string | undefined {
  if (policies.has(user)) return "policies may name what does not exist";
  if (attributes.join() === "depends_on") return "it is only waited for, and named in no argument";
  return reasons[used];
}
