import type { IncomingMessage } from "node:http";
import { awsDomainsPattern, awsLabels } from "../../facts/aws/hosts";
import { regionName } from "../../facts/aws/regions";

/** Names of services in hosts, where they are not the signing name. */
const hostNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ddb: "dynamodb",
    email: "ses",
    "streams.dynamodb": "dynamodb",
    queue: "sqs",
    "api.ecr": "ecr",
  }),
);

/**
 * The signing name of the service that a request is for: by its signature, else by its target or its host. Undefined if none of
 * them names it.
 *
 * SDKs that cannot be given an endpoint send to hosts of AWS, which our bootstraps lead here.
 */
export function serviceNameOf(request: Pick<IncomingMessage, "headers" | "url">): string | undefined {
  return signingNameIn(request) ?? serviceOfTarget(request) ?? serviceOfHost(hostOf(request));
}

/** The signing name in a signature: `.../20261121/us-east-1/sqs/aws4_request`. */
function signingNameIn({ headers, url = "" }: Pick<IncomingMessage, "headers" | "url">): string | undefined {
  return (
    /(?:^|[,\s])Credential=[^,\s]*\/([a-z0-9-]+)\/aws4_request/.exec(headers.authorization ?? "")?.[1] ??
    /[?&]X-Amz-Credential=[^?&]*(?:%2F|\/)([a-z0-9-]+)(?:%2F|\/)aws4_request/i.exec(url)?.[1] ??
    // S3's own older signature.
    (/^AWS [^:]+:/.test(headers.authorization ?? "") || /[?&]AWSAccessKeyId=/.test(url) ? "s3" : undefined)
  );
}

/** Services that answer requests without a signature, by what `X-Amz-Target` begins with. */
const targets: ReadonlyMap<string, string> = new Map([
  ["AWSCognitoIdentityProviderService", "cognito-idp"],
  ["AWSCognitoIdentityService", "cognito-identity"],
]);

function serviceOfTarget({ headers }: Pick<IncomingMessage, "headers">): string | undefined {
  const target = headers["x-amz-target"];
  return typeof target === "string" ? targets.get(target.split(".", 1)[0] ?? "") : undefined;
}

/** The host that a client asks for, without the port. */
export function hostOf({ headers }: Pick<IncomingMessage, "headers">): string {
  const authority = headers.host ?? String(headers[":authority"] ?? "");
  return authority.replace(/:\d*$/, "").toLowerCase();
}

/** Whether a host is one of AWS's endpoints. */
export function isAwsHost(host: string): boolean {
  return awsLabels(host) !== undefined;
}

/**
 * The service of an endpoint of AWS: `sqs.us-east-1.amazonaws.com`, `files.s3.eu-west-1.amazonaws.com`. Undefined for other
 * hosts.
 *
 * Source: https://docs.aws.amazon.com/general/latest/gr/rande.html
 */
export function serviceOfHost(host: string): string | undefined {
  const labels = awsLabels(host);
  if (labels === undefined) return undefined;
  if (bucketOfHost(host) !== undefined || labels.some((each) => /^s3(?:-[a-z0-9-]+)?$/.test(each)))
    return "s3";
  const names = labels.filter((each) => !regionName.test(each) && each !== "dualstack");
  const last = names.at(-1)?.replace(/-fips$/, "") ?? "";
  // Some services have hosts of two labels, and some put an account or an id in front.
  return hostNames.get(names.join(".")) ?? hostNames.get(last) ?? last;
}

const hostOfBucket = new RegExp(
  `^(.+)\\.s3(?:[.-](?:dualstack\\.)?[a-z0-9-]+)?\\.(?:${awsDomainsPattern}|localhost)$`,
);

/**
 * The bucket in a host: `files` of `files.s3.eu-west-1.amazonaws.com`, and of `files.s3.localhost`. Undefined where the
 * path names the bucket.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html
 */
export function bucketOfHost(host: string): string | undefined {
  return hostOfBucket.exec(host)?.[1];
}
