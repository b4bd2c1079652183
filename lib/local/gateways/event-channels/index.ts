import type { Model } from "../../../model/resources/model";
import { type Gateway, type GatewayContext, gatewaysOf } from "../gateway";
import { ServedEventsApi } from "./events-api";

/** Creates a gateway for each API for events of the model, or keeps the existing one. */
export function createEventApis(
  model: Model,
  context: GatewayContext,
  before: readonly Gateway[] = [],
): readonly Gateway[] {
  const resources = model.ofType("aws_appsync_api");
  return gatewaysOf("EVENTS", resources, ServedEventsApi, { model, context, before });
}
