import { AcmCertificate, type AcmCertificateConfig } from "@cdktf/provider-aws/lib/acm-certificate";
import { AcmCertificateValidation } from "@cdktf/provider-aws/lib/acm-certificate-validation";
import { DataAwsRoute53Zone } from "@cdktf/provider-aws/lib/data-aws-route53-zone";
import { Route53Record } from "@cdktf/provider-aws/lib/route53-record";
import type { TerraformProvider } from "cdktf";
import type { Construct } from "constructs";
import { Stack } from "../app";
import { type Override, overlay } from "../core/terraform/override";
import type { DomainHostedZone } from "./props";

/** A certificate, and how to refer to it once it is issued. */
export interface DomainCertificateParts {
  /** ARN of the given certificate, or of a validation: a resource that uses it waits until the certificate is issued. */
  readonly arn: string;
  /** The certificate, if it was created here. */
  readonly certificate: AcmCertificate | undefined;
}

/**
 * The given certificate of a domain. Without one, creates a certificate and validates it through DNS.
 *
 * @param isForCdn - whether the certificate must be in `us-east-1`
 */
export function createCertificate(
  scope: Construct,
  { domainName, certificateArn, certificateOverride: override }: CertifiedDomain,
  zoneId: string,
  isForCdn = false,
): DomainCertificateParts {
  if (certificateArn !== undefined) return { arn: certificateArn, certificate: undefined };
  const usual = isForCdn ? Stack.of(scope).getUsEast1Provider() : undefined;
  const provider = override?.provider ?? usual;
  const config: AcmCertificateConfig = { domainName, validationMethod: "DNS", provider };
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

interface CertifiedDomain {
  readonly domainName: string;
  /** @default - one is created */
  readonly certificateArn?: string | undefined;
  readonly certificateOverride?: Override<AcmCertificateConfig> | undefined;
}

/** The host that a domain points to. */
export interface AliasTarget {
  /** Host name of the gateway or distribution. */
  readonly domainName: string;
  /** Zone of that host name; AWS owns it. */
  readonly zoneId: string;
}

/** Points a domain at a host of AWS, for IPv4 and IPv6. */
export function createAliasRecords(
  scope: Construct,
  options: {
    readonly domainName: string;
    readonly zoneId: string;
    readonly target: AliasTarget;
    readonly provider?: TerraformProvider | undefined;
  },
): readonly Route53Record[] {
  const { domainName, zoneId, target, provider } = options;
  return (["A", "AAAA"] as const).map(
    (type) =>
      new Route53Record(scope, `Record${type}`, {
        name: domainName,
        type,
        zoneId,
        alias: { name: target.domainName, zoneId: target.zoneId, evaluateTargetHealth: false },
        provider,
      }),
  );
}

/** The id of the given zone, or of the public zone of that name, which Terraform looks up when it plans. */
export function createZoneLookup(scope: Construct, zone: string | DomainHostedZone): string {
  if (typeof zone !== "string") return zone.zoneId;
  return new DataAwsRoute53Zone(scope, "HostedZone", { name: zone, privateZone: false }).zoneId;
}
