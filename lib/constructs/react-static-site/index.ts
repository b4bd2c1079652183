export type { ReactStaticSiteProps } from "./props";
export { ReactStaticSite } from "./react-static-site";
