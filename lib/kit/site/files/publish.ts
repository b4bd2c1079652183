import type { Construct } from "constructs";
import { Stack } from "../../app";
import { present } from "../../core/checks/absence";
import type { PlannedSiteBucket, SiteBucket } from "../delivery/bucket";
import { createInvalidation } from "../delivery/invalidation";
import { coversPattern, type PlannedSiteRoute } from "../delivery/routes";
import type { SiteBaseProps } from "../props";
import type { SiteBuild } from "./build";
import { buildEnvironment } from "./replacements";
import type { SiteFile } from "./scan";
import { SiteFiles, type SiteFilesOptions } from "./site-files";

/** The props of a site that concern its files. */
export interface PlannedFiles extends Pick<SiteFilesOptions, "cacheControlOf" | "replacements"> {
  readonly props: Pick<SiteBaseProps, "environment" | "waitForInvalidation">;
  /** Absolute. */
  readonly folder: string;
  readonly buildCommand: string | undefined;
  readonly bucket: PlannedSiteBucket;
  readonly routes: readonly PlannedSiteRoute[];
}

/** Where the files are, and where they go. */
export interface PublishedFiles
  extends Pick<SiteFilesOptions, "prop" | "folders" | "check" | "copyPrefix" | "distribution" | "page"> {
  readonly bucket: SiteBucket;
  /** Folders that the build makes. Absolute. */
  readonly outputs: readonly string[];
  /** Texts that change when CloudFront must drop what it keeps, beside the files. @default - none */
  readonly triggers?: Readonly<Record<string, string>> | undefined;
  /** Variables of the build beside `environment`. They are read when it runs. @default - none */
  readonly variables?: (() => Readonly<Record<string, string>>) | undefined;
}

/** Creates the files of a site, and the invalidation of those that they replace. */
export function publishFiles(
  site: Construct,
  {
    props,
    folder,
    buildCommand: command,
    cacheControlOf,
    replacements,
    bucket: planned,
    routes,
  }: PlannedFiles,
  { bucket: { bucket }, outputs, triggers, variables, check, ...given }: PublishedFiles,
): SiteFiles {
  const { environment = {}, waitForInvalidation = true } = props;
  const build: SiteBuild | undefined =
    command === undefined
      ? undefined
      : {
          site,
          prop: "buildCommand",
          command,
          folder,
          outputs,
          environment: () => buildEnvironment({ ...variables?.(), ...present(environment) }),
        };
  const files = new SiteFiles({
    ...given,
    site,
    bucket: bucket.bucket,
    bucketArn: bucket.arn,
    build,
    cacheControlOf,
    replacements,
    check: (found) => {
      check?.(found);
      noticeHidden(site, routes, found);
    },
    provider: planned.override.provider,
  });
  createInvalidation(site, given.distribution, {
    waits: waitForInvalidation,
    triggers: { ...files.triggers, ...triggers },
  });
  return files;
}

/** Warns about files that cannot be loaded, because a route takes their paths. */
function noticeHidden(
  site: Construct,
  routes: readonly PlannedSiteRoute[],
  files: readonly SiteFile[],
): void {
  for (const { pattern } of routes) {
    const hidden = files.filter(({ key }) => coversPattern(pattern, `/${key}`)).map(({ key }) => key);
    const [first] = hidden;
    if (first === undefined) continue;
    const more = hidden.length > 1 ? ` and ${hidden.length - 1} more` : "";
    const text = `serverform: routes[${JSON.stringify(pattern)}] takes the path of the file ${JSON.stringify(first)}${more}, which nobody can load then`;
    Stack.of(site).app.addNotice(text, site);
  }
}
