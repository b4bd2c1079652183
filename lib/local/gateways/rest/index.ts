import type { Model } from "../../../model";
import { type Gateway, type GatewayContext, gatewaysOf } from "../gateway";
import { ServedRestApi } from "./rest-api";
import { createSharedServices } from "./services";

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
  const resources = model.ofType("aws_api_gateway_rest_api");
  const known = before.find((each): each is ServedRestApi => each instanceof ServedRestApi);
  const shared = known?.shared ?? createSharedServices(context);
  return gatewaysOf("REST", resources, ServedRestApi, { model, context: { ...context, shared }, before });
}
