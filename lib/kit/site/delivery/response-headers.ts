import {
  CloudfrontResponseHeadersPolicy,
  type CloudfrontResponseHeadersPolicyConfig,
} from "@cdktf/provider-aws/lib/cloudfront-response-headers-policy";
import type { DataAwsCloudfrontResponseHeadersPolicy } from "@cdktf/provider-aws/lib/data-aws-cloudfront-response-headers-policy";
import type { Construct, IConstruct } from "constructs";
import { overlay, parseImport } from "../../core/terraform/override";
import type { SiteCdkProps } from "../props";
import { deliveryName } from "./names";

type ResponseHeadersPolicy = CloudfrontResponseHeadersPolicy | DataAwsCloudfrontResponseHeadersPolicy;

/** A policy that exists, or keys that override the created one. */
export interface PlannedResponseHeaders {
  readonly imported: ResponseHeadersPolicy | undefined;
  readonly override: object;
}

/** Refuses a policy of response headers that cannot work. Creates nothing. */
export function planResponseHeaders(
  site: IConstruct,
  given: SiteCdkProps["responseHeadersPolicy"],
): PlannedResponseHeaders {
  return parseImport(site, "cdk.responseHeadersPolicy", given, CloudfrontResponseHeadersPolicy);
}

const yearSeconds = 31_536_000;

/**
 * The security headers of responses: only TLS, no guessed content types, foreign frames or full addresses for other sites.
 * Headers of an API or a server are kept, except for the content types.
 */
export function createResponseHeaders(
  site: Construct,
  { imported, override }: PlannedResponseHeaders,
): ResponseHeadersPolicy {
  if (imported !== undefined) return imported;
  const config: CloudfrontResponseHeadersPolicyConfig = {
    name: deliveryName(site, 128),
    securityHeadersConfig: {
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: "SAMEORIGIN", override: false },
      referrerPolicy: { referrerPolicy: "strict-origin-when-cross-origin", override: false },
      strictTransportSecurity: { accessControlMaxAgeSec: yearSeconds, override: false },
    },
  };
  return new CloudfrontResponseHeadersPolicy(site, "ResponseHeaders", overlay(config, override));
}
