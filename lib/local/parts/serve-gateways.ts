import type { Model } from "../../model";
import type * as appSync from "../gateways/app-sync";
import type * as eventChannels from "../gateways/event-channels";
import { createFunctionUrls } from "../gateways/function-url";
import type { Gateway, GatewayContext } from "../gateways/gateway";
import { createHttpApis } from "../gateways/http";
import { createLoadBalancers } from "../gateways/load-balancer";
import { createRestApis } from "../gateways/rest";
import { createSites } from "../gateways/site";
import { createWebSocketApis } from "../gateways/web-socket";
import type { GatewayServers } from "../servers";
import type { RunningParts } from "./running-parts";

/** HTTP and REST APIs first, then WebSocket, GraphQL and event APIs, the URLs of functions, sites, and load balancers. */
function createGateways(
  model: Model,
  context: GatewayContext,
  before: readonly Gateway[] = [],
): readonly Gateway[] {
  return [
    ...createHttpApis(model, context, before),
    ...createRestApis(model, context, before),
    ...createWebSocketApis(model, context, before),
    ...graphqlApis(model, context, before),
    ...eventApis(model, context, before),
    ...createFunctionUrls(model, context, before),
    ...createSites(model, context, before),
    ...createLoadBalancers(model, context, before),
  ];
}

export async function serveGateways(
  running: RunningParts,
  app: { readonly model: Model },
  context: GatewayContext,
  servers: GatewayServers,
): Promise<void> {
  let gateways: readonly Gateway[] = [];
  await running.step("the APIs", () => {
    gateways = createGateways(app.model, context, gateways);
    return servers.serve(gateways);
  });
}

type Create = (model: Model, context: GatewayContext, before: readonly Gateway[]) => readonly Gateway[];

// AppSync is a tenth of this server's code: other apps do not load it.

const graphqlApis: Create = (model, ...given) => {
  if (model.ofType("aws_appsync_graphql_api").length === 0) return [];
  return (require("../gateways/app-sync") as typeof appSync).createGraphqlApis(model, ...given);
};

const eventApis: Create = (model, ...given) => {
  if (model.ofType("aws_appsync_api").length === 0) return [];
  return (require("../gateways/event-channels") as typeof eventChannels).createEventApis(model, ...given);
};
