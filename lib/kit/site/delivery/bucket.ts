import type { CloudfrontDistributionOrigin } from "@cdktf/provider-aws/lib/cloudfront-distribution";
import { CloudfrontOriginAccessControl } from "@cdktf/provider-aws/lib/cloudfront-origin-access-control";
import type { DataAwsS3Bucket } from "@cdktf/provider-aws/lib/data-aws-s3-bucket";
import { S3Bucket, type S3BucketConfig } from "@cdktf/provider-aws/lib/s3-bucket";
import { S3BucketPolicy } from "@cdktf/provider-aws/lib/s3-bucket-policy";
import { S3BucketPublicAccessBlock } from "@cdktf/provider-aws/lib/s3-bucket-public-access-block";
import type { Construct, IConstruct } from "constructs";
import { servicePrincipal } from "../../../facts/aws/principals";
import { isKept, Stack } from "../../app";
import { quotas } from "../../core/quotas";
import { type Override, overlay, parseImport } from "../../core/terraform/override";
import { preventDestroy } from "../../core/terraform/prevent-destroy";
import { ResourcePolicy, tlsOnly } from "../../iam/resource-policy";
import type { SiteCdkProps } from "../props";
import { bucketPrefix, deliveryName } from "./names";

/** A bucket that exists, or keys that override the created one. */
export interface PlannedSiteBucket {
  readonly imported: S3Bucket | DataAwsS3Bucket | undefined;
  readonly override: Override<S3BucketConfig>;
}

const useProps = "CloudFront serves the site, not the bucket: use indexPage and errorPage.";

/** Refuses a bucket that cannot hold a site. Creates nothing. */
export function planSiteBucket(site: IConstruct, given: SiteCdkProps["bucket"]): PlannedSiteBucket {
  return parseImport(site, "cdk.bucket", given, S3Bucket, {
    rejected: {
      policy: "The library writes it, so that only the distribution can read.",
      website: useProps,
      websiteErrorDocument: useProps,
      websiteIndexDocument: useProps,
      websiteRedirect: useProps,
    },
  });
}

const originId = "files";

/** The private bucket with the files of a site. Only its distribution can read it. */
export class SiteBucket {
  readonly bucket: S3Bucket | DataAwsS3Bucket;
  /** The origin of the files in the distribution. */
  readonly origin: CloudfrontDistributionOrigin;
  private readonly created: S3Bucket | undefined;

  constructor(
    private readonly site: Construct,
    private readonly planned: PlannedSiteBucket,
  ) {
    const { imported, override } = planned;
    this.created =
      imported === undefined
        ? new S3Bucket(site, "Bucket", overlay<S3BucketConfig>(this.defaults(), override))
        : undefined;
    this.bucket = imported ?? (this.created as S3Bucket);
    const access = new CloudfrontOriginAccessControl(site, "FilesAccess", {
      name: deliveryName(site, 64),
      originAccessControlOriginType: "s3",
      signingBehavior: "always",
      signingProtocol: "sigv4",
    });
    this.origin = {
      originId,
      domainName: this.bucket.bucketRegionalDomainName,
      originAccessControlId: access.id,
    };
  }

  private defaults(): S3BucketConfig {
    const { bucket } = this.planned.override;
    return {
      bucketPrefix: bucket === undefined ? bucketPrefix(this.site) : undefined,
      // It only holds copies.
      forceDestroy: true,
    };
  }

  /** Lets a distribution read the files. */
  letRead(distributionArn: string): void {
    const { site, created } = this;
    const { arn } = this.bucket;
    if (created === undefined) {
      const text = `serverform: the policy of an imported bucket is left alone; let ${servicePrincipal("cloudfront")} use s3:GetObject on its objects under StringEquals AWS:SourceArn = the ARN of the distribution`;
      Stack.of(site).app.addNotice(text, site);
      return;
    }
    const policy = refusePublicAccess(site, created);
    policy.add({
      effect: "Allow",
      principals: { Service: [servicePrincipal("cloudfront")] },
      actions: ["s3:GetObject"],
      resources: [`${arn}/*`],
      conditions: { StringEquals: { "AWS:SourceArn": distributionArn } },
    });
  }

  /** Applies the app's removal policy, when everything is declared. */
  finish(): void {
    const { defaultRemovalPolicy: policy } = Stack.of(this.site).app;
    if (this.created === undefined || !isKept(policy)) return;
    preventDestroy(this.created);
    if (this.planned.override.forceDestroy === undefined) this.created.forceDestroy = false;
  }
}

/** Blocks public access to a bucket and requests without TLS. Returns its policy. */
export function refusePublicAccess(scope: Construct, { arn, bucket }: S3Bucket): ResourcePolicy {
  const access = new S3BucketPublicAccessBlock(scope, "PublicAccess", {
    bucket,
    blockPublicAcls: true,
    blockPublicPolicy: true,
    ignorePublicAcls: true,
    restrictPublicBuckets: true,
  });
  const policy = new ResourcePolicy(scope, {
    arn,
    limits: { bytes: quotas.bucketPolicyBytes },
    create: (text) => new S3BucketPolicy(scope, "Policy", { bucket, policy: text, dependsOn: [access] }),
  });
  policy.add(tlsOnly(["s3:*"], [arn, `${arn}/*`]));
  return policy;
}
