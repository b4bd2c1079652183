export { SiteBucket } from "./delivery/bucket";
export { createSiteDistribution, managedPolicies } from "./delivery/distribution";
export { planSiteDomain, SiteDomain } from "./delivery/domain";
export { createInvalidation } from "./delivery/invalidation";
export { planSiteRoutes } from "./delivery/routes";
export { createViewerFunction, viewerFunction } from "./delivery/viewer-function";
export { SiteFiles } from "./files/site-files";
export { writeViteTypes } from "./files/vite-types";
export { belowSite, defaultBuildCommand, siteFolder } from "./folders";
export type {
  SiteBaseProps,
  SiteCdkProps,
  SiteDevProps,
  SiteDistributionOverride,
  SiteDomainProps,
  SiteFileOptions,
  SiteReplaceValue,
} from "./props";
export { createServerSite, type ServerSiteParts } from "./server/create";
export { siteServerTexts } from "./server/errors";
export type { FrameworkName } from "./server/frameworks";
export { planServerSite } from "./server/plan";
export {
  type NextjsSiteProps,
  nextjsSiteKeys,
  type ServerSiteProps,
  type SiteFunctionProps,
  type SiteProps,
  type SiteServerProps,
  siteKeys,
} from "./server/props";
export { SiteBase, type SiteParts } from "./site";
export { createStaticSite, planStaticSite } from "./static";
export { type StaticSiteProps, staticSiteKeys } from "./static-props";
