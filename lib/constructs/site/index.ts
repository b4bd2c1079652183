export type { ServerSiteMetadata } from "./library";
export { ServerSite } from "./server-site";
export { Site } from "./site";
