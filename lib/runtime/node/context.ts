export { Context, type ContextValue } from "./requests/context-values";
export type { GatewayEvent, GatewayEventV1, GatewayEventV2, LambdaContext } from "./requests/gateway-event";
export {
  Handler,
  type HandlerEvents,
  type SqsBatchResponse,
  type SqsEvent,
  useEvent,
  useLambdaContext,
} from "./requests/invocation";
