import { partitionOf } from "../../facts/aws/partitions";

export interface AwsLocation {
  readonly region: string;
  readonly account: string;
  readonly partition: string;
  /** The end of the hosts of AWS in the region: `amazonaws.com`. */
  readonly dnsSuffix: string;
}

/** The location of a region; its partition and DNS suffix follow from its name. */
export function locationIn(region: string, account: string): AwsLocation {
  const { id: partition, dnsSuffix } = partitionOf(region);
  return { region, account, partition, dnsSuffix };
}

/** The account in generated ARNs if the app names none: the example account of AWS's documentation. */
export const exampleAccount = "123456789012";
