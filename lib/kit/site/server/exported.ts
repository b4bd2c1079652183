import { join } from "node:path";
import type { CloudfrontFunction } from "@cdktf/provider-aws/lib/cloudfront-function";
import type { Construct } from "constructs";
import { waitFor } from "../../core/terraform/depends-on";
import { filesBehavior } from "../delivery/distribution";
import { checkedCode, createViewerFunction, toIndexPage, viewerFunction } from "../delivery/viewer-function";
import { isPlaceholder, isServedByDev } from "../dev";
import { createPlaceholder } from "../files/placeholder";
import { type PublishedFiles, publishFiles } from "../files/publish";
import type { SiteFile, SiteFolder } from "../files/scan";
import type { SiteFiles } from "../files/site-files";
import type { SiteParts } from "../site";
import { createDelivery, createOrigin } from "../site-delivery";
import type { FrameworkFiles } from "./frameworks";
import { below, type PlannedServerSite } from "./plan";

/** Creates a site of files that a framework has rendered. */
export function createExportedSite(site: Construct, planned: PlannedServerSite): SiteParts {
  const { props, base, framework } = planned;
  const origin = createOrigin(site, planned);
  const { originId } = origin.bucket.origin;
  const index = below(base, "index.html");
  const isSinglePage = framework.isSinglePage === true || isPlaceholder(site, props);
  const code = viewerFunction(isSinglePage ? toIndexPage(index) : toPage("/index.html"), planned.routes);
  const pages = createViewerFunction(site, "Pages", code);
  const parts = createDelivery(site, planned, origin, {
    origins: [origin.bucket.origin],
    defaultBehavior: filesBehavior(originId, origin.responseHeadersPolicyId, pages.arn),
    viewerFunctionArn: pages.arn,
    defaultRootObject: index,
    errorResponses: [],
  });
  if (isPlaceholder(site, props)) createPlaceholder(site, parts, index);
  else if (!isServedByDev(site, props)) {
    const { uploaded } = createFiles(site, planned, parts, {
      folders: [{ folder: framework.exported }],
      outputs: [framework.exported],
      check: (found) => describePages(site, found, planned, parts, isSinglePage ? undefined : pages),
    });
    // Its code says how the pages are called.
    waitFor(pages, [uploaded]);
  }
  return parts;
}

/** Reads from the files which page a path leads to, and which page is for unknown paths. */
function describePages(
  site: Construct,
  found: readonly SiteFile[],
  { base, routes, props }: PlannedServerSite,
  { distribution }: Pick<SiteParts, "distribution">,
  pages: CloudfrontFunction | undefined,
): void {
  if (pages === undefined) return;
  const keys = found.map(({ key }) => key);
  const root = below(base, "index.html");
  const hasFolders = keys.some((key) => key.endsWith("/index.html") && key !== root);
  pages.code = checkedCode(site, viewerFunction(toPage(hasFolders ? "/index.html" : ".html"), routes));
  const notFound = below(base, "404.html");
  // Error responses are for a whole distribution: they would replace the errors of APIs, too.
  const isFree = routes.length === 0 && props.cdk?.distribution?.customErrorResponse === undefined;
  if (!isFree || !keys.includes(notFound)) return;
  distribution.putCustomErrorResponse(
    // S3 answers 403 for a file that is missing, because the distribution may not list the bucket.
    [403, 404].map((errorCode) => ({ errorCode, responseCode: 404, responsePagePath: `/${notFound}` })),
  );
}

/** Completes paths without a file extension. */
const toPage = (ending: "/index.html" | ".html"): readonly string[] => [
  'var last = request.uri.slice(request.uri.lastIndexOf("/") + 1);',
  'if (last === "") request.uri += "index.html";',
  `else if (last.indexOf(".") === -1) request.uri += ${JSON.stringify(ending)};`,
];

/** The differences between files beside a server, and those of a site without one. */
interface SiteFilesParts extends Pick<PublishedFiles, "triggers" | "variables"> {
  readonly folders: readonly FrameworkFiles[];
  /** Folders that the build makes, below that of the site. */
  readonly outputs: readonly string[];
  readonly check: (found: readonly SiteFile[]) => void;
}

/** Creates the files of a site that a framework builds. */
export function createFiles(
  site: Construct,
  planned: PlannedServerSite,
  { bucket, distribution }: Pick<SiteParts, "bucket" | "distribution">,
  { folders, outputs, ...given }: SiteFilesParts,
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
    ...given,
  });
}
