export { StaticSite } from "./static-site";
export type { StaticSiteMetadata } from "./library";
