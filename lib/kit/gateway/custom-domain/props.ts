import type { ApiGatewayDomainName } from "@cdktf/provider-aws/lib/api-gateway-domain-name";
import type {
  Apigatewayv2DomainName,
  Apigatewayv2DomainNameConfig,
} from "@cdktf/provider-aws/lib/apigatewayv2-domain-name";
import type { DataAwsApiGatewayDomainName } from "@cdktf/provider-aws/lib/data-aws-api-gateway-domain-name";
import { propKeys } from "../../core/checks/check";
import type { Override } from "../../core/terraform/override";
import type { DomainCertificate, DomainCertificateOverride, DomainHostedZone } from "../../dns";
import type { ApiMtlsProps } from "./mutual-tls-props";

/** A custom domain for an API, beside the one that AWS generates. */
export interface ApiDomainProps {
  /**
   * Domain of the API, in lower case; `*.example.com` matches every name below `example.com`.
   *
   * Changing it replaces the domain: the old name no longer works.
   *
   * @default - the domain of `cdk.domainName`
   */
  readonly domainName?: string | undefined;
  /**
   * Name of the public Route 53 zone that holds the domain. It must exist.
   *
   * @default - the domain name without its first label
   */
  readonly hostedZone?: string | undefined;
  /**
   * Whether the domain is hosted outside Route 53. No DNS records are created: you point the domain at the
   * `target_domain_name` of `cdk.domainName`. Requires `cdk.certificate`.
   *
   * @default false
   */
  readonly isExternalDomain?: boolean | undefined;
  /**
   * Certificates that clients must present. The generated address, which requires none, is disabled, unless
   * `cdk.httpApi.disableExecuteApiEndpoint` is false.
   *
   * @default - none
   */
  readonly mtls?: ApiMtlsProps | undefined;
  /**
   * Base path of the API, for example `v1`. Several APIs can share a domain, each with its own path.
   *
   * @default - the root of the domain
   */
  readonly path?: string | undefined;
  /** Existing provider objects to use, or configs that override what is created. @default - nothing */
  readonly cdk?: ApiDomainCdkProps | undefined;
}

/** Keys of a domain name that the caller may override. */
export type ApiDomainNameOverride = Override<Omit<Apigatewayv2DomainNameConfig, "domainName">>;

/** Provider objects behind a custom domain. */
export interface ApiDomainCdkProps {
  /**
   * An existing certificate in the region of the API. A plain object overrides the config of the created one.
   *
   * @default - one is created and validated through the hosted zone
   */
  readonly certificate?: DomainCertificate | DomainCertificateOverride | undefined;
  /**
   * Without `domainName`: an existing domain name to which this API is added, as an object or by its name. It may be that of
   * a `RestV1Api`, with TLS 1.2. WebSocket APIs share a domain only with each other. With
   * `domainName`: overrides the config of the created one.
   *
   * @default - one is created
   */
  readonly domainName?:
    | Apigatewayv2DomainName
    | ApiGatewayDomainName
    | DataAwsApiGatewayDomainName
    | { readonly domainName: string }
    | ApiDomainNameOverride
    | undefined;
  /**
   * The zone that holds the domain. Required when `domainName` is a reference and `hostedZone` is not given.
   *
   * @default - looked up by name
   */
  readonly hostedZone?: DomainHostedZone | undefined;
  /**
   * A certificate that ACM issued for the domain, which proves to AWS that you own it. AWS requires it with `mtls` if
   * `certificate` was imported or belongs to a private authority. It must stay valid as long as the domain exists.
   *
   * @default - one is created if `certificate` is such a certificate, unless the domain is external
   */
  readonly ownershipCertificate?: DomainCertificate | undefined;
}

export const domainKeys = propKeys<ApiDomainProps>()({
  domainName: "text",
  hostedZone: "text",
  isExternalDomain: "boolean",
  mtls: "map",
  path: "text",
  cdk: "map",
});

export const domainCdkKeys = propKeys<ApiDomainCdkProps>()({
  certificate: true,
  domainName: true,
  hostedZone: true,
  ownershipCertificate: true,
});
