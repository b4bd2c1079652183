import { partitions } from "./partitions";

/**
 * Domain suffixes of the hosts that also have IPv6 addresses.
 *
 * Source: partitions.json in the data of botocore, as of version 1.44:
 * https://github.com/boto/botocore/blob/develop/botocore/data/partitions.json
 */
export const dualStackSuffixes: readonly string[] = [
  ...["api.aws", "api.amazonwebservices.com.cn", "api.amazonwebservices.eu", "api.aws.ic.gov"],
  ...["api.aws.scloud", "api.cloud-aws.adc-e.uk", "api.aws.hci.ic.gov"],
];

/** Domain suffixes of AWS's endpoints in all partitions. Every host below one of them belongs to AWS. */
export const awsDomains: readonly string[] = [
  ...new Set([...partitions().map(({ dnsSuffix }) => dnsSuffix), ...dualStackSuffixes]),
];

/** The same as a regular expression that JavaScript and Python read. */
export const awsDomainsPattern = `(?:${awsDomains.map((each) => each.replaceAll(".", "\\.")).join("|")})`;

const endpoint = new RegExp(`^(?<labels>[a-z0-9._-]+?)\\.${awsDomainsPattern}$`);

/**
 * The labels of an endpoint of AWS before its domain: `sqs` and `us-east-1`. Undefined for other hosts.
 *
 * Source: https://docs.aws.amazon.com/general/latest/gr/rande.html
 */
export function awsLabels(host: string): readonly string[] | undefined {
  return endpoint.exec(host)?.groups?.labels?.split(".");
}

/** Whether an entry of `NO_PROXY` covers endpoints of AWS. */
export function coversAws(exception: string): boolean {
  return /^\s*(?:\*\s*)?$|amazonaws|\.aws\b|amazonwebservices/i.test(exception);
}
