export type * from "./authorizers/props";
export type { RestV1ApiCorsPreflightOptions } from "./cors";
export type * from "./domain/props";
export type { RestV1ApiGatewayResponseProps } from "./gateway-responses";
export type { RestV1ApiStandardSchema } from "./json-schema";
export type { RestV1ApiModelProps } from "./model";
export type * from "./props";
export type { RestV1ApiRequestChecks, RestV1ApiRequestSchemas } from "./request-checks";
export type { RestApi, RestV1ApiKeyProps, RestV1ApiRequestValidatorProps } from "./rest-api";
export { RestV1Api } from "./rest-v1-api";
export type * from "./routes/props";
export type { RestV1ApiDeployOptions } from "./stage";
export type {
  RestV1ApiQuota,
  RestV1ApiThrottle,
  RestV1ApiUsagePlan,
  RestV1ApiUsagePlanProps,
  RestV1ApiUsagePlanStage,
} from "./usage-plan";
