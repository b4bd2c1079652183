import { awsProviderEndpointsToTerraform } from "@cdktf/provider-aws/lib/provider";
import type { MapOf } from "../../core/checks/absence";
import { keyTable, propKeys } from "../../core/checks/check";

/** A role that Terraform assumes before it calls AWS. */
export interface ProviderAssumeRoleProps {
  /** ARN of the role. */
  readonly roleArn: string;
  /**
   * Time for which the credentials are valid, as Go writes it: `1h30m`.
   *
   * @default - one hour
   */
  readonly duration?: string | undefined;
  /**
   * The external id that the role's trust policy asks for.
   *
   * @default - none
   */
  readonly externalId?: string | undefined;
  /**
   * A policy in JSON that narrows the rights of the session.
   *
   * @default - all rights of the role
   */
  readonly policy?: string | undefined;
  /**
   * ARNs of policies that narrow the rights of the session.
   *
   * @default - all rights of the role
   */
  readonly policyArns?: readonly string[] | undefined;
  /**
   * Name of the session, which CloudTrail shows.
   *
   * @default - made by the provider
   */
  readonly sessionName?: string | undefined;
  /**
   * Identity of the caller, which CloudTrail shows also in sessions of further roles.
   *
   * @default - none
   */
  readonly sourceIdentity?: string | undefined;
  /**
   * Tags of the session.
   *
   * @default - none
   */
  readonly tags?: MapOf<string> | undefined;
  /**
   * Keys of the session's tags that further roles take over.
   *
   * @default - none
   */
  readonly transitiveTagKeys?: readonly string[] | undefined;
}

/** A role that Terraform assumes with a token of an identity provider, as in CI. */
export interface ProviderWebIdentityProps {
  /** ARN of the role. */
  readonly roleArn: string;
  /** File with the token. */
  readonly webIdentityTokenFile: string;
  /**
   * Time for which the credentials are valid, as Go writes it: `1h30m`.
   *
   * @default - one hour
   */
  readonly duration?: string | undefined;
  /**
   * A policy in JSON that narrows the rights of the session.
   *
   * @default - all rights of the role
   */
  readonly policy?: string | undefined;
  /**
   * ARNs of policies that narrow the rights of the session.
   *
   * @default - all rights of the role
   */
  readonly policyArns?: readonly string[] | undefined;
  /**
   * Name of the session, which CloudTrail shows.
   *
   * @default - made by the provider
   */
  readonly sessionName?: string | undefined;
}

/** Tags that Terraform neither reads nor removes, because others set them. */
export interface ProviderIgnoreTagsProps {
  /**
   * Beginnings of keys.
   *
   * @default - none
   */
  readonly keyPrefixes?: readonly string[] | undefined;
  /**
   * Whole keys.
   *
   * @default - none
   */
  readonly keys?: readonly string[] | undefined;
}

/**
 * Settings of the AWS provider of a stack. Region, alias and access keys are not among them: the region is that of the app, and
 * access keys do not belong into the output.
 */
