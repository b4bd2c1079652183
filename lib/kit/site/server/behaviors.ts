import { CloudfrontCachePolicy } from "@cdktf/provider-aws/lib/cloudfront-cache-policy";
import type { CloudfrontDistributionDefaultCacheBehavior } from "@cdktf/provider-aws/lib/cloudfront-distribution";
import type { Construct } from "constructs";
import { allMethods, managedPolicies, readMethods } from "../delivery/distribution";
import { deliveryName } from "../delivery/names";

const yearSeconds = 31_536_000;

/**
 * How long CloudFront keeps responses of the server: as long as their headers allow; without these headers, they are not kept.
 *
 * Cookies are not part of the key: answers that a server lets caches keep are for all visitors.
 */
export function createCachePolicy(site: Construct, headers: readonly string[] = []): CloudfrontCachePolicy {
  return new CloudfrontCachePolicy(site, "CachePolicy", {
    name: deliveryName(site, 128),
    minTtl: 0,
    defaultTtl: 0,
    maxTtl: yearSeconds,
    parametersInCacheKeyAndForwardedToOrigin: {
      cookiesConfig: { cookieBehavior: "none" },
      headersConfig:
        headers.length === 0
          ? { headerBehavior: "none" }
          : { headerBehavior: "whitelist", headers: { items: [...headers] } },
      queryStringsConfig: { queryStringBehavior: "all" },
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    },
  });
}

/** The resources that the behavior of the server refers to. */
export interface ServerBehaviorParts {
  readonly originId: string;
  readonly cachePolicyId: string;
  readonly responseHeadersPolicyId: string;
  /** ARN of the function that tells the server which host the browser asked for. */
  readonly viewerFunctionArn: string;
  /** ARN of the version of the function that hashes bodies. */
  readonly bodyHashArn: string;
}

/** The behavior of all paths that are not files. */
export function serverBehavior(parts: ServerBehaviorParts): CloudfrontDistributionDefaultCacheBehavior {
  return {
    targetOriginId: parts.originId,
    allowedMethods: allMethods,
    cachedMethods: readMethods,
    compress: true,
    viewerProtocolPolicy: "redirect-to-https",
    cachePolicyId: parts.cachePolicyId,
    originRequestPolicyId: managedPolicies.allViewerExceptHostHeader,
    responseHeadersPolicyId: parts.responseHeadersPolicyId,
    functionAssociation: [{ eventType: "viewer-request", functionArn: parts.viewerFunctionArn }],
    lambdaFunctionAssociation: [
      { eventType: "origin-request", lambdaArn: parts.bodyHashArn, includeBody: true },
    ],
  };
}

/**
 * The patterns of files that a server does not send: each file at the top, and each kind of files in each folder at the top.
 *
 * A folder as a whole would hide pages that the server renders below the same path. Pages are left to the server.
 *
 * @param known - patterns that stand anyway
 */
export function filePatterns(
  keys: readonly string[],
  base: string,
  known: readonly string[],
): readonly string[] {
  const patterns = keys
    .filter((key) => !key.endsWith(".html") && !known.some((each) => key.startsWith(each.slice(1, -1))))
    .map((key) => patternOf(key, base));
  return [...known, ...new Set(patterns)];
}

function patternOf(key: string, base: string): string {
  const inside = base === "" ? key : key.slice(base.length + 1);
  const path = escaped(key);
  const slash = inside.indexOf("/");
  if (slash < 0) return `/${path}`;
  const top = path.slice(0, path.length - escaped(inside.slice(slash)).length);
  const dot = path.lastIndexOf(".");
  return dot > path.lastIndexOf("/") + 1 ? `/${top}/*${path.slice(dot)}` : `/${path}`;
}

/** A letter that a pattern cannot express matches any letter. CloudFront compares with the path as the browser sends it. */
const escaped = (path: string): string =>
  encodeURI(path)
    .replace(/%[0-9A-F]{2}/g, "???")
    .replace(/[^A-Za-z0-9_\-.$/~"'@:+&?]/g, "?");

/**
 * CloudFront signs requests for the function URL, with its host, and in place of the browser's own `authorization`. So both
 * are passed in headers of their own.
 */
export const toServer: readonly string[] = [
  "var headers = request.headers;",
  'headers["x-forwarded-host"] = { value: headers.host.value };',
  'if (headers.authorization) headers["x-forwarded-authorization"] = { value: headers.authorization.value };',
  'else delete headers["x-forwarded-authorization"];',
];
