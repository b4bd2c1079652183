import {
  CloudfrontDistribution,
  type CloudfrontDistributionConfig,
  type CloudfrontDistributionCustomErrorResponse,
  type CloudfrontDistributionDefaultCacheBehavior,
  type CloudfrontDistributionOrderedCacheBehavior,
  type CloudfrontDistributionOrigin,
  type CloudfrontDistributionOriginGroup,
  type CloudfrontDistributionViewerCertificate,
} from "@cdktf/provider-aws/lib/cloudfront-distribution";
import type { Construct, IConstruct } from "constructs";
import { isPlainObject } from "../../core/checks/check";
import { refuseValue } from "../../core/errors";
import { checkOverride, type OverrideKeys, overlay } from "../../core/terraform/override";
import { fail } from "../errors";
import type { SiteDistributionOverride } from "../props";
import type { PlannedSiteRoute } from "./routes";

/**
 * Policies that CloudFront has in every account.
 *
 * Sources: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html and
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-origin-request-policies.html
 */
export const managedPolicies = {
  cachingOptimized: "658327ea-f89d-4fab-a63d-7e88639e58f6",
  cachingDisabled: "4135ea2d-6df8-44a3-9df3-4b5a84be39ad",
  allViewerExceptHostHeader: "b689b0a8-53d0-40ab-baf2-68738e2966ac",
} as const;

/** All methods, as CloudFront sorts them. */
export const allMethods = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];
export const readMethods = ["GET", "HEAD"];

const useDomain = "Use customDomain.";
const useErrorPage = "Use errorPage, or the provider's key customErrorResponse.";
const distributionKeys: OverrideKeys = {
  extra: ["defaultCacheBehavior"],
  rejected: {
    aliases: useDomain,
    certificate: "Use customDomain.cdk.certificate.",
    domainNames: useDomain,
    errorResponses: useErrorPage,
    viewerCertificate: "Use customDomain.cdk.certificate.",
  },
};

/** Refuses overrides that the distribution of a site cannot have. */
export function checkDistributionOverride(site: IConstruct, given: unknown, errorPage: unknown): void {
  const prop = "cdk.distribution";
  checkOverride(site, prop, given, CloudfrontDistribution, distributionKeys);
  const override = given as SiteDistributionOverride;
  if (override.customErrorResponse !== undefined && errorPage !== undefined) {
    fail(site, "props-exclude", `${prop}.customErrorResponse`, { other: "errorPage" });
  }
  const { defaultCacheBehavior } = override;
  if (defaultCacheBehavior === undefined) return;
  if (!isPlainObject(defaultCacheBehavior)) {
    const expected = "a plain object with keys of the default cache behavior";
    refuseValue(site, `${prop}.defaultCacheBehavior`, defaultCacheBehavior, expected);
  }
  checkOverride(site, prop, { defaultCacheBehavior }, CloudfrontDistribution);
}

/** The parts of a site's distribution. */
export interface SiteDistributionParts {
  readonly origins: readonly CloudfrontDistributionOrigin[];
  /** Origins of which CloudFront asks the second one for objects that the first one does not have. @default - none */
  readonly originGroup?: CloudfrontDistributionOriginGroup | undefined;
  /** The behavior of all paths without a route. */
  readonly defaultBehavior: CloudfrontDistributionDefaultCacheBehavior;
  /** Further behaviors of the site itself, before those of the routes. @default - none */
  readonly behaviors?: readonly CloudfrontDistributionOrderedCacheBehavior[] | undefined;
  readonly routes: readonly PlannedSiteRoute[];
  /** ARN of the function of the site, which sends requests of routes to the only path of their API. */
  readonly viewerFunctionArn: string;
  readonly responseHeadersPolicyId: string;
  readonly defaultRootObject?: string | undefined;
  readonly errorResponses: readonly CloudfrontDistributionCustomErrorResponse[];
  /** Domains of the site. @default - none */
  readonly domain?: { readonly aliases: readonly string[]; readonly certificateArn: string } | undefined;
  readonly override: SiteDistributionOverride;
}

