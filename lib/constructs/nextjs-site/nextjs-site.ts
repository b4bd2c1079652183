import type { Construct, IConstruct } from "constructs";
import { collectProblems } from "../../facts/errors/problems";
import { type Binding, bindingTarget } from "../../kit/app/binding";
import { withoutUndefined } from "../../kit/core/checks/absence";
import { createServerSite, type NextjsSiteProps } from "../../kit/site";
import { ServerSite, type ServerSiteMetadata } from "../site";
import { nextjsSiteDescription } from "./library";
import { planNextjsSite } from "./plan";

/**
 * A site that Next.js builds, with `output: "standalone"`, or with `output: "export"` and `server: false`.
 *
 * @example
 * new NextjsSite(stack, "Web", { path: "web", environment: { API_URL: api.url }, bind: [table] });
 */
export class NextjsSite extends ServerSite {
  constructor(scope: Construct, id: string, props: NextjsSiteProps) {
    const given = withoutUndefined(props);
    super(scope, id, given, (site) =>
      createServerSite(
        site,
        collectProblems(() => planNextjsSite(site, given)),
      ),
    );
  }

  [bindingTarget](consumer?: IConstruct): Binding {
    return this.urlBinding(nextjsSiteDescription, consumer);
  }

  getConstructMetadata(): ServerSiteMetadata<"NextjsSite"> {
    return this.serverMetadataOf("NextjsSite");
  }
}
