import { generateId } from "../generated-id";
import type { ComputedAttributes } from "./known-resource";
import { arnWith, as, id } from "./shapes";

/** CloudFront. */
export const delivery: Readonly<Record<string, ComputedAttributes>> = {
  aws_cloudfront_distribution: {
    id: (known) => `E${generateId(known.address, 13, "upperCase")}`,
    arn: (known) => arnWith(known, "cloudfront", "", known.account, `distribution/${known.text("id")}`),
    domain_name: (known) => `d${generateId(known.address, 13)}.cloudfront.net`,
    // The hosted zone of all CloudFront distributions, a constant of AWS.
    hosted_zone_id: () => "Z2FDTNDATAQYW2",
    status: () => "Deployed",
  },
  aws_cloudfront_function: {
    id: as("name"),
    arn: (known) => arnWith(known, "cloudfront", "", known.account, `function/${known.text("name")}`),
    status: () => "DEPLOYED",
  },
  aws_cloudfront_cache_policy: { id: id(36) },
  aws_cloudfront_origin_access_control: { id: id(14, "upperCase") },
  aws_cloudfront_response_headers_policy: { id: id(36) },
};
