import { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import type { IConstruct } from "constructs";
import { isPlainObject } from "../core/checks/check";
import { checkLimit, limits } from "../core/limits";
import { checkOverride, isProviderObject, type OverrideKeys } from "../core/terraform/override";
import { checkCertificateRegion } from "./certificate-region";
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
    return fail(where, "prop-invalid", at, {
      value: given,
      expected: `a Route53Zone or a DataAwsRoute53Zone; a name goes into ${prop}.hostedZone`,
    });
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
    return fail(where, "prop-invalid", prop, {
      value: given,
      expected: "an AcmCertificate, a DataAwsAcmCertificate or an AcmCertificateValidation",
    });
  }
  const certificate = given as unknown as DomainCertificate;
  return "certificateArn" in certificate ? certificate.certificateArn : certificate.arn;
}
