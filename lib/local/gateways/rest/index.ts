import type { Model } from "../../model/model";
import { type Gateway, type GatewayContext, keptGateway } from "../gateway";
import { ServedRestApi } from "./rest-api";

/**
 * A gateway for each REST API of the model; one from before a change goes on.
 *
 * The server that listens sets `headersTimeout` and `requestTimeout`, and answers requests that are no HTTP.
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
        keptGateway(before, "REST", resource.address, model) ?? new ServedRestApi(model, resource, context),
    );
}
