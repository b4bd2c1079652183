/**
 * The resource types that a deployment of a REST API is a snapshot of.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/updating-api.html
 */
export const restDeploymentParts: ReadonlySet<string> = new Set([
  "aws_api_gateway_authorizer",
  "aws_api_gateway_documentation_part",
  "aws_api_gateway_gateway_response",
  "aws_api_gateway_integration",
  "aws_api_gateway_integration_response",
  "aws_api_gateway_method",
  "aws_api_gateway_method_response",
  "aws_api_gateway_model",
  "aws_api_gateway_request_validator",
  "aws_api_gateway_resource",
  "aws_api_gateway_rest_api_policy",
]);
