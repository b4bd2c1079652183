import { text } from "../../../model";
import { creates } from "../gateway";
import { ServedWebSocketApi } from "./web-socket-api";

export const createWebSocketApis = creates(
  "WEBSOCKET",
  (model) =>
    model
      .ofType("aws_apigatewayv2_api")
      .filter(({ values }) => text(values, "protocol_type") === "WEBSOCKET"),
  ServedWebSocketApi,
);
