import type { AcmCertificateConfig } from "@cdktf/provider-aws/lib/acm-certificate";
import type {
  ApiGatewayDomainName,
  ApiGatewayDomainNameConfig,
} from "@cdktf/provider-aws/lib/api-gateway-domain-name";
import type { Apigatewayv2DomainName } from "@cdktf/provider-aws/lib/apigatewayv2-domain-name";
import type { DataAwsApiGatewayDomainName } from "@cdktf/provider-aws/lib/data-aws-api-gateway-domain-name";
import type { DataAwsS3Bucket } from "@cdktf/provider-aws/lib/data-aws-s3-bucket";
import type { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import { propKeys } from "../../core/check";
import type { Override } from "../../core/override";
import type { DomainCertificate, DomainHostedZone } from "../../dns";

/** A `Bucket`, as far as a trust store needs it. */
export interface RestV1ApiTruststoreBucket {
  readonly bucketName: string;
  readonly cdk: { readonly bucket: S3Bucket | DataAwsS3Bucket };
}

/** Certificates that clients must present. */
export interface RestV1ApiMtlsProps {
  /** Contains the trust store: the certificates of the authorities that sign client certificates. */
  readonly bucket: RestV1ApiTruststoreBucket;
  /** Key of the trust store in the bucket. */
  readonly key: string;
  /**
   * Version of the object; the bucket has to keep versions.
   *
   * @default - the newest when the domain is created; later versions are not used
   */
  readonly version?: string | undefined;
}

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
});
