import type { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import { ApiGatewayBasePathMapping } from "@cdktf/provider-aws/lib/api-gateway-base-path-mapping";
import {
  ApiGatewayDomainName,
  type ApiGatewayDomainNameConfig,
} from "@cdktf/provider-aws/lib/api-gateway-domain-name";
import { Apigatewayv2ApiMapping } from "@cdktf/provider-aws/lib/apigatewayv2-api-mapping";
import type { DataAwsApiGatewayDomainName } from "@cdktf/provider-aws/lib/data-aws-api-gateway-domain-name";
import { Construct } from "constructs";
import { Stack } from "../../../kit/app";
import { guardValue, isProviderObject, overlay, withinBlock } from "../../../kit/core";
import { createAliasRecords, createCertificate, createZoneLookup, type HostedDomain } from "../../../kit/dns";
import {
  claimApiDomain,
  createMutualTls,
  type DomainUse,
  domainTypes,
  domainUrl,
  type HostedApiDomain,
} from "../../../kit/gateway";
import { hasLevels, type RestDomain } from "./check";
import { accessPolicy, createAccess } from "./private-access";
import { createRoutingRules, enableRoutingRules, prioritiesOf } from "./routing-rules";

const awsEndpointTypes = { edge: "EDGE", regional: "REGIONAL", private: "PRIVATE" } as const;
const prop = "customDomain";

const fixedPathReason =
  "The path of a custom domain cannot be changed once it is set; if it was not defined at first, it cannot be defined " +
  "later; if it was defined, it cannot become undefined. To change it, remove customDomain, deploy, and then set " +
  "customDomain with the new path.";

/** A domain for a REST API, with its certificate, DNS records and mapping. */
export class RestCustomDomain extends Construct {
  /** The name, a literal where it is known. */
  readonly name: string;
  /** The certificate, if it was created here. */
  readonly certificate: AcmCertificate | undefined;
  /** The domain name, if it was created here. */
  readonly domainName: ApiGatewayDomainName | undefined;
  /** A mapping names the domain by this, so that it waits for the domain. */
  private readonly reference: string;
  private readonly privateId: string | undefined;

  constructor(
    private readonly api: Construct,
    private readonly checked: RestDomain,
  ) {
    super(api, "CustomDomain");
    const { domain, isPrivate } = checked;
    this.name = domain.domainName;
    if (domain.kind !== "hosted") {
      const object = domain.kind === "shared" ? domain.object : undefined;
      this.reference = object?.domainName ?? domain.domainName;
      // Several private domains may have one name.
      if (isPrivate && object !== undefined) {
        this.privateId = (object as ApiGatewayDomainName | DataAwsApiGatewayDomainName).domainNameId;
      }
      claimApiDomain(api, prop, domain, this.use, undefined);
      if (checked.rules.size > 0) enableRoutingRules(object);
      return;
    }
    this.addNotices();
    const zoneId = this.needsZone(domain) ? createZoneLookup(this, domain.zone) : undefined;
    const isEdge = checked.endpointType === "edge";
    const { arn, certificate } = createCertificate(this, domain, zoneId ?? "", isEdge);
    this.certificate = certificate;
    this.domainName = this.createDomainName(domain, arn, zoneId);
    this.reference = this.domainName.domainName;
    this.privateId = checked.endpointType === "private" ? this.domainName.domainNameId : undefined;
    if (zoneId !== undefined) this.createRecords(this.domainName, zoneId);
    claimApiDomain(api, prop, domain, this.use, this.domainName);
    if (checked.rules.size > 0) enableRoutingRules(this.domainName);
  }

  private get use(): DomainUse {
    const { isMapped, rules } = this.checked;
    return { kind: "rest", isMapped, priorities: prioritiesOf(rules) };
  }

  private addNotices(): void {
    const { policy, isChosen } = this.checked.security;
    const { app } = Stack.of(this.api);
    if (policy === "TLS_1_0" && !isChosen) {
      const text =
        'serverform: a custom domain of a REST API accepts TLS 1.0 by default; set securityPolicy: "TLS 1.2" unless you serve clients that do not support it';
      app.addNotice(text, this.api);
    }
  }

  /** A zone is needed to validate a certificate and to hold the records. */
  private needsZone({ certificateArn }: HostedDomain): boolean {
    return certificateArn === undefined || this.checked.endpointType !== "private";
  }

  private createDomainName(
    { domainName, override, mutualTls }: HostedApiDomain,
    arn: string,
    zoneId: string | undefined,
  ): ApiGatewayDomainName {
    const { endpointType, security, vpcEndpoints, ipAddressType } = this.checked;
    const mutual = createMutualTls(this, domainName, zoneId, mutualTls);
    const config: ApiGatewayDomainNameConfig = {
      domainName,
      ...(endpointType === "regional" ? { regionalCertificateArn: arn } : { certificateArn: arn }),
      endpointConfiguration: { types: [awsEndpointTypes[endpointType]], ipAddressType },
      securityPolicy: security.policy,
      policy: accessPolicy(vpcEndpoints),
      mutualTlsAuthentication: mutual?.authentication,
      ownershipVerificationCertificateArn: mutual?.ownershipArn,
    };
    const given = withinBlock(override, "endpointConfiguration", { ipAddressType });
    const created = new ApiGatewayDomainName(this, "DomainName", overlay(config, given));
    // `@cdktf/provider-aws` was made from an older provider; `@cdktn/provider-aws` takes the caller's own mode.
    const isGiven = "endpointAccessMode" in override || "securityPolicy" in override;
    if (security.accessMode !== undefined && !isGiven) {
      created.addOverride("endpoint_access_mode", security.accessMode);
    }
    createAccess(this, created, vpcEndpoints);
    return created;
  }

  /** Creates the DNS records. A private domain has none: the records of the VPC endpoint lead to it. */
  private createRecords(domain: ApiGatewayDomainName, zoneId: string): void {
    const targets = {
      regional: { domainName: domain.regionalDomainName, zoneId: domain.regionalZoneId },
      edge: { domainName: domain.cloudfrontDomainName, zoneId: domain.cloudfrontZoneId },
      private: undefined,
    };
    const target = targets[this.checked.endpointType];
    if (target !== undefined) createAliasRecords(this, { domainName: this.name, zoneId, target });
  }

  /** The URL of the API on this domain. */
  get url(): string {
    const { path } = this.checked.domain;
    return domainUrl({ scheme: "https", domainName: this.name, path, trailingSlash: false });
  }

  /** Leads requests for the domain, for its path, or by its rules, to a stage of the API. */
  addMapping(apiId: string, stageName: string): void {
    const { domain, rules, isMapped } = this.checked;
    const { path } = domain;
    const object = domain.kind === "shared" ? domain.object : undefined;
    const isNewer = isProviderObject(object, domainTypes.v2);
    const domainName = isNewer ? object.id : this.reference;
    createRoutingRules(this, rules, { domainName, apiId, stage: stageName });
    if (!isMapped) return;
    const mapping =
      isNewer || (path !== undefined && hasLevels(path))
        ? new Apigatewayv2ApiMapping(this, "Mapping", {
            apiId,
            stage: stageName,
            domainName,
            apiMappingKey: path,
          })
        : new ApiGatewayBasePathMapping(this, "Mapping", {
            apiId,
            stageName,
            domainName: this.reference,
            domainNameId: this.privateId,
            basePath: path,
          });
    guardValue(this, "FirstPath", {
      resource: mapping,
      value: path ?? "",
      prop: "customDomain.path",
      reason: fixedPathReason,
    });
  }
}
