/**
 * Why resources of a type are created before what they replace is destroyed, and destroyed after all that refers to them has
 * changed.
 */
export interface CreatedFirst {
  /**
   * Types of resources that refer to it. AWS does not delete it while they do.
   *
   * @default - AWS deletes it; what refers to it would fail until it has changed
   */
  readonly protectedBy?: readonly string[] | undefined;
  /** The page of AWS, or of its users, that says so. */
  readonly source?: string | undefined;
  /** The prop that gives both the same identity, if it is set: such a resource is destroyed first. @default - none does */
  readonly fixedBy?: string | undefined;
}

const apiReference = "https://docs.aws.amazon.com";
const providerIssue = "https://github.com/hashicorp/terraform-provider-aws/issues";
const distribution = ["aws_cloudfront_distribution"];
const mappings = ["aws_api_gateway_base_path_mapping", "aws_apigatewayv2_api_mapping"];

/**
 * The types whose resources are created first.
 *
 * Terraform also does so with all that they depend on. Each type has an identity that AWS generates, a name with a generated
 * end, or a name that every replacement changes. So both exist for a while.
 *
 * Not here are types that hold data under a fixed name, such as tables: their replacement would be refused, since the name is
 * taken. Nor is what only groups settings of another resource, and what runs code when it is destroyed.
 */
export const createdFirstTypes: Readonly<Record<string, CreatedFirst>> = {
  aws_acm_certificate: {
    protectedBy: [
      "aws_api_gateway_domain_name",
      "aws_apigatewayv2_domain_name",
      "aws_appsync_domain_name",
      "aws_cloudfront_distribution",
      "aws_cognito_user_pool_domain",
    ],
    source: `${apiReference}/acm/latest/APIReference/API_DeleteCertificate.html`,
  },
  aws_api_gateway_authorizer: {
    protectedBy: ["aws_api_gateway_method"],
    source: `${providerIssue}/14812`,
  },
  aws_api_gateway_deployment: {
    protectedBy: ["aws_api_gateway_stage"],
    source: `${providerIssue}/19805`,
  },
  aws_api_gateway_model: {
    protectedBy: ["aws_api_gateway_method"],
    source: `${apiReference}/apigateway/latest/api/API_DeleteModel.html`,
  },
  aws_api_gateway_request_validator: {
    protectedBy: ["aws_api_gateway_method"],
    source: `${apiReference}/apigateway/latest/api/API_DeleteRequestValidator.html`,
  },
  aws_api_gateway_stage: {
    protectedBy: [...mappings, "aws_api_gateway_usage_plan"],
    source: `${providerIssue}/41651`,
  },
  aws_api_gateway_vpc_link: {
    protectedBy: ["aws_api_gateway_integration"],
    source: `${providerIssue}/12195`,
  },
  aws_apigatewayv2_api: {
    protectedBy: ["aws_apigatewayv2_api_mapping"],
    source: "https://github.com/gruntwork-io/cloud-nuke/issues/370",
  },
  aws_apigatewayv2_authorizer: {
    protectedBy: ["aws_apigatewayv2_route"],
    source: "https://github.com/hashicorp/terraform-provider-aws/pull/37732",
  },
  aws_apigatewayv2_integration: {
    protectedBy: ["aws_apigatewayv2_route"],
    source: "https://github.com/terraform-aws-modules/terraform-aws-apigateway-v2/pull/55",
  },
  // Resources that lead to its API wait for it, such as the distribution of a site: they lead elsewhere before the route is removed.
  aws_apigatewayv2_route: {},
  aws_apigatewayv2_stage: {
    protectedBy: ["aws_apigatewayv2_api_mapping"],
    source: "https://github.com/gruntwork-io/cloud-nuke/issues/370",
  },
  aws_apigatewayv2_vpc_link: {
    protectedBy: ["aws_api_gateway_integration", "aws_apigatewayv2_integration"],
    source: `${providerIssue}/12195`,
  },
  aws_appsync_api: {},
  // It is replaced together with its API, which answers until clients reach the new one.
  aws_appsync_api_key: {},
  aws_appsync_channel_namespace: {},
  aws_appsync_datasource: {
    protectedBy: ["aws_appsync_channel_namespace", "aws_appsync_function", "aws_appsync_resolver"],
    source: "https://github.com/aws/aws-appsync-community/issues/28",
  },
  aws_appsync_function: {
    protectedBy: ["aws_appsync_resolver"],
    source: `${providerIssue}/15480`,
  },
  aws_appsync_graphql_api: {},
  aws_appsync_resolver: {},
  aws_cloudfront_cache_policy: {
    protectedBy: distribution,
    source: `${apiReference}/cloudfront/latest/APIReference/API_DeleteCachePolicy.html`,
  },
  aws_cloudfront_function: {
    protectedBy: distribution,
    source: `${providerIssue}/25249`,
  },
  aws_cloudfront_origin_access_control: {
    protectedBy: distribution,
    source: `${apiReference}/cloudfront/latest/APIReference/API_DeleteOriginAccessControl.html`,
  },
  aws_cloudfront_response_headers_policy: {
    protectedBy: distribution,
    source: `${providerIssue}/21730`,
  },
  aws_cloudwatch_event_bus: {},
  aws_cognito_resource_server: {},
  aws_cognito_user_pool: {},
  aws_iam_openid_connect_provider: {},
  aws_iam_policy: {
    protectedBy: ["aws_iam_role_policy_attachment"],
    source: `${apiReference}/IAM/latest/APIReference/API_DeletePolicy.html`,
  },
  aws_iam_role: {},
  aws_iam_role_policy_attachment: {},
  aws_kinesis_stream: {},
  aws_kms_key: {},
  aws_lambda_function_url: {},
  aws_lambda_layer_version: {},
  // Without a statement id the provider makes one, so that both exist for a while.
  aws_lambda_permission: { fixedBy: "statementId" },
  aws_lb_target_group: {
    protectedBy: ["aws_lb_listener_rule"],
    source: `${apiReference}/elasticloadbalancing/latest/APIReference/API_DeleteTargetGroup.html`,
  },
  aws_security_group: {
    protectedBy: ["aws_lambda_function", "aws_rds_cluster"],
    source: `${apiReference}/AWSEC2/latest/APIReference/API_DeleteSecurityGroup.html`,
  },
  aws_sns_topic: {},
  aws_sqs_queue: {},
};
