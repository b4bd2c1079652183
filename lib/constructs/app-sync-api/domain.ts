import type { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import { AppsyncDomainName } from "@cdktf/provider-aws/lib/appsync-domain-name";
import { AppsyncDomainNameApiAssociation } from "@cdktf/provider-aws/lib/appsync-domain-name-api-association";
import { Route53Record } from "@cdktf/provider-aws/lib/route53-record";
import type { TerraformResource } from "cdktf";
import { Construct } from "constructs";
import { orderResources } from "../../kit/app";
import { isPlainObject, propKeys, waitForAccess } from "../../kit/core";
import { checkDomainFree, claimDomain, createCertificate, createZoneLookup } from "../../kit/dns";
import { type ApiDomain, checkCustomDomain, type DomainRules } from "../../kit/gateway";
import { fail } from "./errors";
import type { AppSyncApiDomainProps } from "./props";

type CreatedDomain = Exclude<ApiDomain, { readonly kind: "shared" }>;

const rules: DomainRules = {
  keys: propKeys<AppSyncApiDomainProps>()({
    domainName: "text",
    hostedZone: "text",
    isExternalDomain: "boolean",
    cdk: "map",
  }),
  cdkKeys: propKeys<NonNullable<AppSyncApiDomainProps["cdk"]>>()({ certificate: true, hostedZone: true }),
  shares: [],
  resource: AppsyncDomainName,
  pathLevels: false,
  isServedByCdn: true,
};

const prop = "customDomain";

/** Refuses a domain that cannot work; creates nothing. */
export function planDomain(api: Construct, given: unknown): CreatedDomain | undefined {
  if (given === undefined) return undefined;
  if (isPlainObject(given) && given.domainName === undefined) {
    const remedy = 'Write the domain: domainName: "graph.example.com".';
    fail(api, "prop-required", `${prop}.domainName`, { remedy });
  }
  const domain = checkCustomDomain(api, prop, given, rules);
  // `shares` is empty, and the name exists.
  const created = domain as CreatedDomain;
  checkDomainFree(api, prop, created.domainName);
  return created;
}

/**
 * The method with which an API lists the parts that answer its clients: resolvers or namespaces, and the permission of its
 * authorizer.
 */
export const servedParts: unique symbol = Symbol.for("serverform.servedParts");

interface WithServedParts {
  [servedParts](): readonly TerraformResource[];
}

/** A domain of a managed GraphQL API or of an API for events. A CDN serves it, so that its certificate is in us-east-1. */
export class AppSyncDomain extends Construct {
  readonly url: string;
  /** The certificate, if it was created here. */
  readonly certificate: AcmCertificate | undefined;
  private association: AppsyncDomainNameApiAssociation | undefined;

  /** @param path - where the API is served below the domain */
  constructor(
    private readonly api: Construct & WithServedParts,
    domain: CreatedDomain,
    apiId: string,
    path: "graphql" | "event",
  ) {
    super(api, "CustomDomain");
    const { domainName } = domain;
    claimDomain(api, prop, domainName);
    this.url = `https://${domainName}/${path}`;
    if (domain.kind === "external") {
      this.createDomainName(domainName, domain.certificateArn, apiId);
      return;
    }
    const zoneId = createZoneLookup(this, domain.zone);
    const { arn, certificate } = createCertificate(this, domain, zoneId, true);
    this.certificate = certificate;
    const created = this.createDomainName(domainName, arn, apiId);
    new Route53Record(this, "Record", {
      name: domainName,
      type: "CNAME",
      zoneId,
      ttl: 1800,
      records: [created.appsyncDomainName],
    });
  }

  private createDomainName(domainName: string, certificateArn: string, apiId: string): AppsyncDomainName {
    const created = new AppsyncDomainName(this, "DomainName", { domainName, certificateArn });
    const association = { apiId, domainName: created.domainName };
    this.association = new AppsyncDomainNameApiAssociation(this, "Association", association);
    return created;
  }

  /** The domain leads to an API that replaces another one when the new one can answer. */
  [orderResources](): void {
    if (this.association !== undefined) waitForAccess(this.association, this.api[servedParts]());
  }
}
