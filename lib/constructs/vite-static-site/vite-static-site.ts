import type { Construct, IConstruct } from "constructs";
import { type Binding, bindingTarget, Stack } from "../../kit/app";
import type { StaticSiteProps } from "../../kit/site";
import { StaticSite, staticProps } from "../static-site";
import { viteStaticSiteDescription } from "./library";
import { staticPropsOf, type ViteStaticSiteProps } from "./props";

/**
 * A site that Vite builds.
 *
 * @deprecated Use `StaticSite` with `buildCommand: "npm run build"` and `buildOutput: "dist"`.
 *
 * @example
 * new ViteStaticSite(stack, "Web", { path: "web", environment: { VITE_API_URL: api.url } });
 */
export class ViteStaticSite extends StaticSite {
  constructor(scope: Construct, id: string, props: ViteStaticSiteProps) {
    super(scope, id, props);
    Stack.of(this).app.addNotice("serverform: `ViteStaticSite` is deprecated; use `StaticSite`", this);
  }

  /** @internal */
  override [staticProps](given: ViteStaticSiteProps): StaticSiteProps {
    return staticPropsOf(this, given);
  }

  override [bindingTarget](consumer?: IConstruct): Binding {
    return this.urlBinding(viteStaticSiteDescription, consumer);
  }
}
