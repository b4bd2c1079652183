import type {
  ApiGatewayDomainName,
  ApiGatewayDomainNameConfig,
} from "@cdktf/provider-aws/lib/api-gateway-domain-name";
import type { Apigatewayv2DomainName } from "@cdktf/provider-aws/lib/apigatewayv2-domain-name";
import type { DataAwsApiGatewayDomainName } from "@cdktf/provider-aws/lib/data-aws-api-gateway-domain-name";
import type { DataAwsVpcEndpoint } from "@cdktf/provider-aws/lib/data-aws-vpc-endpoint";
import type { VpcEndpoint } from "@cdktf/provider-aws/lib/vpc-endpoint";
import { type MapOf, type Override, propKeys } from "../../../kit/core";
import type { DomainCertificate, DomainCertificateOverride, DomainHostedZone } from "../../../kit/dns";
import type { ApiMtlsProps, ApiTruststoreBucket } from "../../../kit/gateway";

/** A `Bucket`, as far as a trust store needs it. */
export type RestV1ApiTruststoreBucket = ApiTruststoreBucket;

/** Certificates that clients must present. */
export type RestV1ApiMtlsProps = ApiMtlsProps;

/** AWS's names of the enhanced security policies; the last three are for `edge`. */
export type RestV1ApiEnhancedSecurityPolicy =
  | "SecurityPolicy_TLS13_1_3_2025_09"
  | "SecurityPolicy_TLS13_1_3_FIPS_2025_09"
  | "SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09"
  | "SecurityPolicy_TLS13_1_2_FIPS_PFS_PQ_2025_09"
  | "SecurityPolicy_TLS13_1_2_PQ_2025_09"
  | "SecurityPolicy_TLS13_1_2_FIPS_PQ_2025_09"
  | "SecurityPolicy_TLS13_1_2_2021_06"
  | "SecurityPolicy_TLS13_2025_EDGE"
  | "SecurityPolicy_TLS12_PFS_2025_EDGE"
  | "SecurityPolicy_TLS12_2018_EDGE";

/** A custom domain for a REST API, beside the one that AWS generates. */
export interface RestV1ApiCustomDomainProps {
  /** Domain of the API, in lower case. @default - the domain of `cdk.domainName` */
  readonly domainName?: string | undefined;
  /**
   * `edge` goes through CloudFront, with a certificate in us-east-1. `private` is reachable only in VPCs, through
   * `vpcEndpoints`. The library creates no DNS record for it, because the record must point to the VPC endpoint.
   *
   * @default "regional"
   */
  readonly endpointType?: "edge" | "regional" | "private" | undefined;
  /** Name of the public Route 53 zone that holds the domain. @default - the domain name without its first label */
  readonly hostedZone?: string | undefined;
  /**
   * Certificates that clients must present; for the endpoint type `regional`. The generated address, which requires
   * none, is disabled, unless `cdk.restApi.disableExecuteApiEndpoint` is false.
   *
   * @default - none
   */
  readonly mtls?: RestV1ApiMtlsProps | undefined;
  /**
   * Base path of the API: `https://<domain>/<path>`. On a regional domain with TLS 1.2 or newer it may have several levels:
   * `shop/v1`.
   *
   * It cannot be changed, added or removed later: remove `customDomain`, deploy, and set it again.
   *
   * @default - the root of the domain
   */
  readonly path?: string | undefined;
  /**
   * The oldest TLS version that clients may use. Choose `TLS 1.2` unless you have clients without it.
   *
   * `TLS 1.3` and AWS's names, such as `SecurityPolicy_TLS13_1_2_PQ_2025_09` with post-quantum key exchange, need version 6.28
   * of the AWS provider. They exclude `mtls`, and an `Api` cannot share the domain.
   *
   * @default "TLS 1.0" - with `mtls` and for private domains "TLS 1.2"
   */
  readonly securityPolicy?: "TLS 1.0" | "TLS 1.2" | "TLS 1.3" | RestV1ApiEnhancedSecurityPolicy | undefined;
  /**
   * With `TLS 1.3` or one of AWS's names: `strict` refuses requests through another type of endpoint, and requests
   * that name different hosts in TLS and in `Host`. `basic` does not check. For a domain that is in use, deploy
   * `basic` first, and `strict` after it is ready: a change takes about 15 minutes.
   *
   * @default "strict"
   */
  readonly endpointAccessMode?: "strict" | "basic" | undefined;
  /**
   * For the endpoint type `private`: the interface endpoints of `execute-api` through which the domain is reachable,
   * by names of your choice. Each is associated with the domain, whose policy denies all other access.
   *
   * @default - none: associate them yourself, with a policy in `cdk.domainName`
   */
  readonly vpcEndpoints?: MapOf<string | VpcEndpoint | DataAwsVpcEndpoint> | undefined;
  /**
   * Routing rules, by names of your choice: a request that matches a rule reaches this API, regardless of the paths of
   * the domain. With rules and without `path`, an API on a shared domain gets only requests that match its rules. They
   * need version 6.66 of the AWS provider.
   *
   * @default - none: the path decides
   */
  readonly rules?: MapOf<RestV1ApiRoutingRule> | undefined;
  /** Existing provider objects to use, or configs that override what is created. @default - nothing */
  readonly cdk?: RestV1ApiCustomDomainCdkProps | undefined;
}

