import type { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import type { S3BucketVersioningA } from "@cdktf/provider-aws/lib/s3-bucket-versioning";
import { TerraformStack } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { Stack } from "../../app";
import { checkObject } from "../../core/checks/check";
import { refuseValue, requireProp } from "../../core/errors";
import { checkLimit, limits, requireWithin, truststoreLimits } from "../../core/limits";
import { isProviderObject } from "../../core/terraform/override";
import { resolveValue } from "../../core/tokens/resolve";
import { isUnresolved } from "../../core/tokens/unresolved";
import { certificateArnOf, checkCertificateRegion, createCertificate } from "../../dns";
import { fail } from "../errors";
import { type ApiMtlsProps, type ApiTruststoreBucket, mtlsKeys } from "./mutual-tls-props";

/** Mutual TLS of a created domain, checked. */
export interface MutualTls {
  readonly bucket: ApiTruststoreBucket;
  readonly key: string;
  readonly version: string | undefined;
  /**
   * Proves that the caller owns the domain: the ARN of a certificate, or one that is created. AWS needs it beside a
   * certificate that it did not issue for the public.
   */
  readonly ownership: { readonly arn: string } | "created" | undefined;
}

/** The other props of a custom domain that mutual TLS depends on. */
interface GivenMutualTls {
  readonly where: IConstruct;
  /** `customDomain` */
  readonly prop: string;
  readonly mtls: unknown;
  readonly certificate: unknown;
  readonly ownershipCertificate: unknown;
  readonly override: object;
  readonly isExternal: boolean;
  /** Where certificates must be. */
  readonly region: string;
}

/**
 * Refuses mutual TLS that cannot work; undefined without it. Creates nothing.
 *
 * Sources: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-mutual-tls.html
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/rest-api-mutual-tls.html
 */
export function checkMutualTls(given: GivenMutualTls): MutualTls | undefined {
  const { where, prop, mtls, override } = given;
  if (mtls === undefined) {
    checkNoOwnership(given);
    return undefined;
  }
  const at = `${prop}.mtls`;
  if ("mutualTlsAuthentication" in override) {
    fail(where, "props-exclude", at, { other: `${prop}.cdk.domainName.mutualTlsAuthentication` });
  }
  const { bucket, key, version } = checkTruststore(where, at, mtls);
  return { bucket, key, version, ownership: checkOwnership(given) };
}

function checkTruststore(where: IConstruct, at: string, mtls: unknown): ApiMtlsProps {
  checkObject(where, at, mtls, mtlsKeys, '{ bucket, key: "truststore.pem" }');
  const { bucket, key, version } = mtls as unknown as ApiMtlsProps;
  const { key: keyLimit, version: versionLimit } = truststoreLimits;
  requireProp(where, `${at}.bucket`, bucket, "Pass the Bucket that holds the trust store.");
  if (typeof bucket !== "object" || bucket === null || !("bucketName" in bucket)) {
    refuseValue(where, `${at}.bucket`, bucket, "a Bucket of this library");
  }
  requireWithin(where, `${at}.bucket.bucketName`, bucket.bucketName, limits.aws_s3_bucket.bucket);
  if (typeof key !== "string" || key === "") {
    fail(where, "prop-required", `${at}.key`, { remedy: 'Name the object: "truststore.pem".' });
  }
  if (key.startsWith("/") && !isUnresolved(key)) {
    const expected = `the key of the object without a slash before it: ${JSON.stringify(key.replace(/^\/+/, ""))}`;
    refuseValue(where, `${at}.key`, key, expected);
  }
  checkLimit(where, `${at}.key`, key, keyLimit);
  checkLimit(where, `${at}.version`, version, versionLimit);
  return { bucket, key, version };
}

function checkNoOwnership({ where, prop, ownershipCertificate }: GivenMutualTls): void {
  if (ownershipCertificate === undefined) return;
  fail(where, "prop-needs", `${prop}.cdk.ownershipCertificate`, { needs: `${prop}.mtls` });
}

function checkOwnership(given: GivenMutualTls): MutualTls["ownership"] {
  const { where, prop, certificate, ownershipCertificate, override, isExternal, region } = given;
  const at = `${prop}.cdk.ownershipCertificate`;
  if (ownershipCertificate !== undefined) {
    if (givesOwnership(override)) {
      fail(where, "props-exclude", at, {
        other: `ownershipVerificationCertificateArn in ${prop}.cdk.domainName`,
      });
    }
    const arn = certificateArnOf(where, at, ownershipCertificate);
    checkCertificateRegion(where, at, ownershipCertificate, region);
    const origin = foreignOrigin(ownershipCertificate);
    if (origin !== undefined) fail(where, "domain-ownership-foreign", at, { origin });
    return { arn };
  }
  const origin = foreignOrigin(certificate);
  if (origin === undefined || givesOwnership(override)) return undefined;
  if (isExternal) fail(where, "domain-ownership-required", at, { origin, prop });
  return "created";
}

/** A plain `cdk.domainName` may have the ARN, in its own place for each generation. */
function givesOwnership(override: object): boolean {
  const { ownershipVerificationCertificateArn: arn, domainNameConfiguration } = override as {
    readonly ownershipVerificationCertificateArn?: unknown;
    readonly domainNameConfiguration?: { readonly ownershipVerificationCertificateArn?: unknown } | undefined;
  };
  return (arn ?? domainNameConfiguration?.ownershipVerificationCertificateArn) !== undefined;
}

/** The issuer of a certificate, if its object shows that it was not the public ACM. */
function foreignOrigin(certificate: unknown): "imported" | "of a private authority" | undefined {
  if (!isProviderObject(certificate, "aws_acm_certificate")) return undefined;
  const { privateKeyInput, certificateBodyInput, certificateAuthorityArnInput, typesInput } =
    certificate as unknown as Readonly<Record<string, unknown>>;
  if (privateKeyInput !== undefined || certificateBodyInput !== undefined) return "imported";
  if (certificateAuthorityArnInput !== undefined) return "of a private authority";
  // A data source looks for certificates of these types only.
  const types = Array.isArray(typesInput) && !isUnresolved(typesInput) ? typesInput : [];
  if (types.length === 0 || types.includes("AMAZON_ISSUED")) return undefined;
  return types.includes("IMPORTED") ? "imported" : "of a private authority";
}

/** Creates the resources that mutual TLS of a domain needs. */
export function createMutualTls(
  scope: Construct,
  domainName: string,
  zoneId: string | undefined,
  mutualTls: MutualTls | undefined,
) {
  if (mutualTls === undefined) return undefined;
  const { bucket, key, version, ownership } = mutualTls;
  if (version !== undefined && !isVersioned(bucket)) {
    const text =
      "serverform: mtls.version names a version of an object, but the bucket is not configured to keep versions";
    Stack.of(scope).app.addNotice(text, scope.node.scope ?? scope);
  }
  return {
    authentication: { truststoreUri: `s3://${bucket.bucketName}/${key}`, truststoreVersion: version },
    ownershipArn: ownership === "created" ? createOwnership(scope, domainName, zoneId) : ownership?.arn,
  };
}

/** A certificate of ACM for the domain, which only proves its ownership. A domain without a zone is refused before. */
function createOwnership(
  scope: Construct,
  domainName: string,
  zoneId: string | undefined,
): string | undefined {
  if (zoneId === undefined) return undefined;
  return createCertificate(new Construct(scope, "Ownership"), { domainName }, zoneId).arn;
}

/** Whether a bucket keeps versions. True for a bucket that the app does not create, as nothing is known about it. */
function isVersioned({ cdk }: ApiTruststoreBucket): boolean {
  const bucket = cdk?.bucket;
  if (!isProviderObject(bucket, "aws_s3_bucket") || !("versioningInput" in bucket)) return true;
  const own = bucket as unknown as S3Bucket;
  if (own.versioningInput?.enabled === true) return true;
  const address = `\${aws_s3_bucket.${own.friendlyUniqueId}.`;
  return TerraformStack.of(own)
    .node.findAll()
    .filter((each) => isProviderObject(each, "aws_s3_bucket_versioning"))
    .some((each) => {
      const { bucketInput } = each as unknown as S3BucketVersioningA;
      const text = String(resolveValue(own, bucketInput));
      return text.startsWith(address) || text === own.bucketInput;
    });
}
