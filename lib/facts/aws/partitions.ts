/**
 * The names of a partition of AWS, which are part of ARNs and of hosts.
 *
 * Source: partitions.json in the data of botocore, which AWS publishes for its SDKs, as of version 1.44:
 * https://github.com/boto/botocore/blob/develop/botocore/data/partitions.json
 */
export interface Partition {
  /** `aws`, `aws-cn`. */
  readonly id: string;
  /** The end of the hosts of its endpoints. */
  readonly dnsSuffix: string;
  /** The region in which requests to its global services are signed. */
  readonly globalRegion: string;
}

/** The partitions in which services differ from those of the others. */
export const china = "aws-cn";
export const govCloud = "aws-us-gov";

export const defaultRegion = "us-east-1";

/** By the prefix of the names of regions. The rows are short, because deployed functions contain this file. */
const rows: readonly (readonly [prefix: string, id: string, dnsSuffix: string, globalRegion: string])[] = [
  ["cn-", china, "amazonaws.com.cn", "cn-northwest-1"],
  ["eusc-", "aws-eusc", "amazonaws.eu", "eusc-de-east-1"],
  ["us-iso-", "aws-iso", "c2s.ic.gov", "us-iso-east-1"],
  ["us-isob-", "aws-iso-b", "sc2s.sgov.gov", "us-isob-east-1"],
  ["eu-isoe-", "aws-iso-e", "cloud.adc-e.uk", "eu-isoe-west-1"],
  ["us-isof-", "aws-iso-f", "csp.hci.ic.gov", "us-isof-south-1"],
  ["us-gov-", govCloud, "amazonaws.com", "us-gov-west-1"],
  // All other regions, including future ones.
  ["", "aws", "amazonaws.com", defaultRegion],
];

export function partitionOf(region: string): Partition {
  const [, id = "", dnsSuffix = "", globalRegion = ""] =
    rows.find(([prefix]) => region.startsWith(prefix)) ?? [];
  return { id, dnsSuffix, globalRegion };
}

export const partitions = (): readonly Partition[] => rows.map(([prefix]) => partitionOf(prefix));

/**
 * The host of a regional endpoint: `sqs.eu-west-1.amazonaws.com`.
 *
 * Source: https://docs.aws.amazon.com/general/latest/gr/rande.html
 */
export function endpointHost(service: string, region: string): string {
  return `${service}.${region}.${partitionOf(region).dnsSuffix}`;
}

/**
 * The endpoint of CloudFront in the partition of a region, and the region in which its requests are signed.
 *
 * Source: https://github.com/boto/botocore, endpoint-rule-set-1.json of CloudFront
 */
export function cdnEndpoint(region: string): { readonly host: string; readonly region: string } {
  const { id, dnsSuffix, globalRegion } = partitionOf(region);
  // Only the endpoint of China has its region in its name.
  const place = id === china ? `${globalRegion}.` : "";
  return { host: `cloudfront.${place}${dnsSuffix}`, region: globalRegion };
}

/** The namespace of the XML of CloudFront. Source: https://docs.aws.amazon.com/cloudfront/latest/APIReference/ */
export const cdnNamespace = "http://cloudfront.amazonaws.com/doc/2020-05-31/";
