// The module `serverform/node/site` for ES module bundles, which wait for the URLs while they load.
import { fetchSites } from "./site.js";

export {
  fetchSites,
  ReactStaticSite,
  type ReactStaticSiteResources,
  StaticSite,
  type StaticSiteResources,
  ViteStaticSite,
  type ViteStaticSiteResources,
} from "./site.js";

await fetchSites();
