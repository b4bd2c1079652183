import { text } from "../../../model";
import { creates } from "../gateway";
import { ServedHttpApi } from "./http-api";

/** The gateways of HTTP APIs. The listening server sets `headersTimeout` and `requestTimeout`, and answers malformed requests. */
export const createHttpApis = creates(
  "HTTP",
  (model) =>
    model.ofType("aws_apigatewayv2_api").filter(({ values }) => text(values, "protocol_type") === "HTTP"),
  ServedHttpApi,
);
