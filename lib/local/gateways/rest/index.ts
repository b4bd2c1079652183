import type { Model } from "../../model/model";
import { type Gateway, type GatewayContext, gatewaysOf } from "../gateway";
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
  const resources = model.ofType("aws_api_gateway_rest_api");
  return gatewaysOf("REST", resources, ServedRestApi, { model, context, before });
}
