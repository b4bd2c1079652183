import { join } from "node:path";
import type { Construct } from "constructs";
import { present } from "../../core/absence";
import { createInvalidation } from "../delivery/invalidation";
import { buildEnvironment } from "../files/replacements";
import type { SiteFile, SiteFolder } from "../files/scan";
import { SiteFiles } from "../files/site-files";
import type { SiteParts } from "../site";
import type { FrameworkFiles } from "./frameworks";
import { below, type PlannedServerSite } from "./plan";

/** What differs between files beside a server, and those of a site without one. */
export interface SiteFilesParts {
  readonly folders: readonly FrameworkFiles[];
  /** Folders that the build makes, below that of the site. */
  readonly outputs: readonly string[];
  readonly check: (found: readonly SiteFile[]) => void;
}

/** Creates the files of a site, and the invalidation of those that they replace. */
export function createFiles(
  site: Construct,
  planned: PlannedServerSite,
  { bucket, distribution }: Pick<SiteParts, "bucket" | "distribution">,
  { folders, outputs, check }: SiteFilesParts,
): SiteFiles {
  const { props, folder, buildCommand: command, base, framework } = planned;
  const { environment = {}, waitForInvalidation = true } = props;
  const inSite = ({ folder: inside, under = "", isOptional }: FrameworkFiles): SiteFolder => ({
    absolute: join(folder, inside),
    under: framework.filesHaveBasePath === true ? under : below(base, under).replace(/\/$/, ""),
    isOptional,
  });
  const files = new SiteFiles({
    site,
    bucket: bucket.bucket.bucket,
    bucketArn: bucket.bucket.arn,
    distribution,
    build:
      command === undefined
        ? undefined
        : {
            site,
            prop: "buildCommand",
            command,
            folder,
            outputs: outputs.map((each) => join(folder, each)),
            environment: buildEnvironment(present(environment)),
          },
    prop: "path",
    folders: folders.map(inSite),
    cacheControlOf: planned.cacheControlOf,
    replacements: planned.replacements,
    check,
    provider: planned.bucket.override.provider,
  });
  createInvalidation(site, distribution, { waits: waitForInvalidation, triggers: files.triggers });
  return files;
}
