export type {
  WebSocketApiAccessLogProps,
  WebSocketApiAuthorizer,
  WebSocketApiDomainProps,
  WebSocketApiFunctionAuthorizer,
  WebSocketApiFunctionRouteProps,
  WebSocketApiJwtAuthorizer,
  WebSocketApiProps,
  WebSocketApiTokenSource,
  WebSocketApiUserPoolAuthorizer,
} from "./props";
export { WebSocketApi } from "./web-socket-api";
