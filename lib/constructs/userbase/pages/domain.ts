import { CognitoUserPoolDomain } from "@cdktf/provider-aws/lib/cognito-user-pool-domain";
import { Construct } from "constructs";
import { cdnRegion } from "../../../facts/aws/regions";
import { signInHost } from "../../../facts/aws/service-hosts";
import { Stack } from "../../../kit/app";
import {
  checkKeys,
  checkObject,
  domainPrefixLimit,
  isPlainObject,
  isReference,
  propKeys,
  requireProp,
} from "../../../kit/core";
import {
  checkHostedDomain,
  claimDomain,
  createAliasRecords,
  createCertificate,
  createZoneLookup,
  type DomainCertificate,
  type DomainHostedZone,
  type HostedDomain,
} from "../../../kit/dns";
import { fail } from "../errors";
import type { UserbaseProps } from "../props";

/** Your own domain for the sign-in pages. */
export interface UserbaseDomainProps {
  /** Domain of the pages, in lower case. Its parent domain must have an `A` record. */
  readonly domainName: string;
  /** Name of the public Route 53 zone that holds the domain. @default - the domain name without its first label */
  readonly hostedZone?: string | undefined;
  /** Existing provider objects to use. @default - none */
  readonly cdk?:
    | {
        /** A certificate in us-east-1. @default - one is created there, and validated through the hosted zone */
        readonly certificate?: DomainCertificate | undefined;
        /** The zone that holds the domain. @default - looked up by name */
        readonly hostedZone?: DomainHostedZone | undefined;
      }
    | undefined;
}

/** The domain of the sign-in pages, checked. */
export type ParsedDomain = {
  /** Host of the pages, as a literal: a reference to the domain resource would wait for its CDN distribution. */
  readonly host: string;
} & (
  | { readonly kind: "prefix"; readonly prefix: string }
  | { readonly kind: "hosted"; readonly hosted: HostedDomain }
);

const domainKeys = propKeys<UserbaseDomainProps>()({ domainName: "text", hostedZone: "text", cdk: "map" });

/** Refuses a domain that cannot serve sign-in pages; creates nothing. */
export function parseDomain(userbase: Construct, { domain }: UserbaseProps): ParsedDomain | undefined {
  if (domain === undefined) return undefined;
  if (!isPlainObject(domain)) {
    checkPrefix(userbase, domain);
    const prefix = String(domain);
    return { kind: "prefix", prefix, host: signInHost(prefix, Stack.of(userbase).region) };
  }
  checkKeys(userbase, "domain", domain, domainKeys);
  const remedy =
    'Write domain: { domainName: "auth.example.com" }, or a prefix of AWS\'s domain: domain: "example".';
  requireProp(userbase, "domain.domainName", domain.domainName, remedy);
  const { cdk = {} } = domain;
  checkObject(userbase, "domain.cdk", cdk, ["certificate", "hostedZone"], "{ certificate, hostedZone }");
  const hosted = checkHostedDomain(userbase, "domain", domain as UserbaseDomainProps, cdnRegion);
  if (String(domain.domainName).startsWith("*.")) {
    fail(userbase, "domain-invalid", "domain.domainName", { value: String(domain.domainName) });
  }
  return { kind: "hosted", hosted, host: hosted.domainName };
}

function checkPrefix(userbase: Construct, value: unknown): void {
  if (isReference(value)) return;
  const { pattern, max } = domainPrefixLimit;
  const isPrefix = typeof value === "string" && value.length <= max && pattern.test(value);
  if (!isPrefix) fail(userbase, "userbase-domain-prefix", "domain", { value: String(value) });
}

/** Creates the domain of the sign-in pages; your own domain also gets its certificate and DNS records. */
export function createDomain(
  userbase: Construct,
  given: ParsedDomain,
  { userPoolId, featureTier }: { readonly userPoolId: string } & Pick<UserbaseProps, "featureTier">,
): void {
  // The plan `lite` has only the classic pages.
  const managedLoginVersion = featureTier === "lite" ? 1 : 2;
  const scope = new Construct(userbase, "Domain");
  if (given.kind === "prefix") {
    new CognitoUserPoolDomain(scope, "Domain", { domain: given.prefix, userPoolId, managedLoginVersion });
    return;
  }
  const { domainName, zone } = given.hosted;
  claimDomain(userbase, "domain.domainName", domainName);
  const zoneId = createZoneLookup(scope, zone);
  // A CDN serves the pages, and its certificates must be in us-east-1.
  // Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-add-custom-domain.html
  const created = new CognitoUserPoolDomain(scope, "Domain", {
    domain: domainName,
    certificateArn: createCertificate(scope, given.hosted, zoneId, true).arn,
    userPoolId,
    managedLoginVersion,
  });
  const target = {
    domainName: created.cloudfrontDistribution,
    zoneId: created.cloudfrontDistributionZoneId,
  };
  createAliasRecords(scope, { domainName, zoneId, target });
}
