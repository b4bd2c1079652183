import { arnSource, exampleArn } from "../../../facts/aws/arn-patterns";
import { cdnRegion } from "../../../facts/aws/regions";
import { bucketDomain, exampleBucketDomain } from "../../../facts/aws/service-hosts";
import { choice, description, modelled, type ResourceLimits, range, textLimit } from "./limit";

const api = (type: string) => `https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_${type}.html`;
const distribution = api("DistributionConfig");
const errorPages =
  "https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/custom-error-pages-response-code.html";

export const cloudFrontLimits = {
  aws_cloudfront_distribution: {
    ...modelled("defaultCacheBehavior.viewerProtocolPolicy"),
    comment: description(distribution, 128),
    priceClass: choice(distribution, "PriceClass_All", "PriceClass_200", "PriceClass_100", "None"),
    httpVersion: choice(distribution, "http1.1", "http2", "http3", "http2and3"),
    webAclId: {
      ...textLimit(
        distribution,
        2048,
        new RegExp(`^([0-9a-f-]{36}|${arnSource("wafv2", "global/webacl/\\S+", { region: cdnRegion })})$`),
        `the ARN of a web ACL of AWS WAF that is global, in ${cdnRegion}, or the id of one of AWS WAF Classic`,
      ),
      sample: exampleArn("wafv2", "global/webacl/notes/473e64fd-f30b-4765-81a0-62ad96dd167a", {
        region: cdnRegion,
      }),
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
        bucketDomain,
        `the domain name of a bucket: "${exampleBucketDomain}"`,
      ),
      sample: exampleBucketDomain,
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
  },
} satisfies Readonly<Record<string, ResourceLimits>>;
