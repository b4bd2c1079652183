import { govCloudIdentityPools, identityPools } from "../../facts/aws/principals";

/**
 * The condition keys that this machine can determine, in lower case. For all others, it is unknown whether AWS would have them.
 *
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html
 */
const known: ReadonlySet<string> = new Set([
  "aws:calledvia",
  "aws:calledviafirst",
  "aws:calledvialast",
  "aws:currenttime",
  "aws:epochtime",
  "aws:federatedprovider",
  "aws:multifactorauthage",
  "aws:multifactorauthpresent",
  "aws:principalaccount",
  "aws:principalarn",
  "aws:principalisawsservice",
  "aws:principalservicename",
  "aws:principaltype",
  "aws:referer",
  "aws:requestedregion",
  "aws:resourceaccount",
  "aws:securetransport",
  "aws:sourceaccount",
  "aws:sourcearn",
  "aws:sourceidentity",
  "aws:sourceip",
  "aws:tagkeys",
  "aws:useragent",
  "aws:userid",
  "aws:username",
  "aws:viaawsservice",
  "lambda:functionurlauthtype",
  "lambda:invokedviafunctionurl",
  "lambda:sourcefunctionarn",
  "dynamodb:attributes",
  "dynamodb:leadingkeys",
  "dynamodb:returnconsumedcapacity",
  "dynamodb:returnvalues",
  "dynamodb:select",
  "events:detail-type",
  "events:source",
  "kms:encryptionalgorithm",
  "kms:encryptioncontextkeys",
  "s3:delimiter",
  "s3:if-match",
  "s3:if-none-match",
  "s3:max-keys",
  "s3:prefix",
  "s3:requestobjecttagkeys",
  "s3:versionid",
  "s3:x-amz-acl",
  "s3:x-amz-copy-source",
  "s3:x-amz-grant-full-control",
  "s3:x-amz-grant-read",
  "s3:x-amz-grant-read-acp",
  "s3:x-amz-grant-write",
  "s3:x-amz-grant-write-acp",
  "s3:x-amz-metadata-directive",
  "s3:x-amz-server-side-encryption",
  "s3:x-amz-server-side-encryption-aws-kms-key-id",
  "s3:x-amz-server-side-encryption-customer-algorithm",
  "s3:x-amz-storage-class",
  "s3:x-amz-website-redirect-location",
  "secretsmanager:secretid",
  "secretsmanager:versionid",
  "secretsmanager:versionstage",
  "sns:endpoint",
  "sns:protocol",
  "ssm:recursive",
  "sts:externalid",
  "sts:rolesessionname",
  "sts:sourceidentity",
]);

/** Prefixes of keys for a tag or the claim of a provider. */
const knownStarts: readonly string[] = [
  "aws:principaltag/",
  "aws:requesttag/",
  "aws:resourcetag/",
  "s3:existingobjecttag/",
  "s3:requestobjecttag/",
  `${identityPools}:`,
  "kms:encryptioncontext:",
  `${govCloudIdentityPools}:`,
];

/** Whether this machine can determine if a request has a key, by the key in lower case. */
export function isKnownKey(key: string): boolean {
  return known.has(key) || knownStarts.some((start) => key.startsWith(start)) || isClaim(key);
}

/** Claims of tokens: `cognito-idp.eu-west-1.amazonaws.com/eu-west-1_a:sub`, `token.actions.githubusercontent.com:sub`. */
function isClaim(key: string): boolean {
  return /^[^:/][^:/.]*\.[^:/]+(?:\/[^:]*)?:\w+$/.test(key);
}
