import type { Construct, IConstruct } from "constructs";
import { type Binding, bindingTarget, Stack } from "../../kit/app";
import type { StaticSiteProps } from "../../kit/site";
import { StaticSite, staticProps } from "../static-site";
import { reactStaticSiteDescription } from "./library";
import { type ReactStaticSiteProps, staticPropsOf } from "./props";

/**
 * A site that Create React App builds.
 *
 * @deprecated Use `StaticSite` with `buildCommand: "npm run build"` and `buildOutput: "build"`.
 *
 * @example
 * new ReactStaticSite(stack, "Web", { path: "web", environment: { REACT_APP_API_URL: api.url } });
 */
export class ReactStaticSite extends StaticSite {
  constructor(scope: Construct, id: string, props: ReactStaticSiteProps) {
    super(scope, id, props);
    Stack.of(this).app.addNotice("serverform: `ReactStaticSite` is deprecated; use `StaticSite`", this);
  }

  /** @internal */
  override [staticProps](given: ReactStaticSiteProps): StaticSiteProps {
    return staticPropsOf(this, given);
  }

  override [bindingTarget](consumer?: IConstruct): Binding {
    return this.urlBinding(reactStaticSiteDescription, consumer);
  }
}
