import { type Model, text } from "../../../model";
import { type Gateway, type GatewayContext, gatewaysOf } from "../gateway";
import { ServedWebSocketApi } from "./web-socket-api";

/** Creates a gateway for each WebSocket API of the model, or keeps the existing one. */
export function createWebSocketApis(
  model: Model,
  context: GatewayContext,
  before: readonly Gateway[] = [],
): readonly Gateway[] {
  const resources = model
    .ofType("aws_apigatewayv2_api")
    .filter(({ values }) => text(values, "protocol_type") === "WEBSOCKET");
  return gatewaysOf("WEBSOCKET", resources, ServedWebSocketApi, { model, context, before });
}
