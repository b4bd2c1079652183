export type { StaticSiteMetadata } from "./library";
export { StaticSite, staticProps } from "./static-site";
