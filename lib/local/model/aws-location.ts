/** Account, region and partition that resources are deployed to. */
export interface AwsLocation {
  readonly region: string;
  readonly account: string;
  readonly partition: string;
  /** `amazonaws.com`, or China's. */
  readonly dnsSuffix: string;
}

/** The location of a region; its partition and DNS suffix follow from its name. */
export function locationIn(region: string, account: string): AwsLocation {
  if (region.startsWith("cn-"))
    return { region, account, partition: "aws-cn", dnsSuffix: "amazonaws.com.cn" };
  const partition = region.startsWith("us-gov-") ? "aws-us-gov" : "aws";
  return { region, account, partition, dnsSuffix: "amazonaws.com" };
}
