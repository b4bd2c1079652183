import type {
  CloudfrontDistributionCustomErrorResponse,
  CloudfrontDistributionDefaultCacheBehavior,
} from "@cdktf/provider-aws/lib/cloudfront-distribution";
import type { CloudfrontFunction } from "@cdktf/provider-aws/lib/cloudfront-function";
import type { Construct, IConstruct } from "constructs";
import { attempt, together } from "../../facts/errors/problems";
import { present } from "../core/checks/absence";
import { acceptedKeys, isPlainObject, propKeys } from "../core/checks/check";
import { quotas } from "../core/quotas";
import { waitFor } from "../core/terraform/depends-on";
import { type PlannedSiteBucket, planSiteBucket, SiteBucket } from "./delivery/bucket";
import {
  checkDistributionOverride,
  createSiteDistribution,
  managedPolicies,
  readMethods,
  type SiteDistributionParts,
} from "./delivery/distribution";
import { type PlannedSiteDomain, planSiteDomain, SiteDomain } from "./delivery/domain";
import { createInvalidation } from "./delivery/invalidation";
import {
  createResponseHeaders,
  type PlannedResponseHeaders,
  planResponseHeaders,
} from "./delivery/response-headers";
import { type PlannedSiteRoute, planSiteRoutes } from "./delivery/routes";
import { createViewerFunction, toIndexPage, viewerFunction } from "./delivery/viewer-function";
import { checkDev, describeDev, isOnThisMachine, isPlaceholder, isServedByDev } from "./dev";
import { fail } from "./errors";
import { copyPrefix } from "./files/archives";
import { type CacheControlOf, planCacheControl } from "./files/cache-control";
import { createPlaceholder } from "./files/placeholder";
import { publishFiles } from "./files/publish";
import { environmentReplacements, planReplacements, type Replacement } from "./files/replacements";
import type { SiteFile } from "./files/scan";
import type { SiteFiles } from "./files/site-files";
import { belowSite, siteFolder } from "./folders";
import { type SiteCdkProps, type StaticSiteProps, siteCdkKeys, staticSiteKeys } from "./props";
import type { SiteParts } from "./site";

const viteKeys = propKeys<NonNullable<StaticSiteProps["vite"]>>()({ types: "text" });
const toIndex = "redirect_to_index_page";

/** The props of a static site, after all checks. */
export interface PlannedStaticSite {
  readonly props: StaticSiteProps;
  /** Absolute. */
  readonly folder: string;
  /** Absolute. */
  readonly output: string;
  readonly buildCommand: string | undefined;
  readonly indexPage: string;
  readonly errorPage: string;
  readonly cacheControlOf: CacheControlOf;
  readonly replacements: readonly Replacement[];
  readonly domain: PlannedSiteDomain | undefined;
  readonly routes: readonly PlannedSiteRoute[];
  readonly bucket: PlannedSiteBucket;
  readonly responseHeaders: PlannedResponseHeaders;
}

/** Refuses props that cannot work, before anything is created. */
export function planStaticSite(site: IConstruct, written: StaticSiteProps): PlannedStaticSite {
  const props = acceptedKeys(site, "props", written, staticSiteKeys);
  const environment = present(props.environment ?? {});
  const { indexPage = "index.html", errorPage = toIndex, buildCommand, buildOutput = "." } = props;
  const cdk = acceptedKeys(site, "cdk", props.cdk ?? {}, siteCdkKeys);
  const vite = acceptedKeys(site, "vite", props.vite ?? {}, viteKeys);
  attempt(() => checkSiteEnvironment(site, environment));
  attempt(() => checkCommand(site, buildCommand));
  const [[folder, output], cacheControlOf, replacements, routes, bucket, responseHeaders, domain] = together(
    () => {
      const folder = siteFolder(site, props.path);
      const [output] = together(
        () => belowSite(site, "buildOutput", folder, buildOutput),
        () => vite.types !== undefined && belowSite(site, "vite.types", folder, vite.types),
      );
      return [folder, output] as const;
    },
    () => planCacheControl(site, props.fileOptions),
    () => [...planReplacements(site, props.replaceValues), ...environmentReplacements(environment)],
    () => planSiteRoutes(site, props.routes, ["/", `/${indexPage}`]),
    () => planSiteBucket(site, cdk.bucket),
    () => planResponseHeaders(site, cdk.responseHeadersPolicy),
    () => planSiteDomain(site, props.customDomain),
    () => checkPage(site, "indexPage", indexPage),
    () => checkPage(site, "errorPage", errorPage),
    () => checkDev(site, props.dev),
    () => checkDistributionOverride(site, cdk.distribution ?? {}, props.errorPage),
  );
  if (routes.length > 0 && errorPage !== toIndex) {
    fail(site, "site-routes-error-page", "errorPage", { value: errorPage });
  }
  const made = { cacheControlOf, replacements, routes, bucket, responseHeaders, domain };
  return { props, folder, buildCommand, output, indexPage, errorPage, ...made };
}

