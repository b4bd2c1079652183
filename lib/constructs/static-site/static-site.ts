import type { Construct, IConstruct } from "constructs";
import { collectProblems } from "../../facts/errors/problems";
import { type Binding, beforeBundling, bindingTarget, Stack } from "../../kit/app";
import { withoutUndefined } from "../../kit/core";
import {
  createStaticSite,
  planStaticSite,
  SiteBase,
  type StaticSiteProps,
  writeViteTypes,
} from "../../kit/site";
import { type StaticSiteMetadata, staticSiteDescription } from "./library";

/**
 * A site of files, such as the build of a single page application, on CloudFront.
 *
 * Builds the site, uploads its files to a private bucket that only the distribution can read, and drops the former files from the
 * caches. APIs may stand under the same domain.
 *
 * @example
 * new StaticSite(stack, "Web", {
 *   path: "web",
 *   buildCommand: "npm run build",
 *   buildOutput: "dist",
 *   environment: { VITE_API_URL: api.url },
 * });
 */
export class StaticSite extends SiteBase {
  private readonly writeTypes: () => void;

  constructor(scope: Construct, id: string, props: StaticSiteProps) {
    const given = withoutUndefined(props);
    super(scope, id, given, (site) =>
      createStaticSite(
        site,
        collectProblems(() => planStaticSite(site, given)),
      ),
    );
    const { path, environment = {}, vite } = given;
    const { appPath } = Stack.of(this).app;
    this.writeTypes = () =>
      writeViteTypes(appPath, path, vite?.types ?? "src/serverform-env.d.ts", Object.keys(environment));
  }

  [bindingTarget](consumer?: IConstruct): Binding {
    return this.urlBinding(staticSiteDescription, consumer);
  }

  getConstructMetadata(): StaticSiteMetadata {
    return this.metadataOf("StaticSite");
  }

  [beforeBundling](): void {
    this.writeTypes();
  }
}