export interface ProviderProps {
  /**
   * Version constraint of `hashicorp/aws`, in Terraform's grammar: `~> 6.30`. A higher version than the default may know more
   * attributes, which `addOverride` sets.
   *
   * @default - the version for which `@cdktf/provider-aws` was generated
   */
  readonly version?: string | undefined;
  /**
   * The role that Terraform assumes, or several, of which each one assumes the next. `--role-arn` takes precedence.
   *
   * @default - none; Terraform has the rights of the credentials that it finds
   */
  readonly assumeRole?: ProviderAssumeRoleProps | readonly ProviderAssumeRoleProps[] | undefined;
  /**
   * The role that Terraform assumes with a token of an identity provider.
   *
   * @default - none
   */
  readonly assumeRoleWithWebIdentity?: ProviderWebIdentityProps | undefined;
  /**
   * Profile in the configuration files of AWS. `--profile` takes precedence.
   *
   * @default - the environment decides
   */
  readonly profile?: string | undefined;
  /**
   * Tags of every resource that supports tags, in addition to those of app and stage.
   *
   * @default - none
   */
  readonly defaultTags?: MapOf<string> | undefined;
  /**
   * Tags that Terraform does not change.
   *
   * @default - none
   */
  readonly ignoreTags?: ProviderIgnoreTagsProps | undefined;
  /**
   * Addresses of services, by the provider's name of the service: `{ s3: "http://localhost:9000" }`.
   *
   * @default - those of AWS
   */
  readonly endpoints?: MapOf<string> | undefined;
  /**
   * How often a request is repeated that AWS throttles or that fails for a moment.
   *
   * @default 25
   */
  readonly maxRetries?: number | undefined;
  /**
   * The mode of retries.
   *
   * @default "standard"
   */
  readonly retryMode?: "standard" | "adaptive" | undefined;
  /**
   * Accounts to which Terraform may deploy. A deployment to another one fails.
   *
   * @default - any account
   */
  readonly allowedAccountIds?: readonly string[] | undefined;
  /**
   * Accounts to which Terraform must not deploy.
   *
   * @default - none
   */
  readonly forbiddenAccountIds?: readonly string[] | undefined;
  /**
   * File with additional root certificates.
   *
   * @default - none
   */
  readonly customCaBundle?: string | undefined;
  /**
   * Address of the EC2 metadata service.
   *
   * @default - that of AWS
   */
  readonly ec2MetadataServiceEndpoint?: string | undefined;
  /**
   * Protocol of the EC2 metadata service: `IPv4` or `IPv6`.
   *
   * @default "IPv4"
   */
  readonly ec2MetadataServiceEndpointMode?: "IPv4" | "IPv6" | undefined;
  /**
   * Proxy of HTTP requests.
   *
   * @default - `HTTP_PROXY`
   */
  readonly httpProxy?: string | undefined;
  /**
   * Proxy of HTTPS requests.
   *
   * @default - `HTTPS_PROXY`
   */
  readonly httpsProxy?: string | undefined;
  /**
   * Hosts that are called without a proxy, separated by commas.
   *
   * @default - `NO_PROXY`
   */
  readonly noProxy?: string | undefined;
  /**
   * Accepts certificates that are not valid.
   *
   * @default false
   */
  readonly insecure?: boolean | undefined;
  /**
   * The endpoint of S3 in us-east-1: `legacy` or `regional`.
   *
   * @default "regional"
   */
  readonly s3UsEast1RegionalEndpoint?: "legacy" | "regional" | undefined;
  /**
   * Calls S3 with the bucket in the path, as many other implementations need it.
   *
   * @default false
   */
  readonly s3UsePathStyle?: boolean | undefined;
  /**
   * Configuration files of AWS.
   *
   * @default - `~/.aws/config`
   */
  readonly sharedConfigFiles?: readonly string[] | undefined;
  /**
   * Credentials files of AWS.
   *
   * @default - `~/.aws/credentials`
   */
  readonly sharedCredentialsFiles?: readonly string[] | undefined;
  /**
   * Does not ask AWS whether the credentials are valid.
   *
   * @default false
   */
  readonly skipCredentialsValidation?: boolean | undefined;
  /**
   * Does not ask the EC2 metadata service.
   *
   * @default false
   */
  readonly skipMetadataApiCheck?: boolean | undefined;
  /**
   * Accepts regions that the provider does not know.
   *
   * @default false
   */
  readonly skipRegionValidation?: boolean | undefined;
  /**
   * Does not ask AWS for the account.
   *
   * @default false
   */
  readonly skipRequestingAccountId?: boolean | undefined;
  /**
   * Region in which roles are assumed.
   *
   * @default - the region of the app
   */
  readonly stsRegion?: string | undefined;
  /**
   * The reaction of the provider to tags that do not comply with the tag policy of the organization: `error`, `warning` or `disabled`.
   *
   * @default "disabled"
   */
  readonly tagPolicyCompliance?: "error" | "warning" | "disabled" | undefined;
  /**
   * How many repeated requests are allowed at a time.
   *
   * @default - no limit
   */
  readonly tokenBucketRateLimiterCapacity?: number | undefined;
  /**
   * Calls the endpoints for IPv4 and IPv6.
   *
   * @default false
   */
  readonly useDualstackEndpoint?: boolean | undefined;
  /**
   * Calls the endpoints with FIPS-validated cryptography.
   *
   * @default false
   */
  readonly useFipsEndpoint?: boolean | undefined;
}

export const providerPropKeys = propKeys<ProviderProps>()({
  version: "text",
  assumeRole: true,
  assumeRoleWithWebIdentity: true,
  profile: "text",
  defaultTags: "textMap",
  ignoreTags: true,
  endpoints: true,
  maxRetries: "number",
  retryMode: true,
  allowedAccountIds: "texts",
  forbiddenAccountIds: "texts",
  customCaBundle: "text",
  ec2MetadataServiceEndpoint: "text",
  ec2MetadataServiceEndpointMode: true,
  httpProxy: "text",
  httpsProxy: "text",
  noProxy: "text",
  insecure: "boolean",
  s3UsEast1RegionalEndpoint: true,
  s3UsePathStyle: "boolean",
  sharedConfigFiles: "texts",
  sharedCredentialsFiles: "texts",
  skipCredentialsValidation: "boolean",
  skipMetadataApiCheck: "boolean",
  skipRegionValidation: "boolean",
  skipRequestingAccountId: "boolean",
  stsRegion: "text",
  tagPolicyCompliance: true,
  tokenBucketRateLimiterCapacity: "number",
  useDualstackEndpoint: "boolean",
  useFipsEndpoint: "boolean",
});

export const assumeRoleKeys = propKeys<ProviderAssumeRoleProps>()({
  roleArn: "text",
  duration: "text",
  externalId: "text",
  policy: "text",
  policyArns: "texts",
  sessionName: "text",
  sourceIdentity: "text",
  tags: "textMap",
  transitiveTagKeys: "texts",
});

export const webIdentityKeys = propKeys<ProviderWebIdentityProps>()({
  roleArn: "text",
  webIdentityTokenFile: "text",
  duration: "text",
  policy: "text",
  policyArns: "texts",
  sessionName: "text",
});

export const ignoreTagsKeys = propKeys<ProviderIgnoreTagsProps>()({ keyPrefixes: "texts", keys: "texts" });

/** The services that have an endpoint, by the names of the provider. */
export const endpointKeys = (): readonly string[] =>
  keyTable(
    Object.fromEntries(Object.keys(awsProviderEndpointsToTerraform({})).map((name) => [name, "text"])),
  );