/** The distribution of a site: its own origins first, then those of its routes. */
export function createSiteDistribution(
  site: Construct,
  parts: SiteDistributionParts,
): CloudfrontDistribution {
  const { defaultCacheBehavior, ...override } = parts.override;
  const behaviors = [...(parts.behaviors ?? []), ...routeBehaviors(parts)];
  const config: CloudfrontDistributionConfig = {
    enabled: true,
    isIpv6Enabled: true,
    httpVersion: "http2",
    defaultRootObject: parts.defaultRootObject,
    aliases: parts.domain && [...parts.domain.aliases],
    origin: [...parts.origins, ...routeOrigins(parts.routes)],
    originGroup: parts.originGroup && [parts.originGroup],
    defaultCacheBehavior: overlay(parts.defaultBehavior, defaultCacheBehavior),
    orderedCacheBehavior: behaviors.length === 0 ? undefined : behaviors,
    customErrorResponse: parts.errorResponses.length === 0 ? undefined : [...parts.errorResponses],
    restrictions: { geoRestriction: { restrictionType: "none" } },
    viewerCertificate: viewerCertificate(parts.domain?.certificateArn),
  };
  return new CloudfrontDistribution(site, "Distribution", overlay(config, override));
}

/** The certificate of CloudFront's own domain, or the given one. */
export function viewerCertificate(
  certificateArn: string | undefined,
): CloudfrontDistributionViewerCertificate {
  if (certificateArn === undefined) return { cloudfrontDefaultCertificate: true };
  return {
    acmCertificateArn: certificateArn,
    sslSupportMethod: "sni-only",
    minimumProtocolVersion: "TLSv1.2_2021",
  };
}

/** The behavior of files, which stay in the caches. */
export function filesBehavior(
  targetOriginId: string,
  responseHeadersPolicyId: string,
  functionArn: string | undefined,
): CloudfrontDistributionDefaultCacheBehavior {
  return {
    targetOriginId,
    allowedMethods: readMethods,
    cachedMethods: readMethods,
    compress: true,
    viewerProtocolPolicy: "redirect-to-https",
    cachePolicyId: managedPolicies.cachingOptimized,
    responseHeadersPolicyId,
    functionAssociation:
      functionArn === undefined ? undefined : [{ eventType: "viewer-request", functionArn }],
  };
}

/** One origin per API, regardless of the number of its routes. */
function routeOrigins(routes: readonly PlannedSiteRoute[]): CloudfrontDistributionOrigin[] {
  const byId = new Map(routes.map(({ originId, origin }) => [originId, origin]));
  return [...byId].map(([originId, { domainName, basePath }]) => ({
    originId,
    domainName,
    originPath: basePath,
    customOriginConfig: {
      httpPort: 80,
      httpsPort: 443,
      originProtocolPolicy: "https-only",
      originSslProtocols: ["TLSv1.2"],
    },
  }));
}

/** APIs are never cached, and get all that the browser sends except the host, by which AWS finds the API. */
function routeBehaviors({
  routes,
  responseHeadersPolicyId,
  viewerFunctionArn: functionArn,
}: SiteDistributionParts): CloudfrontDistributionOrderedCacheBehavior[] {
  return routes.map(({ pattern, originId, origin: { onlyPath } }) => ({
    pathPattern: pattern,
    targetOriginId: originId,
    allowedMethods: allMethods,
    cachedMethods: readMethods,
    compress: true,
    // A redirect would lose the body of a request.
    viewerProtocolPolicy: "https-only",
    cachePolicyId: managedPolicies.cachingDisabled,
    originRequestPolicyId: managedPolicies.allViewerExceptHostHeader,
    responseHeadersPolicyId,
    functionAssociation: onlyPath === undefined ? undefined : [{ eventType: "viewer-request", functionArn }],
  }));
}
