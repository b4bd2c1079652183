import type { Model } from "../../../model";
import { type Gateway, type GatewayContext, gatewaysOf } from "../gateway";
import { siteResources } from "./config";
import { ServedSite } from "./site";

export { readSite, type SiteDevServer, siteResources } from "./config";

/** Creates a gateway for each site of the model, or keeps the existing one. */
export function createSites(
  model: Model,
  context: GatewayContext,
  before: readonly Gateway[] = [],
): readonly Gateway[] {
  const resources = siteResources(model);
  return gatewaysOf("SITE", resources, ServedSite, { model, context, before });
}
