/**
 * The names of a partition of AWS, which are part of ARNs and of hosts.
 *
 * Source: partitions.json in the data of botocore, which AWS publishes for its SDKs, as of version 1.44:
 * https://github.com/boto/botocore/blob/develop/botocore/data/partitions.json
 */
export interface Partition {
  /** `aws`, `aws-cn`. */
  readonly id: string;
  /** The beginning of the names of its regions. */
  readonly regionPrefix: string;
  /** The end of the hosts of its endpoints. */
  readonly dnsSuffix: string;
  /** The end of the hosts that also have an address of IPv6. */
  readonly dualStackDnsSuffix: string;
  /** The region in which requests to its global services are signed. */
  readonly globalRegion: string;
}

type Row = readonly [
  id: string,
  regionPrefix: string,
  dnsSuffix: string,
  dualStackDnsSuffix: string,
  globalRegion: string,
];

const partitionOfRow = ([id, regionPrefix, dnsSuffix, dualStackDnsSuffix, globalRegion]: Row): Partition => ({
  id,
  regionPrefix,
  dnsSuffix,
  dualStackDnsSuffix,
  globalRegion,
});

/** The partitions in which services differ from those of the others. */
export const china = "aws-cn";
export const govCloud = "aws-us-gov";

/** The region of code that is told no other. */
export const defaultRegion = "us-east-1";

/** The partition of all regions that are in no other one: no region of a later continent is unknown. */
const commercial = partitionOfRow(["aws", "", "amazonaws.com", "api.aws", defaultRegion]);

/** In rows, because deployed functions contain this file. */
const others: readonly Row[] = [
  [china, "cn-", "amazonaws.com.cn", "api.amazonwebservices.com.cn", "cn-northwest-1"],
  ["aws-eusc", "eusc-", "amazonaws.eu", "api.amazonwebservices.eu", "eusc-de-east-1"],
  ["aws-iso", "us-iso-", "c2s.ic.gov", "api.aws.ic.gov", "us-iso-east-1"],
  ["aws-iso-b", "us-isob-", "sc2s.sgov.gov", "api.aws.scloud", "us-isob-east-1"],
  ["aws-iso-e", "eu-isoe-", "cloud.adc-e.uk", "api.cloud-aws.adc-e.uk", "eu-isoe-west-1"],
  ["aws-iso-f", "us-isof-", "csp.hci.ic.gov", "api.aws.hci.ic.gov", "us-isof-south-1"],
  [govCloud, "us-gov-", "amazonaws.com", "api.aws", "us-gov-west-1"],
];

export const partitions: readonly Partition[] = [commercial, ...others.map(partitionOfRow)];

/** The partition of a region. */
export function partitionOf(region: string): Partition {
  return (
    partitions.find(({ regionPrefix }) => regionPrefix !== "" && region.startsWith(regionPrefix)) ??
    commercial
  );
}
