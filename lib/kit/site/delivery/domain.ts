import type { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import type { CloudfrontDistribution } from "@cdktf/provider-aws/lib/cloudfront-distribution";
import { Construct, type IConstruct } from "constructs";
import { cdnRegion } from "../../../facts/aws/regions";
import { checkQuota } from "../../app";
import { checkKeys, isPlainObject, propKeys } from "../../core/checks/check";
import { refuseValue, requireProp } from "../../core/errors";
import {
  certificateArnOf,
  checkCertificateRegion,
  checkDomainFree,
  checkDomainName,
  checkHostedDomain,
  checkZoneContains,
  claimDomain,
  createAliasRecords,
  createCertificate,
  createZoneLookup,
  type DomainHostedZone,
  type HostedDomain,
} from "../../dns";
import { fail } from "../errors";
import { type SiteDomainProps, siteDomainKeys } from "../props";
import { createRedirect } from "./redirect";

const prop = "customDomain";

/** The domain of a site, checked. */
export interface PlannedSiteDomain {
  readonly domainName: string;
  readonly domainAlias: string | undefined;
  readonly alternateNames: readonly string[];
  /** Undefined for a domain outside of Route 53, whose certificate the caller gives. */
  readonly hosted: HostedDomain | undefined;
  /** The caller's certificate. Undefined: one is created. */
  readonly certificateArn: string | undefined;
}

const cdkKeys = propKeys<NonNullable<SiteDomainProps["cdk"]>>()({ hostedZone: true, certificate: true });

/** Refuses a domain that cannot work. Creates nothing. */
export function planSiteDomain(site: IConstruct, given: unknown): PlannedSiteDomain | undefined {
  if (given === undefined) return undefined;
  const isObject = isPlainObject(given);
  if (!isObject && typeof given !== "string") {
    const expected = 'a domain name such as "www.example.com", or { domainName, ... }';
    return refuseValue(site, prop, given, expected);
  }
  const props = (isObject ? given : { domainName: given }) as unknown as SiteDomainProps;
  if (isObject) checkShape(site, props);
  const at = isObject ? `${prop}.domainName` : prop;
  const { domainName, domainAlias, alternateNames = [] } = props;
  checkPlainDomain(site, at, domainName);
  const domain = props.isExternalDomain === true ? planExternal(site, props) : planHosted(site, props);
  alternateNames.forEach((name, index) => {
    checkDomainName(site, `${prop}.alternateNames[${index}]`, name);
  });
  if (alternateNames.length > 0 && domain.certificateArn === undefined) {
    fail(site, "prop-needs", `${prop}.alternateNames`, { needs: `${prop}.cdk.certificate` });
  }
  checkQuota(
    site,
    `${prop}.alternateNames`,
    "aliasesPerDistribution",
    "domains together with domainName",
    alternateNames.length + 1,
  );
  checkFree(site, at, { domainName, domainAlias, alternateNames });
  return { domainName, domainAlias, alternateNames, ...domain };
}

function checkShape(site: IConstruct, props: SiteDomainProps): void {
  checkKeys(site, prop, props, siteDomainKeys);
  checkKeys(site, `${prop}.cdk`, props.cdk ?? {}, cdkKeys);
  const remedy = 'Write the domain: customDomain: { domainName: "www.example.com" }.';
  requireProp(site, `${prop}.domainName`, props.domainName, remedy);
}

/** A page has one name, so that it cannot be a wildcard. */
function checkPlainDomain(site: IConstruct, at: string, name: unknown): void {
  checkDomainName(site, at, name);
  if (String(name).startsWith("*.")) {
    refuseValue(site, at, name, "one domain; wildcards go into alternateNames");
  }
}

type Origin = Pick<PlannedSiteDomain, "hosted" | "certificateArn">;

function planExternal(site: IConstruct, { domainAlias, hostedZone, cdk }: SiteDomainProps): Origin {
  const superfluous = { domainAlias, hostedZone, "cdk.hostedZone": cdk?.hostedZone };
  for (const [key, value] of Object.entries(superfluous)) {
    if (value !== undefined)
      fail(site, "props-exclude", `${prop}.${key}`, { other: `${prop}.isExternalDomain` });
  }
  const at = `${prop}.cdk.certificate`;
  if (cdk?.certificate === undefined) {
    return fail(site, "prop-needs", `${prop}.isExternalDomain`, { needs: at });
  }
  const certificateArn = certificateArnOf(site, at, cdk.certificate);
  checkCertificateRegion(site, at, cdk.certificate, cdnRegion);
  return { hosted: undefined, certificateArn };
}

function planHosted(site: IConstruct, props: SiteDomainProps): Origin {
  const { domainName, domainAlias, cdk } = props;
  if (isPlainObject(cdk?.certificate)) certificateArnOf(site, `${prop}.cdk.certificate`, cdk.certificate);
  if (props.hostedZone !== undefined && cdk?.hostedZone !== undefined) {
    fail(site, "props-exclude", `${prop}.cdk.hostedZone`, { other: `${prop}.hostedZone` });
  }
  // The zone is the domain itself, unless the caller names another one. Of a reference, it cannot be derived.
  const isLiteral = !domainName.includes("${");
  const hostedZone =
    props.hostedZone ?? (cdk?.hostedZone === undefined && isLiteral ? domainName : undefined);
  const hosted = checkHostedDomain(
    site,
    prop,
    { domainName, cdk, ...(hostedZone !== undefined && { hostedZone }) },
    cdnRegion,
  );
  if (domainAlias !== undefined) {
    checkPlainDomain(site, `${prop}.domainAlias`, domainAlias);
    const { zone } = hosted;
    const zoneName = typeof zone === "string" ? zone : zone.nameInput;
    if (zoneName !== undefined) checkZoneContains(site, `${prop}.domainAlias`, zoneName, domainAlias);
  }
  return { hosted, certificateArn: hosted.certificateArn };
}

function checkFree(
  site: IConstruct,
  at: string,
  names: Pick<PlannedSiteDomain, "domainName" | "domainAlias" | "alternateNames">,
): void {
  const seen = new Set<string>();
  for (const [where, name] of namesIn(at, names)) {
    checkDomainFree(site, where, name);
    if (seen.has(name)) fail(site, "part-duplicate", where, { part: "domain", value: name });
    seen.add(name);
  }
}

function namesIn(
  at: string,
  { domainName, domainAlias, alternateNames }: Omit<PlannedSiteDomain, "hosted" | "certificateArn">,
): readonly (readonly [string, string])[] {
  return [
    [at, domainName],
    ...(domainAlias === undefined ? [] : [[`${prop}.domainAlias`, domainAlias] as const]),
    ...alternateNames.map((name, index) => [`${prop}.alternateNames[${index}]`, name] as const),
  ];
}

/** The domain of a site: its certificate and records, and the redirect of its alias. */
export class SiteDomain extends Construct {
  readonly url: string;
  /** All domains that the distribution serves. */
  readonly aliases: readonly string[];
  readonly certificateArn: string;
  /** The certificate, if it was created here. */
  readonly certificate: AcmCertificate | undefined;
  /** The zone that was given or looked up. */
  readonly hostedZone: DomainHostedZone | undefined;
  private readonly zoneId: string | undefined;

  constructor(
    private readonly site: Construct,
    private readonly domain: PlannedSiteDomain,
  ) {
    super(site, "CustomDomain");
    const { domainName, alternateNames, hosted } = domain;
    for (const [at, name] of namesIn(`${prop}.domainName`, domain)) claimDomain(site, at, name);
    this.url = `https://${domainName}`;
    this.aliases = [domainName, ...alternateNames];
    if (hosted !== undefined) {
      this.zoneId = createZoneLookup(this, hosted.zone);
      this.hostedZone =
        typeof hosted.zone === "string"
          ? (this.node.tryFindChild("HostedZone") as DomainHostedZone)
          : hosted.zone;
    }
    const certified = {
      domainName,
      certificateArn: domain.certificateArn,
      certificateOverride: hosted?.certificateOverride,
    };
    const created = createCertificate(this, certified, this.zoneId ?? "", true);
    this.certificate = created.certificate;
    this.certificateArn = created.arn;
  }

  /** Points the domain, and its alias, at the site. Both have the same security headers. */
  connect(distribution: CloudfrontDistribution, responseHeadersPolicyId: string): void {
    const { domainName, domainAlias } = this.domain;
    const { zoneId } = this;
    if (zoneId === undefined) return;
    createAliasRecords(this, { domainName, zoneId, target: targetOf(distribution) });
    if (domainAlias === undefined) return;
    const alias = new Construct(this, "Alias");
    const { arn } = createCertificate(alias, { domainName: domainAlias }, zoneId, true);
    const redirect = createRedirect(this.site, alias, {
      from: domainAlias,
      to: domainName,
      certificateArn: arn,
      responseHeadersPolicyId,
    });
    createAliasRecords(alias, { domainName: domainAlias, zoneId, target: targetOf(redirect) });
  }
}

const targetOf = ({ domainName, hostedZoneId: zoneId }: CloudfrontDistribution) => ({ domainName, zoneId });
