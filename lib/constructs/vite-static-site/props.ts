import type { Construct } from "constructs";
import { constructId } from "../../kit/app";
import { checkKeys, joinKeys, propKeys } from "../../kit/core";
import { defaultBuildCommand, type StaticSiteProps, staticSiteKeys } from "../../kit/site";

/** Props of a site that Vite builds. */
export interface ViteStaticSiteProps extends Omit<StaticSiteProps, "vite"> {
  /**
   * Command that builds the site, in the folder of the site.
   *
   * @default - `yarn build` with a `yarn.lock` in the folder, otherwise `npm run build`
   */
  readonly buildCommand?: string | undefined;
  /** The folder with the built files, relative to the folder of the site. @default "dist" */
  readonly buildOutput?: string | undefined;
  /**
   * File below `path` that declares the variables of `environment` for editors.
   *
   * @default "src/serverform-env.d.ts"
   */
  readonly typesPath?: string | undefined;
}

const keys = joinKeys(
  staticSiteKeys.filter((key) => key !== "vite"),
  propKeys<Pick<ViteStaticSiteProps, "typesPath">>()({ typesPath: "text" }),
);

/**
 * Refuses keys that this class does not have, and returns the props of the static site.
 *
 * Runs before the construct exists, because StaticSite would refuse the keys that it does not have.
 */
export function staticPropsOf(scope: Construct, id: string, given: ViteStaticSiteProps): StaticSiteProps {
  const own = constructId(scope, id, given, '{ path: "web" }');
  const where = [scope.node.path, own].filter((part) => part !== "").join("/");
  checkKeys(where, "props", given, keys);
  const { typesPath, buildCommand, buildOutput, ...props } = given;
  return {
    ...props,
    buildCommand: buildCommand ?? defaultBuildCommand(scope, where, props.path),
    buildOutput: buildOutput ?? "dist",
    ...(typesPath !== undefined && { vite: { types: typesPath } }),
  };
}
