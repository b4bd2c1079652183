import type { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import type { ApiGatewayDomainName } from "@cdktf/provider-aws/lib/api-gateway-domain-name";
import { Apigatewayv2ApiMapping } from "@cdktf/provider-aws/lib/apigatewayv2-api-mapping";
import {
  Apigatewayv2DomainName,
  type Apigatewayv2DomainNameConfig,
} from "@cdktf/provider-aws/lib/apigatewayv2-domain-name";
import { TerraformResource } from "cdktf";
import { Construct } from "constructs";
import { isPlainObject } from "../../core/checks/check";
import { isProviderObject, overlay, withinBlock } from "../../core/terraform/override";
import { isUnresolved } from "../../core/tokens/unresolved";
import { createAliasRecords, createCertificate, createZoneLookup } from "../../dns";
import { fail } from "../errors";
import { checkIpAddressType, type IpAddressType } from "../stage";
import { checkCustomDomain } from "./check";
import { checkApiDomainFree, claimApiDomain, type MappedKind, mappedAs } from "./claims";
import {
  type ApiDomain,
  type DomainNameObject,
  type DomainRules,
  domainSettings,
  domainTypes,
  type ExternalDomain,
  type HostedApiDomain,
} from "./domain";
import { domainUrl } from "./domain-url";
import { createMutualTls } from "./mutual-tls";
import { type ApiDomainProps, domainCdkKeys, domainKeys } from "./props";

interface CreatedDomain {
  readonly domainName: Apigatewayv2DomainName;
  readonly certificate: AcmCertificate | undefined;
}

/** The parts that a created domain name depends on. */
interface DomainParts {
  /** ARN of its certificate. */
  readonly arn: string;
  readonly zoneId: string | undefined;
  readonly ipAddressType: IpAddressType | undefined;
}

const ownRules = {
  keys: domainKeys,
  cdkKeys: domainCdkKeys,
  resource: Apigatewayv2DomainName,
  pathLevels: true,
};

/**
 * The rules for Api and GraphQLApi, which may share the domain of a RestV1Api, and for WebSocketApi, which may not, and for
 * which AWS has no mutual TLS.
 */
const rules: Readonly<Record<PlannedCustomDomain["kind"], DomainRules>> = {
  http: { ...ownRules, shares: [domainTypes.v2, domainTypes.v1] },
  websocket: {
    ...ownRules,
    keys: domainKeys.filter((key) => key !== "mtls"),
    cdkKeys: domainCdkKeys.filter((key) => key !== "ownershipCertificate"),
    shares: [domainTypes.v2],
  },
};

/** A custom domain that is checked and not created yet. */
export interface PlannedCustomDomain {
  readonly prop: string;
  readonly kind: Exclude<MappedKind, "rest">;
  readonly domain: ApiDomain;
  readonly ipAddressType: IpAddressType | undefined;
}

/** Refuses a custom domain of an Api, GraphQLApi or WebSocketApi that cannot work. Creates nothing. */
export function planCustomDomain(
  api: Construct,
  prop: string,
  given: string | ApiDomainProps | undefined,
  kind: PlannedCustomDomain["kind"],
  ipAddressType?: IpAddressType | undefined,
): PlannedCustomDomain | undefined {
  if (given === undefined) return undefined;
  if (kind === "websocket" && isPlainObject(given) && given.mtls !== undefined) {
    fail(api, "domain-mtls-web-socket", `${prop}.mtls`, {});
  }
  const domain = checkCustomDomain(api, prop, given, rules[kind]);
  if (domain.kind === "shared" && domain.object !== undefined) checkTls(api, prop, domain.object);
  if (domain.kind !== "shared") checkAddressesOf(api, prop, domain.override, ipAddressType);
  checkApiDomainFree(api, prop, domain, mappedAs(kind));
  return { prop, kind, domain, ipAddressType };
}

function checkAddressesOf(
  api: Construct,
  prop: string,
  override: object,
  type: IpAddressType | undefined,
): void {
  const { domainNameConfiguration } = override as { readonly domainNameConfiguration?: unknown };
  checkIpAddressType(api, type, {
    [`${prop}.cdk.domainName.domainNameConfiguration`]: domainNameConfiguration,
  });
}

/**
 * Refuses a domain of a REST API with which an HTTP API does not work, as far as this is known.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-custom-domain-names.html
 */
function checkTls(api: Construct, prop: string, object: DomainNameObject): void {
  if (!isProviderObject(object, domainTypes.v1) || !TerraformResource.isTerraformResource(object)) return;
  const { securityPolicyInput: policy } = object as unknown as ApiGatewayDomainName;
  const { endpointType } = domainSettings(object);
  const at = `${prop}.cdk.domainName`;
  if (!isUnresolved(policy) && policy !== "TLS_1_2") fail(api, "domain-tls", at, { value: policy });
  if (endpointType !== undefined && endpointType !== "regional") {
    fail(api, "domain-not-regional", at, { value: endpointType });
  }
}

/** A domain for an API of the newer gateway generation, with its certificate, DNS records and mapping. */
export class CustomDomain extends Construct {
  /** The name, a literal where it is known. */
  readonly name: string;
  /** The certificate, if it was created here. */
  readonly certificate: AcmCertificate | undefined;
  /** The domain name, if it was created here. */
  readonly domainName: Apigatewayv2DomainName | undefined;
  private readonly path: string | undefined;
  /** A mapping names the domain by this, so that it waits for the domain and is replaced with it. */
  private readonly reference: string;

  constructor(api: Construct, { prop, kind, domain, ipAddressType }: PlannedCustomDomain) {
    super(api, "CustomDomain");
    this.name = domain.domainName;
    this.path = domain.path;
    if (domain.kind === "shared") {
      claimApiDomain(api, prop, domain, mappedAs(kind), undefined);
      const { object } = domain;
      // The id of a private domain of the older generation is not its name.
      const ofObject = object?.terraformResourceType === domainTypes.v1 ? object.domainName : object?.id;
      this.reference = ofObject ?? domain.domainName;
      return;
    }
    const { domainName, certificate } =
      domain.kind === "external"
        ? this.createExternal(domain, ipAddressType)
        : this.createHosted(domain, ipAddressType);
    claimApiDomain(api, prop, domain, mappedAs(kind), domainName);
    this.domainName = domainName;
    this.certificate = certificate;
    this.reference = domainName.id;
  }

  private createExternal(domain: ExternalDomain, ipAddressType: IpAddressType | undefined): CreatedDomain {
    const domainName = this.createDomainName(domain, {
      arn: domain.certificateArn,
      zoneId: undefined,
      ipAddressType,
    });
    return { domainName, certificate: undefined };
  }

  private createHosted(domain: HostedApiDomain, ipAddressType: IpAddressType | undefined): CreatedDomain {
    const zoneId = createZoneLookup(this, domain.zone);
    const { arn, certificate } = createCertificate(this, domain, zoneId);
    const domainName = this.createDomainName(domain, { arn, zoneId, ipAddressType });
    const { targetDomainName, hostedZoneId } = domainName.domainNameConfiguration;
    createAliasRecords(this, {
      domainName: domain.domainName,
      zoneId,
      target: { domainName: targetDomainName, zoneId: hostedZoneId },
    });
    return { domainName, certificate };
  }

  private createDomainName(
    { domainName, override, mutualTls }: HostedApiDomain | ExternalDomain,
    { arn, zoneId, ipAddressType }: DomainParts,
  ): Apigatewayv2DomainName {
    const mutual = createMutualTls(this, domainName, zoneId, mutualTls);
    // Also in the caller's block, which replaces the library's one.
    const always = { ipAddressType, ownershipVerificationCertificateArn: mutual?.ownershipArn };
    const config: Apigatewayv2DomainNameConfig = {
      domainName,
      domainNameConfiguration: {
        certificateArn: arn,
        endpointType: "REGIONAL",
        securityPolicy: "TLS_1_2",
        ...always,
      },
      mutualTlsAuthentication: mutual?.authentication,
    };
    const given = withinBlock(override, "domainNameConfiguration", always);
    return new Apigatewayv2DomainName(this, "DomainName", overlay(config, given));
  }

  /** The URL of the API on this domain. */
  url(scheme: "https" | "wss"): string {
    return domainUrl({ scheme, domainName: this.name, path: this.path, trailingSlash: true });
  }

  /** Maps the domain, or its path, to a stage of the API. */
  addApiMapping(target: {
    readonly apiId: string;
    /** Name of the stage, best as a reference to it. */
    readonly stage: string;
  }): Apigatewayv2ApiMapping {
    return new Apigatewayv2ApiMapping(this, "Mapping", {
      apiId: target.apiId,
      stage: target.stage,
      domainName: this.reference,
      apiMappingKey: this.path,
    });
  }
}
