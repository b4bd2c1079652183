export type { ViteStaticSiteProps } from "./props";
export { ViteStaticSite } from "./vite-static-site";
