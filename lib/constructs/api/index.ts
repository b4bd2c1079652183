export type { ApiJwt, ApiThrottleProps, ApiUserDirectory, ApiUserPool } from "../../kit/gateway";
export { Api, apiProps } from "./api";
export type {
  ApiAuthorizer,
  ApiAuthorizerOverride,
  ApiFunctionAuthorizer,
  ApiJwtAuthorizer,
  ApiUserPoolAuthorizer,
} from "./authorizers";
export type { ApiCorsProps } from "./cors";
export { ApiAuthorizationType, ApiPayloadFormatVersion } from "./enumerations";
export type { ApiMetadata } from "./library";
export type { ApiAccessLogProps, ApiDefaults, ApiHttpApiOverride, ApiProps, ApiStageProps } from "./props";
export type {
  ApiAlbRouteProps,
  ApiBaseRouteProps,
  ApiCloudIntegrationProps,
  ApiCloudRouteProps,
  ApiFunctionIntegrationProps,
  ApiFunctionRouteProps,
  ApiGraphQLRouteProps,
  ApiIntegrationProps,
  ApiNlbRouteProps,
  ApiRouteProps,
  ApiUrlRouteProps,
  CloudSubtype,
  PayloadFormatVersion,
} from "./routes";
export { refuseStreaming } from "./routes";
export { addSharedRoutes, functionDefaults, takesSharedRoutes, type WithSharedRoutes } from "./shared-routes";
