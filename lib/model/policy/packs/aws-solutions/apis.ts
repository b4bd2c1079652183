import { block, flag, text } from "../../../resources/values";
import type { Violation } from "../../rule";
import { each, type SolutionsRule } from "./solutions-rule";

const accessLogs = (type: string): SolutionsRule =>
  each(
    type,
    ({ values }) => block(values, "access_log_settings") === undefined,
    "its requests are not logged",
    "Leave `accessLog` on, or set it.",
  );

/** The versions of TLS for viewers that end with 1.1 or before. Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/secure-connections-supported-viewer-protocols-ciphers.html */
const weakProtocols = ["SSLv3", "TLSv1", "TLSv1_2016", "TLSv1.1_2016"];

export const apiRules = {
  "AwsSolutions-APIG1": (facts) => [
    ...accessLogs("aws_apigatewayv2_stage")(facts),
    ...accessLogs("aws_api_gateway_stage")(facts),
  ],
  "AwsSolutions-APIG2": each(
    "aws_api_gateway_rest_api",
    ({ values }, facts) =>
      !facts
        .ofType("aws_api_gateway_request_validator")
        .some((validator) => validator.values.rest_api_id === values.id),
    "it has no request validator",
    "Add an ApiGatewayRequestValidator, or check requests with route() and except this construct.",
  ),
  "AwsSolutions-APIG3": each(
    "aws_api_gateway_stage",
    ({ values }, facts) =>
      !facts
        .ofType("aws_wafv2_web_acl_association")
        .some((association) => association.values.resource_arn === values.arn),
    "no web ACL protects it",
    "Add a Wafv2WebAclAssociation with the ARN of the stage.",
  ),
  "AwsSolutions-APIG4": ({ routes }) =>
    routes
      .filter(({ kind }) => ["HTTP", "REST", "WebSocket"].includes(kind))
      // The other routes of a WebSocket API take the callers that $connect allowed.
      .filter(({ kind, key }) => kind !== "WebSocket" || key === "$connect")
      .filter(({ callers }) => callers.some(({ type }) => type === "anyone"))
      .map((at) => ({ at, problem: "it has no authorizer", remedy: "Set `authorizer` of the route." })),
  "AwsSolutions-APIG6": (facts) =>
    facts
      .ofType("aws_api_gateway_stage")
      .filter(
        ({ values }) =>
          !facts
            .ofType("aws_api_gateway_method_settings")
            .some((settings) => isLogged(settings.values, values.rest_api_id, values.stage_name)),
      )
      .map(
        (at): Violation => ({
          at,
          problem: "CloudWatch does not log all methods",
          remedy: 'Add ApiGatewayMethodSettings with methodPath "*/*" and settings.loggingLevel.',
        }),
      ),
  "AwsSolutions-ASC3": each(
    "aws_appsync_graphql_api",
    ({ values }) => text(block(values, "log_config") ?? {}, "field_log_level") === undefined,
    "its requests are not logged",
    "Set the log of the API.",
  ),
  "AwsSolutions-CFR3": each(
    "aws_cloudfront_distribution",
    ({ values }) => block(values, "logging_config") === undefined,
    "its requests are not logged",
    "Set loggingConfig of the distribution.",
  ),
  "AwsSolutions-CFR4": each(
    "aws_cloudfront_distribution",
    ({ values }) => {
      const certificate = block(values, "viewer_certificate") ?? {};
      const isDefault = flag(certificate, "cloudfront_default_certificate") === true;
      return isDefault || weakProtocols.includes(text(certificate, "minimum_protocol_version") ?? "TLSv1");
    },
    "viewers may use TLS 1.1 or before",
    "Give it a domain, whose certificate sets the version.",
  ),
} satisfies Readonly<Record<string, SolutionsRule>>;

function isLogged(
  { rest_api_id, stage_name, method_path, settings }: Readonly<Record<string, unknown>>,
  api: unknown,
  stage: unknown,
): boolean {
  const level = text(block({ settings }, "settings") ?? {}, "logging_level") ?? "OFF";
  return rest_api_id === api && stage_name === stage && method_path === "*/*" && level !== "OFF";
}