/** A routing rule of a custom domain. It is met when all of its conditions are; without a condition, always. */
export interface RestV1ApiRoutingRule {
  /** 1 to 1,000,000; the matching rule with the lowest number decides. Each rule of a domain needs its own number. */
  readonly priority: number;
  /**
   * Up to two headers with their required values: a string, with `*` only at its ends, or several strings, of which
   * one must match.
   *
   * @default - any
   */
  readonly headers?: MapOf<string | readonly string[]> | undefined;
  /** Base paths: the path of the request must begin with one of them; they are case-sensitive. @default - any */
  readonly basePaths?: readonly string[] | undefined;
  /** Whether the API gets the path without the base path. @default false */
  readonly stripBasePath?: boolean | undefined;
}

/** Keys of a domain name that the caller may override. */
export type RestV1ApiDomainNameOverride = Override<Omit<ApiGatewayDomainNameConfig, "domainName">>;

/** Provider objects behind a custom domain of a REST API. */
export interface RestV1ApiCustomDomainCdkProps {
  /**
   * An existing certificate in the region of the API, or in us-east-1 for `edge`. A plain object overrides the config of
   * the created one.
   *
   * @default - one is created and validated through the hosted zone
   */
  readonly certificate?: DomainCertificate | DomainCertificateOverride | undefined;
  /**
   * Without `domainName`: an existing domain name to which this API is added, as an object or by its name. It may be that of
   * an `Api`. With `domainName`: overrides the config of the created one.
   *
   * @default - one is created
   */
  readonly domainName?:
    | ApiGatewayDomainName
    | Apigatewayv2DomainName
    | DataAwsApiGatewayDomainName
    | { readonly domainName: string }
    | RestV1ApiDomainNameOverride
    | undefined;
  /** The zone that holds the domain. @default - looked up by name */
  readonly hostedZone?: DomainHostedZone | undefined;
  /**
   * A certificate that ACM issued for the domain, which proves to AWS that you own it. AWS requires it with `mtls` if
   * `certificate` was imported or belongs to a private authority. It must stay valid as long as the domain exists.
   *
   * @default - one is created if `certificate` is such a certificate
   */
  readonly ownershipCertificate?: DomainCertificate | undefined;
}

export const restDomainKeys = propKeys<RestV1ApiCustomDomainProps>()({
  domainName: "text",
  endpointType: ["edge", "regional", "private"],
  hostedZone: "text",
  mtls: "map",
  path: "text",
  securityPolicy: true,
  endpointAccessMode: ["strict", "basic"],
  vpcEndpoints: "map",
  rules: "map",
  cdk: "map",
});

export const restDomainCdkKeys = propKeys<RestV1ApiCustomDomainCdkProps>()({
  certificate: true,
  domainName: true,
  hostedZone: true,
  ownershipCertificate: true,
});
