import type { IConstruct } from "constructs";
import { attempt, mapAttempts } from "../../facts/errors/problems";
import { acceptedKeys, isPlainObject, type MapOf } from "../../kit/core";
import { type StaticSiteProps, siteBuildCommand, staticSiteKeys } from "../../kit/site";
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
export function staticPropsOf(site: IConstruct, given: ReactStaticSiteProps): StaticSiteProps {
  const { buildCommand, buildOutput, ...props } = acceptedKeys(site, "props", given, keys);
  const { environment } = props;
  mapAttempts(isPlainObject(environment) ? Object.keys(environment) : [], (key) => {
    if (!key.startsWith("REACT_APP_")) fail(site, "site-react-variable", `environment.${key}`, { key });
  });
  return {
    ...props,
    buildCommand: buildCommand ?? attempt(() => siteBuildCommand(site, props.path)),
    buildOutput: buildOutput ?? "build",
  };
}
