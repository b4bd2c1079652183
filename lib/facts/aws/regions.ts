import { defaultRegion, partitionOf } from "./partitions";

/**
 * Regions that AWS has opened or announced.
 *
 * Source: partitions.json in the data of botocore, as of version 1.44:
 * https://github.com/boto/botocore/blob/develop/botocore/data/partitions.json
 */
export const regions: readonly string[] = `
  af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2
  ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7
  ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2
  eu-west-3 il-central-1 me-central-1 me-south-1 me-west-1 mx-central-1 sa-east-1 sa-west-1 us-east-1
  us-east-2 us-west-1 us-west-2
  cn-north-1 cn-northwest-1 us-gov-east-1 us-gov-west-1 eusc-de-east-1
  us-iso-east-1 us-iso-west-1 us-isob-east-1 us-isob-west-1 eu-isoe-west-1 us-isof-east-1 us-isof-south-1
`
  .trim()
  .split(/\s+/);

/** The known regions in the partition of a region. AWS connects regions only within a partition. */
export function connectedRegions(region: string): readonly string[] {
  const { id } = partitionOf(region);
  return regions.filter((each) => partitionOf(each).id === id);
}

/** The form of the name of a region, also of one that AWS has not opened yet. */
export const regionName =
  /^[a-z]{2,4}(-[a-z]+)*-(north|south|east|west|central|northeast|northwest|southeast|southwest)-\d$/;

export const availabilityZoneName = /^[a-z]{2,4}(-[a-z]+)+-\d[a-z]$/;

export const exampleRegion = "eu-west-1";

/**
 * The region of the certificates of CDNs, which serve the domains of Cognito and of edge APIs.
 *
 * Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cnames-and-https-requirements.html
 */
export const cdnRegion = defaultRegion;

/**
 * The groups of regions for strongly consistent replicas of tables.
 *
 * Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html
 */
export const strongReplicaRegions: readonly (readonly string[])[] = [
  ["us-east-1", "us-east-2", "us-west-2"],
  ["eu-west-1", "eu-west-2", "eu-west-3", "eu-central-1"],
  ["ap-northeast-1", "ap-northeast-2", "ap-northeast-3"],
];
