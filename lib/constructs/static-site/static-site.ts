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

/** Name of the method that makes the props of a static site from those of a class with other props. */
export const staticProps: unique symbol = Symbol("static props");

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
    const written = withoutUndefined(props);
    let given = written;
    super(scope, id, written, (site) => {
      const plan = collectProblems(() => {
        given = (site as StaticSite)[staticProps](written);
        return planStaticSite(site, given);
      });
      return createStaticSite(site, plan);
    });
    const { path, environment = {}, vite } = given;
    const { appPath } = Stack.of(this).app;
    this.writeTypes = () =>
      writeViteTypes(appPath, path, vite?.types ?? "src/serverform-env.d.ts", Object.keys(environment));
  }

  /** @internal The props of a class with props of its own. Called before the construct has any fields. */
  [staticProps](given: StaticSiteProps): StaticSiteProps {
    return given;
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
