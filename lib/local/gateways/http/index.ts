import type { Model } from "../../model/model";
import { text } from "../../model/values";
import { type Gateway, type GatewayContext, keptGateway } from "../gateway";
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
  return model
    .ofType("aws_apigatewayv2_api")
    .filter(({ values }) => text(values, "protocol_type") === "HTTP")
    .map(
      (resource) =>
        keptGateway(before, "HTTP", resource, model) ?? new ServedHttpApi(model, resource, context),
    );
}
