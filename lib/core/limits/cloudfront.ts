import { choice, description, type ResourceLimits, range, textLimit } from "./limit";

const api = (type: string) => `https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_${type}.html`;
const distribution = api("DistributionConfig");
const behavior = api("DefaultCacheBehavior");
const errorPages =
  "https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/custom-error-pages-response-code.html";

/** How sites are delivered. */
export const cloudFrontLimits = {
  aws_cloudfront_distribution: {
    comment: description(distribution, 128),
    priceClass: choice(distribution, "PriceClass_All", "PriceClass_200", "PriceClass_100"),
    httpVersion: choice(distribution, "http1.1", "http2", "http3", "http2and3"),
    webAclId: {
      ...textLimit(
        distribution,
        2048,
        /^([0-9a-f-]{36}|arn:[\w-]+:wafv2:us-east-1:\d{12}:global\/webacl\/\S+)$/,
        "the ARN of a web ACL of AWS WAF that is global, in us-east-1, or the id of one of AWS WAF Classic",
      ),
      sample: "arn:aws:wafv2:us-east-1:111122223333:global/webacl/notes/473e64fd-f30b-4765-81a0-62ad96dd167a",
    },
    defaultRootObject: textLimit(distribution, 255, /^(?!\/)/, "a file without a slash before it", 0),
    "customErrorResponse.errorCode": range(errorPages, 403, 405, {
      also: [400, 414, 416, 500, 501, 502, 503, 504],
    }),
    "restrictions.geoRestriction.locations": {
      ...textLimit(api("GeoRestriction"), 2, /^[A-Z]{2}$/, 'a country of two capitals: "DE"', 2),
      sample: "DE",
    },
    "loggingConfig.bucket": {
      ...textLimit(
        api("LoggingConfig"),
        128,
        /^[a-z0-9][a-z0-9.-]+\.s3[a-z0-9.-]*\.amazonaws\.com(\.cn)?$/,
        'the domain name of a bucket: "logs.s3.amazonaws.com"',
      ),
      sample: "logs.s3.amazonaws.com",
    },
    "orderedCacheBehavior.pathPattern": textLimit(
      api("CacheBehavior"),
      255,
      /^[A-Za-z0-9_.*$/~"'@:+&?-]+$/,
      'a path with * and ?: "/images/*"',
    ),
    "restrictions.geoRestriction.restrictionType": choice(
      api("GeoRestriction"),
      "none",
      "whitelist",
      "blacklist",
    ),
    "defaultCacheBehavior.viewerProtocolPolicy": choice(
      behavior,
      "allow-all",
      "https-only",
      "redirect-to-https",
    ),
  },
} satisfies Readonly<Record<string, ResourceLimits>>;
