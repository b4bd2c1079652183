import type { Construct } from "constructs";
import { constructId } from "../../kit/app";
import { checkKeys, type MapOf } from "../../kit/core";
import { defaultBuildCommand, type StaticSiteProps, staticSiteKeys } from "../../kit/site";
import { fail } from "./errors";

/** Props of a site that Create React App builds. */
export interface ReactStaticSiteProps extends Omit<StaticSiteProps, "vite"> {
  /**
   * Command that builds the site, in the folder of the site.
   *
   * @default - `yarn build` with a `yarn.lock` in the folder, otherwise `npm run build`
   */
  readonly buildCommand?: string | undefined;
  /** The folder with the built files, relative to the folder of the site. @default "build" */
  readonly buildOutput?: string | undefined;
  /** Environment variables of the build. Their names begin with `REACT_APP_`, the only ones that reach the pages. @default {} */
  readonly environment?: MapOf<string> | undefined;
}

const keys = staticSiteKeys.filter((key) => key !== "vite");

/** Refuses keys that this class does not have, and returns the props of the static site. */
export function staticPropsOf(scope: Construct, id: string, given: ReactStaticSiteProps): StaticSiteProps {
  const own = constructId(scope, id, given, '{ path: "web" }');
  const where = [scope.node.path, own].filter((part) => part !== "").join("/");
  checkKeys(where, "props", given, keys);
  for (const key of Object.keys(Object(given.environment))) {
    if (!key.startsWith("REACT_APP_")) fail(where, "site-react-variable", `environment.${key}`, { key });
  }
  const { buildCommand, buildOutput, ...props } = given;
  return {
    ...props,
    buildCommand: buildCommand ?? defaultBuildCommand(scope, where, props.path),
    buildOutput: buildOutput ?? "build",
  };
}
