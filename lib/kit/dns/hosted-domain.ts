import { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import { type TerraformElement, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { parseArnOf } from "../../facts/aws/arns";
import { partitionOf } from "../../facts/aws/partitions";
import { cdnRegion } from "../../facts/aws/regions";
import { isPlainObject } from "../core/checks/check";
import { refuseValue } from "../core/errors";
import { checkLimit, limits } from "../core/limits";
import { checkOverride, isProviderObject, type OverrideKeys } from "../core/terraform/override";
import { isUnresolved } from "../core/tokens/unresolved";
import { checkDomainName, checkZoneContains, deriveZoneName, parseZoneName } from "./domain-name";
import { fail } from "./errors";
import type { DomainCertificate, DomainHostedZone, HostedDomain } from "./props";

/** The props of a domain that every construct with one offers. Each construct checks its further props itself. */
export interface HostedDomainProps {
  readonly domainName?: unknown | undefined;
  readonly hostedZone?: unknown | undefined;
  readonly cdk?: { readonly certificate?: unknown; readonly hostedZone?: unknown } | undefined;
}

const useOwnCertificate = "Create an AcmCertificate, have it validated and pass it as cdk.certificate.";

/** Keys that the validation through one DNS record depends on. */
const certificateKeys: OverrideKeys = {
  rejected: {
    domainName: "It is the domain name itself.",
    validationMethod: useOwnCertificate,
    validationOption: useOwnCertificate,
    subjectAlternativeNames: useOwnCertificate,
    certificateAuthorityArn: useOwnCertificate,
    certificateBody: useOwnCertificate,
    certificateChain: useOwnCertificate,
    privateKey: useOwnCertificate,
  },
};

/** Checks a domain that is given by its name alone: its zone is looked up and its certificate is created. */
export function checkDomainByName(where: IConstruct, prop: string, given: unknown): HostedDomain {
  checkDomainName(where, prop, given);
  checkLimit(where, prop, given, limits.aws_acm_certificate.domainName);
  const zone = deriveZoneName(where, { own: prop, domain: prop }, given);
  return { domainName: given, zone, certificateArn: undefined, certificateOverride: {} };
}

/**
 * Checks a domain in a hosted zone of Route 53 that is given as an object. Creates nothing.
 *
 * @param region - where the certificate must be
 */
export function checkHostedDomain(
  where: IConstruct,
  prop: string,
  props: HostedDomainProps,
  region: string,
): HostedDomain {
  const { domainName } = props;
  checkDomainName(where, `${prop}.domainName`, domainName);
  const zone = findZone(where, prop, domainName, props);
  const certificate = findCertificate(where, `${prop}.cdk.certificate`, props.cdk?.certificate);
  if (certificate.certificateArn === undefined) {
    checkLimit(where, `${prop}.domainName`, domainName, limits.aws_acm_certificate.domainName);
  } else checkCertificateRegion(where, `${prop}.cdk.certificate`, props.cdk?.certificate, region);
  return { domainName, zone, ...certificate };
}

function findZone(
  where: IConstruct,
  prop: string,
  domainName: string,
  { hostedZone, cdk }: HostedDomainProps,
): string | DomainHostedZone {
  if (hostedZone !== undefined) {
    const at = `${prop}.hostedZone`;
    const name = parseZoneName(where, at, hostedZone);
    checkZoneContains(where, at, name, domainName);
    return name;
  }
  const at = `${prop}.cdk.hostedZone`;
  const given = cdk?.hostedZone;
  if (given === undefined) {
    return deriveZoneName(where, { own: `${prop}.domainName`, domain: prop }, domainName);
  }
  if (!isProviderObject(given, "aws_route53_zone")) {
    const expected = `a Route53Zone or a DataAwsRoute53Zone; a name goes into ${prop}.hostedZone`;
    return refuseValue(where, at, given, expected);
  }
  const zone = given as unknown as DomainHostedZone;
  if (zone.nameInput !== undefined) checkZoneContains(where, at, zone.nameInput, domainName);
  return zone;
}

function findCertificate(
  where: IConstruct,
  prop: string,
  given: unknown,
): Pick<HostedDomain, "certificateArn" | "certificateOverride"> {
  if (given === undefined) return { certificateArn: undefined, certificateOverride: {} };
  if (!isPlainObject(given)) {
    return { certificateArn: certificateArnOf(where, prop, given), certificateOverride: {} };
  }
  checkOverride(where, prop, given, AcmCertificate, certificateKeys);
  return { certificateArn: undefined, certificateOverride: given };
}

/** The ARN of a certificate that the caller passes as an object of the provider. */
export function certificateArnOf(where: IConstruct, prop: string, given: unknown): string {
  if (!isProviderObject(given, "aws_acm_certificate", "aws_acm_certificate_validation")) {
    const expected = "an AcmCertificate, a DataAwsAcmCertificate or an AcmCertificateValidation";
    return refuseValue(where, prop, given, expected);
  }
  const certificate = given as unknown as DomainCertificate;
  return "certificateArn" in certificate ? certificate.certificateArn : certificate.arn;
}

/** Refuses an existing certificate of another region, as far as its region is known. */
export function checkCertificateRegion(
  where: IConstruct,
  prop: string,
  certificate: unknown,
  region: string,
): void {
  // CDNs of other partitions have regions of their own.
  if (region === cdnRegion && !isCommercial(stackRegion(where))) return;
  if (!isProviderObject(certificate)) return;
  checkArn(where, `${prop}.certificateArn`, certificate);
  const found = regionOf(certificate);
  if (found === undefined || isUnresolved(found) || found === region) return;
  fail(where, "certificate-region", prop, { value: certificate, found, region });
}

/** Refuses the validation of something else than a certificate of ACM. */
function checkArn(where: IConstruct, prop: string, certificate: object): void {
  const { certificateArnInput: arn } = certificate as { readonly certificateArnInput?: unknown };
  if (arn !== undefined)
    checkLimit(where, prop, arn, limits.aws_api_gateway_domain_name.regionalCertificateArn);
}

function regionOf(certificate: TerraformElement): string | undefined {
  const { certificateArnInput: arn } = certificate as { readonly certificateArnInput?: unknown };
  const ofArn = parseArnOf("acm", String(arn))?.region;
  if (ofArn !== undefined) return ofArn;
  const { provider } = certificate as {
    readonly provider?: { readonly region?: string | undefined } | undefined;
  };
  return provider === undefined ? stackRegion(certificate) : provider.region;
}

/** Whether a region is in the partition whose CDNs take certificates of `cdnRegion`. */
function isCommercial(region: string | undefined): boolean {
  return region !== undefined && partitionOf(region).id === partitionOf(cdnRegion).id;
}

function stackRegion(construct: IConstruct): string | undefined {
  return (TerraformStack.of(construct) as { readonly region?: string | undefined }).region;
}
