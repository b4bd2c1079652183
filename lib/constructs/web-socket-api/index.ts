export type {
  WebSocketApiAccessLogProps,
  WebSocketApiAuthorizer,
  WebSocketApiAuthorizerOverride,
  WebSocketApiDomainCdkProps,
  WebSocketApiDomainProps,
  WebSocketApiFunctionAuthorizer,
  WebSocketApiFunctionRouteProps,
  WebSocketApiJwtAuthorizer,
  WebSocketApiOverride,
  WebSocketApiProps,
  WebSocketApiStageOverride,
  WebSocketApiTokenSource,
  WebSocketApiUserPoolAuthorizer,
} from "./props";
export { WebSocketApi } from "./web-socket-api";
