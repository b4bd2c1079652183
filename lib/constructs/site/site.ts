import type { Construct, IConstruct } from "constructs";
import { collectProblems } from "../../facts/errors/problems";
import { type Binding, bindingTarget } from "../../kit/app";
import { acceptedKeys, withoutUndefined } from "../../kit/core";
import { createServerSite, planServerSite, type SiteProps, siteKeys } from "../../kit/site";
import { type ServerSiteMetadata, siteDescription } from "./library";
import { ServerSite } from "./server-site";

/**
 * A site of any framework: the files of its build on CloudFront, and its own Node server in a function for all other paths.
 *
 * Builds the site. Only the distribution can read the files and call the function, which streams its responses.
 *
 * @example
 * new Site(stack, "Web", { path: "web", bind: [table], routes: { "/api/*": api } });
 */
export class Site extends ServerSite {
  constructor(scope: Construct, id: string, props: SiteProps) {
    const given = withoutUndefined(props);
    super(scope, id, given, (site) => {
      const plan = collectProblems(() => planServerSite(site, acceptedKeys(site, "props", given, siteKeys)));
      return createServerSite(site, plan);
    });
  }

  [bindingTarget](consumer?: IConstruct): Binding {
    return this.urlBinding(siteDescription, consumer);
  }

  getConstructMetadata(): ServerSiteMetadata<"Site"> {
    return this.serverMetadataOf("Site");
  }
}
