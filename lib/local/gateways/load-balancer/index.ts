import type { Model } from "../../model/model";
import { type Gateway, type GatewayContext, keptGateway } from "../gateway";
import { listenerResources } from "./config";
import { ServedLoadBalancer } from "./load-balancer";

export { listenerResources } from "./config";

/** Creates a gateway for each listener of the model that leads to functions, or keeps the existing one. */
export function createLoadBalancers(
  model: Model,
  context: GatewayContext,
  before: readonly Gateway[] = [],
): readonly Gateway[] {
  return listenerResources(model).map(
    (resource) =>
      keptGateway(before, "ALB", resource, model) ?? new ServedLoadBalancer(model, resource, context),
  );
}
