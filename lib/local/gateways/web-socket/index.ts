import type { Timers } from "../../clock";
import type { Model } from "../../model/model";
import { text } from "../../model/values";
import type { Gateway, GatewayContext } from "../gateway";
import { WebSocketApi } from "./web-socket-api";

/** A gateway for each WebSocket API of the model. */
export function createWebSocketApis(
  model: Model,
  context: GatewayContext & { readonly clock: Timers },
): readonly Gateway[] {
  return model
    .ofType("aws_apigatewayv2_api")
    .filter(({ values }) => text(values, "protocol_type") === "WEBSOCKET")
    .map((resource) => new WebSocketApi(model, resource, context));
}
