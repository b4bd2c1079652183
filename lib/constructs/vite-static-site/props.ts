import type { IConstruct } from "constructs";
import { attempt } from "../../facts/errors/problems";
import { acceptedKeys, joinKeys, propKeys } from "../../kit/core";
import { type StaticSiteProps, siteBuildCommand, staticSiteKeys } from "../../kit/site";

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

/** Refuses keys that this class does not have, and returns the props of the static site. */
export function staticPropsOf(site: IConstruct, given: ViteStaticSiteProps): StaticSiteProps {
  const { typesPath, buildCommand, buildOutput, ...props } = acceptedKeys(site, "props", given, keys);
  return {
    ...props,
    buildCommand: buildCommand ?? attempt(() => siteBuildCommand(site, props.path)),
    buildOutput: buildOutput ?? "dist",
    ...(typesPath !== undefined && { vite: { types: typesPath } }),
  };
}
