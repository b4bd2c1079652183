import type { CloudfrontDistribution } from "@cdktf/provider-aws/lib/cloudfront-distribution";
import type { LambdaInvocation } from "@cdktf/provider-aws/lib/lambda-invocation";
import type { Construct } from "constructs";
import { createInvocation, createPackagedFunction } from "../../function";

/** Drops the former files from the caches of CloudFront, in each deployment that changes a file. */
export function createInvalidation(
  site: Construct,
  distribution: CloudfrontDistribution,
  options: {
    readonly waits: boolean;
    /** Other texts for other files. */
    readonly triggers: Readonly<Record<string, string>>;
  },
): LambdaInvocation {
  const fn = createPackagedFunction(site, "Invalidator", {
    entry: "site-invalidator",
    format: "cjs",
    description: "Drops former files of a site from the caches of CloudFront",
    timeout: 900,
    memorySize: 1024,
    enableLiveDev: false,
    permissions: [
      {
        actions: ["cloudfront:CreateInvalidation", "cloudfront:GetInvalidation"],
        resources: [distribution.arn],
      },
    ],
  });
  return createInvocation(site, "Invalidation", fn, {
    lifecycleScope: "CREATE_ONLY",
    triggers: { ...options.triggers },
    input: JSON.stringify({ distributionId: distribution.id, paths: ["/*"], wait: options.waits }),
  });
}
