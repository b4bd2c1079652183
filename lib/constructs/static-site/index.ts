export type { StaticSiteMetadata } from "./library";
export { StaticSite } from "./static-site";