/** Refuses an empty command. */
export function checkCommand(site: IConstruct, command: string | undefined): void {
  if (command === "") fail(site, "prop-invalid", "buildCommand", { value: "", expected: "a command" });
}

/** Refuses names that are not valid for environment variables. */
export function checkSiteEnvironment(site: IConstruct, environment: Readonly<Record<string, string>>): void {
  if (!isPlainObject(environment)) return;
  for (const key of Object.keys(environment)) {
    if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(key)) continue;
    const expected = "a name of letters, digits and _, beginning with a letter";
    fail(site, "prop-invalid", `environment[${JSON.stringify(key)}]`, { value: key, expected });
  }
}

function checkPage(site: IConstruct, prop: string, page: string): void {
  const [bytes, limit] = [Buffer.byteLength(page), quotas.objectKeyBytes];
  if (bytes > limit) fail(site, "name-too-long", prop, { value: page, length: bytes, limit });
  if (/^[^/\\]+(\/[^/\\]+)*$/.test(page)) return;
  const expected = 'the path of a file in the site, without a slash at the beginning: "index.html"';
  fail(site, "prop-invalid", prop, { value: page, expected });
}

/** Creates a site of files. */
export function createStaticSite(site: Construct, planned: PlannedStaticSite): SiteParts {
  const { props } = planned;
  const bucket = new SiteBucket(site, planned.bucket);
  const responseHeadersPolicyId = createResponseHeaders(site, planned.responseHeaders).id;
  const domain = planned.domain && new SiteDomain(site, planned.domain);
  const { distribution: override = {} }: SiteCdkProps = props.cdk ?? {};
  const viewer = createViewerFunction(
    site,
    "IndexPage",
    viewerFunction(toIndexPage(planned.indexPage), planned.routes),
  );
  const { origins, originGroup, targetOriginId } = originsOf(site, props, bucket);
  const distribution = createSiteDistribution(site, {
    origins,
    originGroup,
    defaultBehavior: filesBehavior(
      targetOriginId,
      responseHeadersPolicyId,
      leadsToIndexPage(planned) ? viewer : undefined,
    ),
    routes: planned.routes,
    viewerFunctionArn: viewer.arn,
    responseHeadersPolicyId,
    defaultRootObject: planned.indexPage,
    errorResponses: errorResponses(planned),
    domain,
    override,
  });
  bucket.letRead(distribution.arn);
  domain?.connect(distribution, responseHeadersPolicyId);
  describeDev(site, props, distribution.id, planned.folder);
  if (isPlaceholder(site, props)) {
    createPlaceholder(site, { bucket: bucket.bucket.bucket, distribution, page: planned.indexPage });
    createInvalidation(site, distribution, { waits: false, triggers: { files: "placeholder" } });
  } else if (!isServedByDev(site, props)) {
    const { uploaded } = createFiles(site, planned, { bucket, distribution });
    waitFor(viewer, [uploaded]);
  }
  return { props, bucket, distribution, domain, routes: planned.routes };
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

function filesBehavior(
  originId: string,
  responseHeadersPolicyId: string,
  fn: CloudfrontFunction | undefined,
): CloudfrontDistributionDefaultCacheBehavior {
  return {
    targetOriginId: originId,
    allowedMethods: readMethods,
    cachedMethods: readMethods,
    compress: true,
    viewerProtocolPolicy: "redirect-to-https",
    cachePolicyId: managedPolicies.cachingOptimized,
    responseHeadersPolicyId,
    functionAssociation: fn && [{ eventType: "viewer-request", functionArn: fn.arn }],
  };
}

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
