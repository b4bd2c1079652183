import type { ApiGatewayDomainName } from "@cdktf/provider-aws/lib/api-gateway-domain-name";
import { type TerraformElement, TerraformResource } from "cdktf";
import type { checkOverride } from "../../core/terraform/override";
import { isUnresolved } from "../../core/tokens/unresolved";
import type { HostedDomain } from "../../dns";
import type { MutualTls } from "./mutual-tls";

/** A domain name of either gateway generation, resource or data source. */
export type DomainNameObject = TerraformElement & {
  readonly id: string;
  readonly domainName: string;
  readonly domainNameInput?: string | undefined;
  readonly terraformResourceType: string;
};

/** The provider's types of domain names, of the newer and the older gateway generation. */
export const domainTypes = { v2: "aws_apigatewayv2_domain_name", v1: "aws_api_gateway_domain_name" } as const;

/** The differences between the custom domains of the gateways. */
export interface DomainRules {
  /** Keys of the props. */
  readonly keys: readonly string[];
  readonly cdkKeys: readonly string[];
  /** The provider's types of existing domain names to which such an API can be added. */
  readonly shares: readonly string[];
  /** The provider's class of the domain name. */
  readonly resource: Parameters<typeof checkOverride>[3];
  /** Whether `path` may have several levels, separated by `/`, on a domain that is created here. */
  readonly pathLevels: boolean;
  /** Whether a CDN serves every domain, so that certificates are in us-east-1. @default false */
  readonly isServedByCdn?: boolean | undefined;
}

/** The `customDomain` of an API, checked. */
export type ApiDomain = { readonly path: string | undefined } & (
  | SharedDomain
  | ExternalDomain
  | HostedApiDomain
);

/** An existing domain name. */
export interface SharedDomain {
  readonly kind: "shared";
  /** Undefined when only the name is known. */
  readonly object: DomainNameObject | undefined;
  readonly domainName: string;
}

/** A domain that is hosted outside Route 53. */
export interface ExternalDomain {
  readonly kind: "external";
  readonly domainName: string;
  readonly certificateArn: string;
  /** Overrides the config of the created domain name. */
  readonly override: object;
  /** Undefined when clients need no certificate, as far as the override does not say otherwise. */
  readonly mutualTls: MutualTls | undefined;
}

/** A domain in a hosted zone of Route 53. */
export interface HostedApiDomain extends HostedDomain {
  readonly kind: "hosted";
  /** Overrides the config of the created domain name. */
  readonly override: object;
  /** Undefined when clients need no certificate, as far as the override does not say otherwise. */
  readonly mutualTls: MutualTls | undefined;
}

/** Whether the props of a domain, or its object, say that clients must present a certificate. */
export function givesMutualTls(domain: ApiDomain): boolean {
  if (domain.kind !== "shared") {
    return domain.mutualTls !== undefined || has(domain.override, "mutualTlsAuthentication");
  }
  return domain.object !== undefined && has(domain.object, "mutualTlsAuthenticationInput");
}

function has(parts: object, key: string): boolean {
  return (parts as Readonly<Record<string, unknown>>)[key] !== undefined;
}

/** The known settings of an existing domain. */
export interface DomainSettings {
  readonly endpointType: "edge" | "regional" | "private" | undefined;
  /** In AWS's words: `TLS_1_2`. Undefined also where AWS chooses it. */
  readonly policy: string | undefined;
}

const endpointTypes = { EDGE: "edge", REGIONAL: "regional", PRIVATE: "private" } as const;

/** The settings of an existing domain, as far as its object says them. */
export function domainSettings(object: DomainNameObject | undefined): DomainSettings {
  const unknown = { endpointType: undefined, policy: undefined };
  if (object === undefined) return unknown;
  if (object.terraformResourceType === domainTypes.v2) return { endpointType: "regional", policy: undefined };
  // A data source has no arguments for them.
  if (!TerraformResource.isTerraformResource(object)) return unknown;
  const { securityPolicyInput, endpointConfiguration } = object as unknown as ApiGatewayDomainName;
  const { types } = (endpointConfiguration.internalValue ?? {}) as {
    readonly types?: readonly string[] | undefined;
  };
  const [type] = types ?? [];
  return {
    endpointType: type === undefined ? undefined : endpointTypes[type as keyof typeof endpointTypes],
    policy: isUnresolved(securityPolicyInput) ? undefined : securityPolicyInput,
  };
}
