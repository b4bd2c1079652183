import { china, govCloud, partitionOf } from "./partitions";

/**
 * The name by which policies call a service: `lambda.amazonaws.com`. It is the same in all partitions.
 *
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_principal.html#principal-services
 */
export function servicePrincipal(service: string): string {
  return `${service}.amazonaws.com`;
}

/** Whether a principal is a service: `s3.amazonaws.com`, also in the form that some services have in China. */
export function isServicePrincipal(principal: string): boolean {
  return /^[\w.-]+\.amazonaws\.com(?:\.cn)?$/.test(principal);
}

/** Services that may invoke functions, as a part of a regular expression: those of AWS, and those of Amazon such as Alexa. */
export const invokingService = "[a-z0-9-]+(\\.[a-z0-9-]+)*\\.amazon(aws)?\\.com(\\.cn)?";

/** The name of identity pools in IAM, except in partitions with their own. */
export const identityPools = servicePrincipal("cognito-identity");
/** The same in GovCloud. */
export const govCloudIdentityPools = servicePrincipal("cognito-identity-us-gov");

/**
 * The name of identity pools in IAM, in a region.
 *
 * Source: https://docs.aws.amazon.com/govcloud-us/latest/UserGuide/govcloud-cog.html
 */
export function identityPoolPrincipal(region: string): string {
  const { id, dnsSuffix } = partitionOf(region);
  if (id === govCloud) return govCloudIdentityPools;
  return id === china ? `cognito-identity.${region}.${dnsSuffix}` : identityPools;
}

/** The account that a principal names, by its id or by the ARN of its root; undefined for other principals. */
export function accountOfPrincipal(principal: string): string | undefined {
  return /^(?:arn:[^:]+:iam::)?(\d{12})(?::root)?$/.exec(principal)?.[1];
}
