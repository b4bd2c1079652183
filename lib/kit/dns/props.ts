import type { AcmCertificate, AcmCertificateConfig } from "@cdktf/provider-aws/lib/acm-certificate";
import type { AcmCertificateValidation } from "@cdktf/provider-aws/lib/acm-certificate-validation";
import type { DataAwsAcmCertificate } from "@cdktf/provider-aws/lib/data-aws-acm-certificate";
import type { DataAwsRoute53Zone } from "@cdktf/provider-aws/lib/data-aws-route53-zone";
import type { Route53Zone } from "@cdktf/provider-aws/lib/route53-zone";
import type { Override } from "../core/terraform/override";

/** A certificate for a domain. When you pass its validation, the domain waits for it. */
export type DomainCertificate = AcmCertificate | DataAwsAcmCertificate | AcmCertificateValidation;

/** Keys of the created certificate that the caller may override. */
export type DomainCertificateOverride = Override<AcmCertificateConfig>;

/** A hosted zone for the records of a domain. */
export type DomainHostedZone = Route53Zone | DataAwsRoute53Zone;

/** A domain in a hosted zone of Route 53, checked. */
export interface HostedDomain {
  readonly domainName: string;
  /** The zone, or its name, which is looked up. */
  readonly zone: string | DomainHostedZone;
  /** ARN of the caller's certificate. Undefined: one is created, with `certificateOverride`. */
  readonly certificateArn: string | undefined;
  readonly certificateOverride: DomainCertificateOverride;
}
