import type { AcmCertificateConfig } from "@cdktf/provider-aws/lib/acm-certificate";
import type {
  ApiGatewayDomainName,
  ApiGatewayDomainNameConfig,
} from "@cdktf/provider-aws/lib/api-gateway-domain-name";
import type { Apigatewayv2DomainName } from "@cdktf/provider-aws/lib/apigatewayv2-domain-name";
import type { DataAwsApiGatewayDomainName } from "@cdktf/provider-aws/lib/data-aws-api-gateway-domain-name";
import { propKeys } from "../../core/check";
import type { Override } from "../../core/override";
import type { DomainCertificate, DomainHostedZone } from "../../dns";
import type { ApiMtlsProps, ApiTruststoreBucket } from "../../gateway";

/** A `Bucket`, as far as a trust store needs it. */
export type RestV1ApiTruststoreBucket = ApiTruststoreBucket;

/** Certificates that clients must present. */
export type RestV1ApiMtlsProps = ApiMtlsProps;

/** A custom domain for a REST API, beside the one that AWS generates. */
export interface RestV1ApiCustomDomainProps {
  /** Domain of the API, in lower case. @default - the domain of `cdk.domainName` */
  readonly domainName?: string | undefined;
  /**
   * `edge` goes through CloudFront, with a certificate in us-east-1. `private` answers in VPCs only: it gets no DNS
   * record, since the record belongs to the VPC endpoint.
   *
   * @default "regional"
   */
  readonly endpointType?: "edge" | "regional" | "private" | undefined;
  /** Name of the public Route 53 zone that holds the domain. @default - the domain name without its first label */
  readonly hostedZone?: string | undefined;
  /**
   * Certificates that clients must present; for the endpoint type `regional`. The generated address, which asks for none,
   * is switched off, unless `cdk.restApi.disableExecuteApiEndpoint` is false.
   *
   * @default - none
   */
  readonly mtls?: RestV1ApiMtlsProps | undefined;
  /**
   * Path under which the API answers: `https://<domain>/<path>`.
   *
   * It cannot be changed, added or removed later: remove `customDomain`, deploy, and set it again.
   *
   * @default - the root of the domain
   */
  readonly path?: string | undefined;
  /**
   * The oldest TLS that clients may use. Choose `TLS 1.2` unless you serve clients that cannot.
   *
   * @default "TLS 1.0" - with `mtls` and for private domains "TLS 1.2"
   */
  readonly securityPolicy?: "TLS 1.0" | "TLS 1.2" | undefined;
  /** Existing provider objects to use, or configs that override what is created. @default - nothing */
  readonly cdk?: RestV1ApiCustomDomainCdkProps | undefined;
}

/** Provider objects behind a custom domain of a REST API. */
export interface RestV1ApiCustomDomainCdkProps {
  /**
   * An existing certificate in the region of the API, or in us-east-1 for `edge`. A plain object overrides the config of
   * the created one.
   *
   * @default - one is created and validated through the hosted zone
   */
  readonly certificate?: DomainCertificate | Override<AcmCertificateConfig> | undefined;
  /**
   * Without `domainName`: an existing domain name to which this API is added, as an object or by its name. It may be that of
   * an `Api`; `path` may have several levels then. With
   * `domainName`: overrides the config of the created one.
   *
   * @default - one is created
   */
  readonly domainName?:
    | ApiGatewayDomainName
    | Apigatewayv2DomainName
    | DataAwsApiGatewayDomainName
    | { readonly domainName: string }
    | Override<Omit<ApiGatewayDomainNameConfig, "domainName">>
    | undefined;
  /** The zone that holds the domain. @default - looked up by name */
  readonly hostedZone?: DomainHostedZone | undefined;
  /**
   * A certificate that ACM issued for the domain, which proves to AWS that you own it. AWS needs it with `mtls` when
   * `certificate` was imported or is of a private authority. It must stay valid as long as the domain exists.
   *
   * @default - one is created where `certificate` says that it is such a one
   */
  readonly ownershipCertificate?: DomainCertificate | undefined;
}

export const restDomainKeys = propKeys<RestV1ApiCustomDomainProps>()({
  domainName: "text",
  endpointType: true,
  hostedZone: "text",
  mtls: "map",
  path: "text",
  securityPolicy: true,
  cdk: "map",
});

export const restDomainCdkKeys = propKeys<RestV1ApiCustomDomainCdkProps>()({
  certificate: true,
  domainName: true,
  hostedZone: true,
  ownershipCertificate: true,
});
