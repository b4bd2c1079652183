import { partitionOf } from "../partition";

/**
 * Regions that AWS has opened or announced, as of November 2026.
 *
 * Source: https://docs.aws.amazon.com/general/latest/gr/ddb.html
 */
const regions: readonly string[] = [
  ...["af-south-1", "ap-east-1", "ap-east-2", "ap-northeast-1", "ap-northeast-2", "ap-northeast-3"],
  ...["ap-south-1", "ap-south-2", "ap-southeast-1", "ap-southeast-2", "ap-southeast-3", "ap-southeast-4"],
  ...["ap-southeast-5", "ap-southeast-6", "ap-southeast-7", "ca-central-1", "ca-west-1", "eu-central-1"],
  ...["eu-central-2", "eu-north-1", "eu-south-1", "eu-south-2", "eu-west-1", "eu-west-2", "eu-west-3"],
  ...["il-central-1", "me-central-1", "me-south-1", "me-west-1", "mx-central-1", "sa-east-1", "sa-west-1"],
  ...["us-east-1", "us-east-2", "us-west-1", "us-west-2"],
  ...["cn-north-1", "cn-northwest-1", "us-gov-east-1", "us-gov-west-1", "eusc-de-east-1"],
];

/** The known regions of the partition to which a region belongs: only there, services connect regions. */
export function regionsBeside(region: string): readonly string[] {
  const { partition } = partitionOf(region);
  return regions.filter((each) => partitionOf(each).partition === partition);
}
