export type {
  WebSocketApiAccessLogProps,
  WebSocketApiDomainProps,
  WebSocketApiFunctionAuthorizer,
  WebSocketApiFunctionRouteProps,
  WebSocketApiProps,
} from "./props";
export { WebSocketApi } from "./web-socket-api";
