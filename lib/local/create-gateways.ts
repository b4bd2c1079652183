import { createGraphqlApis } from "./gateways/app-sync";
import { createEventApis } from "./gateways/event-channels";
import { createFunctionUrls } from "./gateways/function-url";
import type { Gateway, GatewayContext } from "./gateways/gateway";
import { createHttpApis } from "./gateways/http";
import { createRestApis } from "./gateways/rest";
import { createSites } from "./gateways/site";
import { createWebSocketApis } from "./gateways/web-socket";
import type { Model } from "./model/model";

/** HTTP and REST APIs first, then WebSocket, GraphQL and event APIs, the URLs of functions, and sites. */
export function createGateways(
  model: Model,
  context: GatewayContext,
  before: readonly Gateway[] = [],
): readonly Gateway[] {
  return [
    ...createHttpApis(model, context, before),
    ...createRestApis(model, context, before),
    ...createWebSocketApis(model, context, before),
    ...createGraphqlApis(model, context, before),
    ...createEventApis(model, context, before),
    ...createFunctionUrls(model, context, before),
    ...createSites(model, context, before),
  ];
}
