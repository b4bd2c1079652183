import { boundIds } from "../../facts/bindings";
import { fetchValues } from "../bindings/placeholders";
import { boundResources, type WrittenAtSynthesis } from "../bindings/resources";

/** Static sites of the app, by id; synthesis writes them. */
export interface StaticSiteResources extends WrittenAtSynthesis {}

/** Sites of the app that Vite builds, by id; synthesis writes them. */
export interface ViteStaticSiteResources extends WrittenAtSynthesis {}

/** Sites of the app that Create React App builds, by id; synthesis writes them. */
export interface ReactStaticSiteResources extends WrittenAtSynthesis {}

const classNames = ["StaticSite", "ViteStaticSite", "ReactStaticSite"] as const;

/** A site's URL is in SSM, because the site may depend on the function. */
const site = (className: (typeof classNames)[number]) => ({
  className,
  variables: ["url"] as const,
  fetchWith: () => "await fetchSites()",
});

/**
 * The static sites that this function is bound to.
 *
 * A bundle in the format `esm` reads their URLs while it loads. A bundle in the format `cjs` must first await `fetchSites`.
 *
 * @example
 * return { statusCode: 302, headers: { location: StaticSite.web.url } };
 */
export const StaticSite = boundResources<StaticSiteResources>(site("StaticSite"));

/** The sites that Vite builds that this function is bound to. */
export const ViteStaticSite = boundResources<ViteStaticSiteResources>(site("ViteStaticSite"));

/** The sites that Create React App builds that this function is bound to. */
export const ReactStaticSite = boundResources<ReactStaticSiteResources>(site("ReactStaticSite"));

/**
 * Reads the URLs of the sites that this function is bound to, once per container.
 *
 * @example
 * await fetchSites();
 * const { url } = StaticSite.web;
 */
export async function fetchSites(): Promise<void> {
  await fetchValues(
    classNames.flatMap((className) =>
      boundIds(process.env, className, "url").map((id) => ({ className, variable: "url", id })),
    ),
  );
}
