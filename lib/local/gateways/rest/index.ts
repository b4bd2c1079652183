import type { Model } from "../../model/model";
import type { Gateway, GatewayContext } from "../gateway";
import { RestApi } from "./rest-api";

/**
 * A gateway for each REST API of the model.
 *
 * The server that listens sets `headersTimeout` and `requestTimeout`, and answers requests that are no HTTP.
 */
export function createRestApis(model: Model, context: GatewayContext): readonly Gateway[] {
  return model.ofType("aws_api_gateway_rest_api").map((resource) => new RestApi(model, resource, context));
}
