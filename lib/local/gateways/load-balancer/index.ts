import { listenerResources, type Model } from "../../../model";
import { type Gateway, type GatewayContext, gatewaysOf } from "../gateway";
import { ServedLoadBalancer } from "./load-balancer";

export { listenerResources } from "../../../model";

/** Creates a gateway for each listener of the model that leads to functions, or keeps the existing one. */
export function createLoadBalancers(
  model: Model,
  context: GatewayContext,
  before: readonly Gateway[] = [],
): readonly Gateway[] {
  const resources = listenerResources(model);
  return gatewaysOf("ALB", resources, ServedLoadBalancer, { model, context, before });
}
