export type {
  RestV1ApiAuthorizer,
  RestV1ApiAuthorizerCdkProps,
  RestV1ApiAuthorizerOverride,
  RestV1ApiFnRequestAuthorizer,
  RestV1ApiFnTokenAuthorizer,
  RestV1ApiUserDirectory,
  RestV1ApiUserPoolsAuthorizer,
} from "./authorizers";
export type { RestV1ApiCorsPreflightOptions } from "./cors";
export type {
  RestV1ApiCustomDomainCdkProps,
  RestV1ApiCustomDomainProps,
  RestV1ApiDomainNameOverride,
  RestV1ApiEnhancedSecurityPolicy,
  RestV1ApiMtlsProps,
  RestV1ApiRoutingRule,
  RestV1ApiTruststoreBucket,
} from "./domain/props";
export type { RestV1ApiGatewayResponseProps } from "./gateway-responses";
export type { RestV1ApiStandardSchema } from "./json-schema";
export type { RestV1ApiModelProps } from "./model";
export type {
  RestV1ApiAccessLogProps,
  RestV1ApiDefaults,
  RestV1ApiProps,
  RestV1ApiRestApiProps,
} from "./props";
export type { RestV1ApiRequestChecks, RestV1ApiRequestSchemas } from "./request-checks";
export type { RestApi, RestV1ApiKeyProps, RestV1ApiRequestValidatorProps } from "./rest-api";
export { RestV1Api } from "./rest-v1-api";
export type {
  RestV1ApiAlbRouteProps,
  RestV1ApiBalancerIntegrationProps,
  RestV1ApiBaseRouteProps,
  RestV1ApiFunctionRouteProps,
  RestV1ApiIntegrationProps,
  RestV1ApiIntegrationResponse,
  RestV1ApiMethodProps,
  RestV1ApiMethodResponse,
  RestV1ApiNlbRouteProps,
  RestV1ApiRouteProps,
} from "./routes";
export type { RestV1ApiDeployOptions } from "./stage";
export type {
  RestV1ApiQuota,
  RestV1ApiThrottle,
  RestV1ApiUsagePlan,
  RestV1ApiUsagePlanProps,
  RestV1ApiUsagePlanStage,
} from "./usage-plan";
