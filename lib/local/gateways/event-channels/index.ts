import type { Model } from "../../model/model";
import { type Gateway, type GatewayContext, keptGateway } from "../gateway";
import { ServedEventsApi } from "./events-api";

/** Creates a gateway for each API for events of the model, or keeps the existing one. */
export function createEventApis(
  model: Model,
  context: GatewayContext,
  before: readonly Gateway[] = [],
): readonly Gateway[] {
  return model
    .ofType("aws_appsync_api")
    .map(
      (resource) =>
        keptGateway(before, "EVENTS", resource, model) ?? new ServedEventsApi(model, resource, context),
    );
}
