import { creates } from "../gateway";
import { siteResources } from "./config";
import { ServedSite } from "./site";

export { readSite, type SiteDevServer, siteResources } from "./config";

export const createSites = creates("SITE", siteResources, ServedSite);
