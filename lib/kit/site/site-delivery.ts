import type { Construct, IConstruct } from "constructs";
import { attempt, together } from "../../facts/errors/problems";
import { present } from "../core/checks/absence";
import { acceptedKeys, isPlainObject } from "../core/checks/check";
import { refuseValue } from "../core/errors";
import { type PlannedSiteBucket, planSiteBucket, SiteBucket } from "./delivery/bucket";
import {
  checkDistributionOverride,
  createSiteDistribution,
  type SiteDistributionParts,
} from "./delivery/distribution";
import { type PlannedSiteDomain, planSiteDomain, SiteDomain } from "./delivery/domain";
import {
  createResponseHeaders,
  type PlannedResponseHeaders,
  planResponseHeaders,
} from "./delivery/response-headers";
import { type PlannedSiteRoute, planSiteRoutes } from "./delivery/routes";
import { checkDev, describeDev } from "./dev";
import { environmentReplacements, planReplacements, type Replacement } from "./files/replacements";
import { type SiteBaseProps, type SiteCdkProps, siteCdkKeys } from "./props";
import type { SiteParts } from "./site";

/** The props that all sites have for their delivery. */
type DeliveredProps = SiteBaseProps & {
  readonly buildCommand?: string | undefined;
  readonly cdk?: SiteCdkProps | undefined;
};

/** The delivery of a site, checked. */
export interface PlannedDelivery {
  readonly replacements: readonly Replacement[];
  readonly domain: PlannedSiteDomain | undefined;
  readonly routes: readonly PlannedSiteRoute[];
  readonly bucket: PlannedSiteBucket;
  readonly responseHeaders: PlannedResponseHeaders;
}

/**
 * Refuses a delivery that cannot work. Creates nothing.
 *
 * @param pages - paths of the site that no route may take, such as `/index.html`
 */
export function planDelivery(
  site: IConstruct,
  props: DeliveredProps,
  pages: readonly string[],
  errorPage?: string,
): PlannedDelivery {
  const environment = present(props.environment ?? {});
  const cdk = acceptedKeys(site, "cdk", props.cdk ?? {}, siteCdkKeys);
  attempt(() => checkEnvironment(site, environment));
  if (props.buildCommand === "") {
    attempt(() => refuseValue(site, "buildCommand", "", "a command"));
  }
  const [replacements, routes, bucket, responseHeaders, domain] = together(
    () => [...planReplacements(site, props.replaceValues), ...environmentReplacements(environment)],
    () => planSiteRoutes(site, props.routes, pages),
    () => planSiteBucket(site, cdk.bucket),
    () => planResponseHeaders(site, cdk.responseHeadersPolicy),
    () => planSiteDomain(site, props.customDomain),
    () => checkDev(site, props.dev),
    () => checkDistributionOverride(site, cdk.distribution ?? {}, errorPage),
  );
  return { replacements, routes, bucket, responseHeaders, domain };
}

/** Refuses names that are not valid for environment variables. */
function checkEnvironment(site: IConstruct, environment: Readonly<Record<string, string>>): void {
  if (!isPlainObject(environment)) return;
  for (const key of Object.keys(environment)) {
    if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(key)) continue;
    const expected = "a name of letters, digits and _, beginning with a letter";
    refuseValue(site, `environment[${JSON.stringify(key)}]`, key, expected);
  }
}

/** The parts of a site that its distribution refers to. */
interface SiteOrigin {
  readonly bucket: SiteBucket;
  readonly responseHeadersPolicyId: string;
  readonly domain: SiteDomain | undefined;
}

/** Creates the bucket, the response headers and the domain of a site. */
export function createOrigin(site: Construct, planned: PlannedDelivery): SiteOrigin {
  const bucket = new SiteBucket(site, planned.bucket);
  const responseHeadersPolicyId = createResponseHeaders(site, planned.responseHeaders).id;
  return { bucket, responseHeadersPolicyId, domain: planned.domain && new SiteDomain(site, planned.domain) };
}

interface DeliveredSite {
  readonly props: DeliveredProps;
  readonly folder: string;
  /** Name of the function that runs its server. @default - there is none */
  readonly serverName?: string | undefined;
}

/** Creates the distribution of a site, to which its domain leads. */
export function createDelivery(
  site: Construct,
  { props, folder, routes, serverName }: PlannedDelivery & DeliveredSite,
  { bucket, responseHeadersPolicyId, domain }: SiteOrigin,
  parts: Omit<SiteDistributionParts, "routes" | "responseHeadersPolicyId" | "domain" | "override">,
): SiteParts {
  const override = props.cdk?.distribution ?? {};
  const all = { ...parts, routes, responseHeadersPolicyId, domain, override };
  const distribution = createSiteDistribution(site, all);
  bucket.letRead(distribution.arn);
  domain?.connect(distribution, responseHeadersPolicyId);
  describeDev(site, props, { distributionId: distribution.id, folder, serverName });
  return { props, bucket, distribution, domain, routes };
}
