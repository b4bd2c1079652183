export { planSiteDomain } from "./delivery/domain";
export { createViewerFunction } from "./delivery/viewer-function";
export { writeViteTypes } from "./files/vite-types";
export { siteBuildCommand, siteFolder } from "./folders";
export type { SiteMetadata } from "./library";
export { siteRow } from "./library";
export type * from "./props";
export { type StaticSiteProps, staticSiteKeys } from "./props";
export { createServerSite, type ServerSiteParts } from "./server/create";
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
export { SiteBase } from "./site";
export { createStaticSite, planStaticSite } from "./static";
