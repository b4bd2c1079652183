import type { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import { Apigatewayv2ApiMapping } from "@cdktf/provider-aws/lib/apigatewayv2-api-mapping";
import {
  Apigatewayv2DomainName,
  type Apigatewayv2DomainNameConfig,
} from "@cdktf/provider-aws/lib/apigatewayv2-domain-name";
import { Token } from "cdktf";
import { Construct } from "constructs";
import { overlay } from "../core/override";
import { createAliasRecords } from "../dns/alias-records";
import { createValidatedCertificate } from "../dns/certificate";
import {
  type CheckedDomain,
  checkCustomDomain,
  type DomainRules,
  type ExternalDomain,
  type HostedDomain,
} from "../dns/check";
import { claimDomain, claimPath } from "../dns/claims";
import { createZoneLookup } from "../dns/hosted-zone";
import { type ApiDomainProps, domainCdkKeys, domainKeys } from "../dns/props";
import { domainUrl } from "./domain-url";

interface CreatedDomain {
  readonly domainName: Apigatewayv2DomainName;
  readonly certificate: AcmCertificate | undefined;
}

/** What Api, GraphQLApi and WebSocketApi take. */
const apiDomainRules: DomainRules = {
  keys: domainKeys,
  cdkKeys: domainCdkKeys,
  resource: Apigatewayv2DomainName,
  pathLevels: true,
};

/** Refuses a custom domain of an Api, GraphQLApi or WebSocketApi that cannot work; creates nothing. */
export function checkApiDomain(
  where: Construct,
  prop: string,
  given: string | ApiDomainProps,
): CheckedDomain {
  return checkCustomDomain(where, prop, given, apiDomainRules);
}

/** Creates what a custom domain needs below an Api, GraphQLApi or WebSocketApi; nothing is mapped to it yet. */
export function createCustomDomain(
  api: Construct,
  prop: string,
  given: string | ApiDomainProps,
): CustomDomain {
  return new CustomDomain(api, prop, checkApiDomain(api, prop, given));
}

/** A domain for an API of the newer gateway generation, with what it needs: certificate and DNS records. */
export class CustomDomain extends Construct {
  /** The name, a literal where it is known. */
  readonly name: string;
  /** The certificate, if it was created here. */
  readonly certificate: AcmCertificate | undefined;
  /** The domain name, if it was created here. */
  readonly domainName: Apigatewayv2DomainName | undefined;
  private readonly path: string | undefined;
  /** By what the domain is told from others of the app. */
  private readonly identity: unknown;
  /** What a mapping names: it waits for the domain, and is made anew with it. */
  private readonly reference: string;

  constructor(
    private readonly api: Construct,
    private readonly prop: string,
    domain: CheckedDomain,
  ) {
    super(api, "CustomDomain");
    this.name = domain.domainName;
    this.path = domain.path;
    if (domain.kind === "shared") {
      this.identity = Token.isUnresolved(this.name) ? (domain.object ?? this) : this.name;
      this.reference = domain.object?.id ?? domain.domainName;
      return;
    }
    claimDomain(api, prop, this.name);
    const { domainName, certificate } =
      domain.kind === "external" ? this.createExternal(domain) : this.createHosted(domain);
    this.domainName = domainName;
    this.certificate = certificate;
    this.identity = Token.isUnresolved(this.name) ? domainName : this.name;
    this.reference = domainName.id;
  }

  private createExternal(domain: ExternalDomain): CreatedDomain {
    return { domainName: this.createDomainName(domain, domain.certificateArn), certificate: undefined };
  }

  private createHosted(domain: HostedDomain): CreatedDomain {
    const zoneId = createZoneLookup(this, domain.zone);
    const { arn, certificate } = this.createCertificate(domain, zoneId);
    const domainName = this.createDomainName(domain, arn);
    const { targetDomainName, hostedZoneId } = domainName.domainNameConfiguration;
    createAliasRecords(this, {
      domainName: domain.domainName,
      zoneId,
      target: { domainName: targetDomainName, zoneId: hostedZoneId },
    });
    return { domainName, certificate };
  }

  private createCertificate(
    { domainName, certificateArn, certificateOverride }: HostedDomain,
    zoneId: string,
  ): { readonly arn: string; readonly certificate: AcmCertificate | undefined } {
    if (certificateArn !== undefined) return { arn: certificateArn, certificate: undefined };
    return createValidatedCertificate(this, { domainName, zoneId, override: certificateOverride });
  }

  private createDomainName(
    { domainName, override }: HostedDomain | ExternalDomain,
    certificateArn: string,
  ): Apigatewayv2DomainName {
    const config: Apigatewayv2DomainNameConfig = {
      domainName,
      domainNameConfiguration: { certificateArn, endpointType: "REGIONAL", securityPolicy: "TLS_1_2" },
    };
    return new Apigatewayv2DomainName(this, "DomainName", overlay(config, override));
  }

  /** The address of the API on this domain. */
  url(scheme: "https" | "wss"): string {
    return domainUrl({ scheme, domainName: this.name, path: this.path, trailingSlash: true });
  }

  /** Leads the domain, or its path, to a stage of the API. */
  addApiMapping(target: {
    readonly apiId: string;
    /** Name of the stage, best as a reference to it. */
    readonly stage: string;
    readonly kind: "http" | "websocket";
  }): Apigatewayv2ApiMapping {
    const { apiId, stage, kind } = target;
    claimPath(this.api, this.prop, this.identity, { domainName: this.name, path: this.path, kind });
    return new Apigatewayv2ApiMapping(this, "Mapping", {
      apiId,
      stage,
      domainName: this.reference,
      apiMappingKey: this.path,
    });
  }
}
