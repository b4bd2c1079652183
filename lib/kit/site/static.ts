import type { CloudfrontDistributionCustomErrorResponse } from "@cdktf/provider-aws/lib/cloudfront-distribution";
import type { Construct, IConstruct } from "constructs";
import { together } from "../../facts/errors/problems";
import { acceptedKeys, propKeys } from "../core/checks/check";
import { refuseValue } from "../core/errors";
import { quotas } from "../core/quotas";
import { waitFor } from "../core/terraform/depends-on";
import type { SiteBucket } from "./delivery/bucket";
import type { SiteDistributionParts } from "./delivery/distribution";
import { filesBehavior } from "./delivery/distribution";
import { createViewerFunction, toIndexPage, viewerFunction } from "./delivery/viewer-function";
import { isOnThisMachine, isPlaceholder, isServedByDev } from "./dev";
import { fail } from "./errors";
import { copyPrefix } from "./files/archives";
import { type CacheControlOf, planCacheControl } from "./files/cache-control";
import { createPlaceholder } from "./files/placeholder";
import { publishFiles } from "./files/publish";
import type { SiteFile } from "./files/scan";
import type { SiteFiles } from "./files/site-files";
import { belowSite, siteFolder } from "./folders";
import { type StaticSiteProps, staticSiteKeys } from "./props";
import type { SiteParts } from "./site";
import { createDelivery, createOrigin, type PlannedDelivery, planDelivery } from "./site-delivery";

const viteKeys = propKeys<NonNullable<StaticSiteProps["vite"]>>()({ types: "text" });
const toIndex = "redirect_to_index_page";

/** The props of a static site, after all checks. */
export interface PlannedStaticSite extends PlannedDelivery {
  readonly props: StaticSiteProps;
  /** Absolute. */
  readonly folder: string;
  /** Absolute. */
  readonly output: string;
  readonly buildCommand: string | undefined;
  readonly indexPage: string;
  readonly errorPage: string;
  readonly cacheControlOf: CacheControlOf;
}

/** Refuses props that cannot work, before anything is created. */
export function planStaticSite(site: IConstruct, written: StaticSiteProps): PlannedStaticSite {
  const props = acceptedKeys(site, "props", written, staticSiteKeys);
  const { indexPage = "index.html", errorPage = toIndex, buildCommand, buildOutput = "." } = props;
  const vite = acceptedKeys(site, "vite", props.vite ?? {}, viteKeys);
  const [[folder, output], cacheControlOf, delivery] = together(
    () => {
      const folder = siteFolder(site, props.path);
      const [output] = together(
        () => belowSite(site, "buildOutput", folder, buildOutput),
        () => vite.types !== undefined && belowSite(site, "vite.types", folder, vite.types),
      );
      return [folder, output] as const;
    },
    () => planCacheControl(site, props.fileOptions),
    () => planDelivery(site, props, ["/", `/${indexPage}`], props.errorPage),
    () => checkPage(site, "indexPage", indexPage),
    () => checkPage(site, "errorPage", errorPage),
  );
  if (delivery.routes.length > 0 && errorPage !== toIndex) {
    fail(site, "site-routes-error-page", "errorPage", { value: errorPage });
  }
  return { props, folder, buildCommand, output, indexPage, errorPage, cacheControlOf, ...delivery };
}

function checkPage(site: IConstruct, prop: string, page: string): void {
  const [bytes, limit] = [Buffer.byteLength(page), quotas.objectKeyBytes];
  if (bytes > limit) fail(site, "name-too-long", prop, { value: page, length: bytes, limit });
  if (/^[^/\\]+(\/[^/\\]+)*$/.test(page)) return;
  const expected = 'the path of a file in the site, without a slash at the beginning: "index.html"';
  refuseValue(site, prop, page, expected);
}

