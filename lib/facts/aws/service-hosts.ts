import { endpointHost, govCloud, partitionOf, partitions } from "./partitions";

const suffixes = [...new Set(partitions().map(({ dnsSuffix }) => dnsSuffix.replaceAll(".", "\\.")))].join(
  "|",
);

/** The host of a function URL. Source: https://docs.aws.amazon.com/lambda/latest/dg/urls-configuration.html */
export function functionUrlHost(id: string, region: string): string {
  return `${id}.lambda-url.${region}.on.aws`;
}

/**
 * The host of the sign-in pages of a user pool.
 *
 * Source: https://docs.aws.amazon.com/govcloud-us/latest/UserGuide/govcloud-cog.html
 */
export function signInHost(prefix: string, region: string): string {
  const service = partitionOf(region).id === govCloud ? "auth-fips" : "auth";
  return `${prefix}.${service}.${region}.amazoncognito.com`;
}

/** The prefix in such a host; undefined for a domain of your own. */
export function prefixOfSignInHost(host: string): string | undefined {
  return host.endsWith(".amazoncognito.com") ? host.split(".", 1)[0] : undefined;
}

/** The end of the values that DNS records prove domains with. Source: https://docs.aws.amazon.com/acm/latest/userguide/dns-validation.html */
export const certificateProofDomain = "acm-validations.aws.";

/** The public registry of images. Source: https://docs.aws.amazon.com/AmazonECR/latest/public/public-registries.html */
export const publicRegistry = "public.ecr.aws";

/** The form of the domain name of a bucket. Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html */
export const bucketDomain = new RegExp(`^[a-z0-9][a-z0-9.-]+\\.s3[a-z0-9.-]*\\.(?:${suffixes})$`);

export const endpointUrl = new RegExp(`^https://[^/:]+\\.(?:${suffixes})/?$`);

export const exampleBucketDomain = `logs.s3.${partitionOf("").dnsSuffix}`;

/** The issuer of the tokens of a user pool. Source: https://docs.aws.amazon.com/cognito/latest/developerguide/federation-endpoints.html */
export function poolIssuer(region: string, poolId: string): string {
  return `https://${endpointHost("cognito-idp", region)}/${poolId}`;
}
