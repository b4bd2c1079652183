import type { Model } from "../../model/model";
import { text } from "../../model/values";
import type { Gateway, GatewayContext } from "../gateway";
import { HttpApi } from "./http-api";

/**
 * A gateway for each HTTP API of the model.
 *
 * The server that listens sets `headersTimeout` and `requestTimeout`, and answers requests that are no HTTP.
 */
export function createHttpApis(model: Model, context: GatewayContext): readonly Gateway[] {
  return model
    .ofType("aws_apigatewayv2_api")
    .filter(({ values }) => text(values, "protocol_type") === "HTTP")
    .map((resource) => new HttpApi(model, resource, context));
}