/** Creates a site of files. */
export function createStaticSite(site: Construct, planned: PlannedStaticSite): SiteParts {
  const { props, indexPage } = planned;
  const origin = createOrigin(site, planned);
  const code = viewerFunction(toIndexPage(indexPage), planned.routes);
  const viewer = createViewerFunction(site, "IndexPage", code);
  const { origins, originGroup, targetOriginId } = originsOf(site, props, origin.bucket);
  const viewerFunctionArn = leadsToIndexPage(planned) ? viewer.arn : undefined;
  const parts = createDelivery(site, planned, origin, {
    origins,
    originGroup,
    defaultBehavior: filesBehavior(targetOriginId, origin.responseHeadersPolicyId, viewerFunctionArn),
    viewerFunctionArn: viewer.arn,
    defaultRootObject: indexPage,
    errorResponses: errorResponses(planned),
  });
  if (isPlaceholder(site, props)) createPlaceholder(site, parts, indexPage);
  else if (!isServedByDev(site, props)) waitFor(viewer, [createFiles(site, planned, parts).uploaded]);
  return parts;
}

function createFiles(
  site: Construct,
  planned: PlannedStaticSite,
  { bucket, distribution }: Pick<SiteParts, "bucket" | "distribution">,
): SiteFiles {
  const { props, output } = planned;
  return publishFiles(site, planned, {
    bucket,
    distribution,
    prop: props.buildOutput === undefined ? "path" : "buildOutput",
    folders: [{ absolute: output }],
    page: planned.indexPage,
    outputs: [output],
    check: (found) => checkPages(site, planned, found),
    copyPrefix: copyPrefixOf(site, props),
  });
}

/** The prefix under which former files stay in the bucket. A placeholder is one file, and this machine has no former ones. */
function copyPrefixOf(site: IConstruct, props: StaticSiteProps): string | undefined {
  const isKept = props.purgeFiles === false && !isOnThisMachine(site) && !isPlaceholder(site, props);
  return isKept ? copyPrefix(site) : undefined;
}

/**
 * The origin of the files. Where former files stay, CloudFront asks for one there when the site no longer has it: S3 answers 403,
 * because the distribution may not list the bucket.
 */
function originsOf(
  site: IConstruct,
  props: StaticSiteProps,
  { origin }: SiteBucket,
): Pick<SiteDistributionParts, "origins" | "originGroup"> & { readonly targetOriginId: string } {
  const prefix = copyPrefixOf(site, props);
  if (prefix === undefined) return { origins: [origin], targetOriginId: origin.originId };
  const former = { ...origin, originId: "former-files", originPath: `/${prefix.replace(/\/$/, "")}` };
  const targetOriginId = "files-or-former-files";
  return {
    origins: [origin, former],
    originGroup: {
      originId: targetOriginId,
      failoverCriteria: { statusCodes: [403, 404] },
      member: [{ originId: origin.originId }, { originId: former.originId }],
    },
    targetOriginId,
  };
}

function checkPages(
  site: IConstruct,
  { props, indexPage, errorPage }: PlannedStaticSite,
  found: readonly SiteFile[],
): void {
  const keys = found.map(({ key }) => key);
  const pages = keys.filter((key) => key.endsWith(".html"));
  if (!keys.includes(indexPage)) {
    fail(site, "site-page-missing", "indexPage", { value: indexPage, files: pages });
  }
  if (props.errorPage !== undefined && errorPage !== toIndex && !keys.includes(errorPage)) {
    fail(site, "site-page-missing", "errorPage", { value: errorPage, files: pages });
  }
}

/** Whether a function leads paths without a file to the index page, where an error response would hide errors of APIs. */
const leadsToIndexPage = ({ props, routes }: PlannedStaticSite): boolean =>
  routes.length > 0 && props.cdk?.distribution?.customErrorResponse === undefined;

/**
 * S3 answers 403 for a file that is missing, because the distribution may not list the bucket.
 *
 * Error responses are for a whole distribution. With routes they would replace the errors of the APIs, too.
 */
function errorResponses({
  routes,
  errorPage,
  indexPage,
}: PlannedStaticSite): readonly CloudfrontDistributionCustomErrorResponse[] {
  if (routes.length > 0) return [];
  const page = errorPage === toIndex ? indexPage : errorPage;
  return [403, 404].map((errorCode) => ({
    errorCode,
    responseCode: errorPage === toIndex ? 200 : errorCode,
    responsePagePath: `/${page}`,
  }));
}
