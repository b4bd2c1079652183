import { type Model, text } from "../../../model";
import { type Gateway, type GatewayContext, gatewaysOf } from "../gateway";
import { ServedHttpApi } from "./http-api";

/**
 * Creates a gateway for each HTTP API of the model, or keeps the existing one.
 *
 * The listening server sets `headersTimeout` and `requestTimeout`, and answers malformed requests.
 */
export function createHttpApis(
  model: Model,
  context: GatewayContext,
  before: readonly Gateway[] = [],
): readonly Gateway[] {
  const resources = model
    .ofType("aws_apigatewayv2_api")
    .filter(({ values }) => text(values, "protocol_type") === "HTTP");
  return gatewaysOf("HTTP", resources, ServedHttpApi, { model, context, before });
}
