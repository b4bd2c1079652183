import { join } from "node:path";
import type { Construct } from "constructs";
import { publishFiles } from "../files/publish";
import type { SiteFile, SiteFolder } from "../files/scan";
import type { SiteFiles } from "../files/site-files";
import type { SiteParts } from "../site";
import type { FrameworkFiles } from "./frameworks";
import { below, type PlannedServerSite } from "./plan";

/** The differences between files beside a server, and those of a site without one. */
export interface SiteFilesParts {
  readonly folders: readonly FrameworkFiles[];
  /** Folders that the build makes, below that of the site. */
  readonly outputs: readonly string[];
  readonly check: (found: readonly SiteFile[]) => void;
  /** Texts that change when CloudFront must drop what it keeps, beside the files. @default - none */
  readonly triggers?: Readonly<Record<string, string>> | undefined;
}

/** Creates the files of a site that a framework builds. */
export function createFiles(
  site: Construct,
  planned: PlannedServerSite,
  { bucket, distribution }: Pick<SiteParts, "bucket" | "distribution">,
  { folders, outputs, check, triggers }: SiteFilesParts,
): SiteFiles {
  const { folder, base, framework } = planned;
  const inSite = ({ folder: inside, under = "", isOptional }: FrameworkFiles): SiteFolder => ({
    absolute: join(folder, inside),
    under: framework.filesHaveBasePath === true ? under : below(base, under).replace(/\/$/, ""),
    isOptional,
  });
  return publishFiles(site, planned, {
    bucket,
    distribution,
    prop: "path",
    folders: folders.map(inSite),
    page: below(base, "index.html"),
    outputs: outputs.map((each) => join(folder, each)),
    check,
    triggers,
  });
}
