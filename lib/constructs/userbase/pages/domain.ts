import { CognitoUserPoolDomain } from "@cdktf/provider-aws/lib/cognito-user-pool-domain";
import { Token } from "cdktf";
import { Construct } from "constructs";
import { Stack } from "../../../app";
import { checkKeys, isPlainObject, propKeys } from "../../../core/check";
import {
  checkCustomDomain,
  claimDomain,
  createAliasRecords,
  createValidatedCertificate,
  createZoneLookup,
  type DomainRules,
  type HostedDomain,
} from "../../../dns";
import { fail } from "../errors";
import type { UserbaseDomainProps, UserbaseExtraProps } from "../extras/props";

const rules: DomainRules = {
  keys: propKeys<UserbaseDomainProps>()({ domainName: true, hostedZone: true, cdk: true }),
  cdkKeys: ["certificate", "hostedZone"],
  resource: CognitoUserPoolDomain,
  pathLevels: false,
};

/** Refuses a domain that cannot serve sign-in pages; creates nothing. */
export function checkDomain(userbase: Construct, { domain }: UserbaseExtraProps): void {
  if (domain === undefined) return;
  if (!isPlainObject(domain)) return checkPrefix(userbase, domain);
  checkKeys(userbase, "domain", domain, rules.keys);
  if (domain.domainName === undefined) {
    const remedy =
      'Write domain: { domainName: "auth.example.com" }, or a prefix of AWS\'s domain: domain: "example".';
    fail(userbase, "prop-required", "domain.domainName", { remedy });
  }
  checkCustomDomain(userbase, "domain", domain, rules);
  if (String(domain.domainName).startsWith("*.")) {
    fail(userbase, "domain-invalid", "domain.domainName", { value: String(domain.domainName) });
  }
}

// Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-assign-domain-prefix.html
function checkPrefix(userbase: Construct, value: unknown): void {
  if (Token.isUnresolved(value)) return;
  const isPrefix =
    typeof value === "string" &&
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(value) &&
    !/aws|amazon|cognito/.test(value);
  if (!isPrefix) fail(userbase, "userbase-domain-prefix", "domain", { value: String(value) });
}

/**
 * The host of the sign-in pages, written out: who refers to the domain itself would wait for its distribution.
 *
 * Source: https://docs.aws.amazon.com/govcloud-us/latest/UserGuide/govcloud-cog.html
 */
export function domainHost(userbase: Construct, domain: NonNullable<UserbaseExtraProps["domain"]>): string {
  if (typeof domain !== "string") return domain.domainName;
  const { region, partition } = Stack.of(userbase);
  const service = partition === "aws-us-gov" ? "auth-fips" : "auth";
  return `${domain}.${service}.${region}.amazoncognito.com`;
}

/** Creates the domain of the sign-in pages; one of yours with its certificate and DNS records. */
export function createDomain(
  userbase: Construct,
  { domain, featureTier }: UserbaseExtraProps,
  userPoolId: string,
): CognitoUserPoolDomain | undefined {
  if (domain === undefined) return undefined;
  // The plan `lite` has the classic pages only.
  const managedLoginVersion = featureTier === "lite" ? 1 : 2;
  const scope = new Construct(userbase, "Domain");
  if (typeof domain === "string") {
    return new CognitoUserPoolDomain(scope, "Domain", { domain, userPoolId, managedLoginVersion });
  }
  const checked = checkCustomDomain(userbase, "domain", domain, rules) as HostedDomain;
  const { domainName } = checked;
  claimDomain(userbase, "domain.domainName", domainName);
  const zoneId = createZoneLookup(scope, checked.zone);
  const created = new CognitoUserPoolDomain(scope, "Domain", {
    domain: domainName,
    certificateArn: checked.certificateArn ?? createCertificate(scope, checked, zoneId),
    userPoolId,
    managedLoginVersion,
  });
  const target = {
    domainName: created.cloudfrontDistribution,
    zoneId: created.cloudfrontDistributionZoneId,
  };
  createAliasRecords(scope, { domainName, zoneId, target });
  return created;
}

/**
 * The pages are served by a CDN, whose certificates are in us-east-1.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-add-custom-domain.html
 */
function createCertificate(scope: Construct, { domainName }: HostedDomain, zoneId: string): string {
  const provider = Stack.of(scope).getUsEast1Provider();
  return createValidatedCertificate(scope, { domainName, zoneId, provider }).arn;
}
