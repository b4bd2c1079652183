import type { Model } from "../../model/model";
import { type Gateway, type GatewayContext, keptGateway } from "../gateway";
import { ServedRestApi } from "./rest-api";

/**
 * Creates a gateway for each REST API of the model, or keeps the existing one.
 *
 * The listening server sets `headersTimeout` and `requestTimeout`, and answers malformed requests.
 */
export function createRestApis(
  model: Model,
  context: GatewayContext,
  before: readonly Gateway[] = [],
): readonly Gateway[] {
  return model
    .ofType("aws_api_gateway_rest_api")
    .map(
      (resource) =>
        keptGateway(before, "REST", resource, model) ?? new ServedRestApi(model, resource, context),
    );
}
