import type { AcmCertificate, AcmCertificateConfig } from "@cdktf/provider-aws/lib/acm-certificate";
import type { AcmCertificateValidation } from "@cdktf/provider-aws/lib/acm-certificate-validation";
import type {
  Apigatewayv2DomainName,
  Apigatewayv2DomainNameConfig,
} from "@cdktf/provider-aws/lib/apigatewayv2-domain-name";
import type { DataAwsAcmCertificate } from "@cdktf/provider-aws/lib/data-aws-acm-certificate";
import type { DataAwsRoute53Zone } from "@cdktf/provider-aws/lib/data-aws-route53-zone";
import type { Route53Zone } from "@cdktf/provider-aws/lib/route53-zone";
import { propKeys } from "../core/check";
import type { Override } from "../core/override";

/** A domain of your own for an API, beside the one that AWS generates. */
export interface ApiDomainProps {
  /**
   * Domain of the API, in lower case; `*.example.com` takes every name below `example.com`.
   *
   * @default - the domain of `cdk.domainName`
   */
  readonly domainName?: string;
  /**
   * Name of the public Route 53 zone that holds the domain. It must exist.
   *
   * @default - the domain name without its first label
   */
  readonly hostedZone?: string;
  /**
   * The domain is hosted elsewhere than in Route 53. No DNS records are made: you point the domain at the
   * `target_domain_name` of `cdk.domainName`. Needs `cdk.certificate`.
   *
   * @default false
   */
  readonly isExternalDomain?: boolean;
  /**
   * Path under which the API answers, for example `v1`. Several APIs share a domain by different paths.
   *
   * @default - the root of the domain
   */
  readonly path?: string;
  /** Provider objects that are used, or configs that are laid over what is created. @default - nothing */
  readonly cdk?: ApiDomainCdkProps;
}

/** Provider objects behind a custom domain. */
export interface ApiDomainCdkProps {
  /**
   * A certificate that is used as it is; it has to be in the region of the API. A plain object is laid over the
   * config of the created one.
   *
   * @default - one is created and validated through the hosted zone
   */
  readonly certificate?: ApiDomainCertificate | Override<AcmCertificateConfig>;
  /**
   * Without `domainName`: an existing domain name, as object or by its name, to which this API is added. With
   * `domainName`: laid over the config of the created one.
   *
   * @default - one is created
   */
  readonly domainName?:
    | Apigatewayv2DomainName
    | { readonly domainName: string }
    | Override<Omit<Apigatewayv2DomainNameConfig, "domainName">>;
  /**
   * The zone that holds the domain; needed when `domainName` is a reference and `hostedZone` is not given.
   *
   * @default - looked up by name
   */
  readonly hostedZone?: ApiDomainHostedZone;
}

/** A certificate for a domain; with a validation, the domain waits for it. */
export type ApiDomainCertificate = AcmCertificate | DataAwsAcmCertificate | AcmCertificateValidation;

/** A hosted zone for the records of a domain. */
export type ApiDomainHostedZone = Route53Zone | DataAwsRoute53Zone;

export const domainKeys = propKeys<ApiDomainProps>()({
  domainName: true,
  hostedZone: true,
  isExternalDomain: true,
  path: true,
  cdk: true,
});

export const domainCdkKeys = propKeys<ApiDomainCdkProps>()({
  certificate: true,
  domainName: true,
  hostedZone: true,
});
