import { AcmCertificate, type AcmCertificateConfig } from "@cdktf/provider-aws/lib/acm-certificate";
import { AcmCertificateValidation } from "@cdktf/provider-aws/lib/acm-certificate-validation";
import { Route53Record } from "@cdktf/provider-aws/lib/route53-record";
import type { TerraformProvider } from "cdktf";
import type { Construct } from "constructs";
import { type Override, overlay } from "../core/terraform/override";

/** A created certificate, and how to refer to it once it is issued. */
export interface ValidatedCertificate {
  readonly certificate: AcmCertificate;
  /** ARN of the validation: a resource that uses it waits until the certificate is issued. */
  readonly arn: string;
}

/**
 * Creates a certificate and validates it through DNS.
 *
 * For a CDN the certificate must be in `us-east-1`: pass that provider.
 */
export function createValidatedCertificate(
  scope: Construct,
  options: {
    readonly domainName: string;
    readonly zoneId: string;
    readonly provider?: TerraformProvider | undefined;
    readonly override?: Override<AcmCertificateConfig> | undefined;
  },
): ValidatedCertificate {
  const { domainName, zoneId, override } = options;
  const provider = override?.provider ?? options.provider;
  const config: AcmCertificateConfig = {
    domainName,
    validationMethod: "DNS",
    provider,
  };
  const certificate = new AcmCertificate(scope, "Certificate", overlay(config, override));
  const proof = certificate.domainValidationOptions.get(0);
  const record = new Route53Record(scope, "ValidationRecord", {
    name: proof.resourceRecordName,
    type: proof.resourceRecordType,
    records: [proof.resourceRecordValue],
    zoneId,
    ttl: 60,
    // Two certificates of one domain in one account share the record.
    allowOverwrite: true,
  });
  const validation = new AcmCertificateValidation(scope, "CertificateValidation", {
    certificateArn: certificate.arn,
    validationRecordFqdns: [record.fqdn],
    provider,
  });
  return { certificate, arn: validation.certificateArn };
}
