import { CloudfrontDistribution } from "@cdktf/provider-aws/lib/cloudfront-distribution";
import { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import { S3BucketPublicAccessBlock } from "@cdktf/provider-aws/lib/s3-bucket-public-access-block";
import { S3BucketWebsiteConfiguration } from "@cdktf/provider-aws/lib/s3-bucket-website-configuration";
import type { Construct } from "constructs";
import { managedPolicies, viewerCertificate } from "./distribution";
import { bucketPrefix } from "./names";

/** Redirects a domain to another one, with all paths: an empty bucket that redirects, and a distribution for TLS. */
export function createRedirect(
  site: Construct,
  scope: Construct,
  domain: {
    readonly from: string;
    readonly to: string;
    readonly certificateArn: string;
    readonly responseHeadersPolicyId: string;
  },
): CloudfrontDistribution {
  const bucket = new S3Bucket(scope, "Bucket", {
    bucketPrefix: bucketPrefix(site, "-alias"),
    forceDestroy: true,
  });
  // A redirect needs no access to objects.
  new S3BucketPublicAccessBlock(scope, "PublicAccess", {
    bucket: bucket.bucket,
    blockPublicAcls: true,
    blockPublicPolicy: true,
    ignorePublicAcls: true,
    restrictPublicBuckets: true,
  });
  const website = new S3BucketWebsiteConfiguration(scope, "Website", {
    bucket: bucket.bucket,
    redirectAllRequestsTo: { hostName: domain.to, protocol: "https" },
  });
  return new CloudfrontDistribution(scope, "Distribution", {
    enabled: true,
    isIpv6Enabled: true,
    httpVersion: "http2",
    aliases: [domain.from],
    origin: [
      {
        originId: "redirect",
        domainName: website.websiteEndpoint,
        customOriginConfig: {
          httpPort: 80,
          httpsPort: 443,
          // Websites of S3 have no TLS.
          originProtocolPolicy: "http-only",
          originSslProtocols: ["TLSv1.2"],
        },
      },
    ],
    defaultCacheBehavior: {
      targetOriginId: "redirect",
      allowedMethods: ["GET", "HEAD"],
      cachedMethods: ["GET", "HEAD"],
      viewerProtocolPolicy: "redirect-to-https",
      cachePolicyId: managedPolicies.cachingOptimized,
      responseHeadersPolicyId: domain.responseHeadersPolicyId,
    },
    restrictions: { geoRestriction: { restrictionType: "none" } },
    viewerCertificate: viewerCertificate(domain.certificateArn),
  });
}
