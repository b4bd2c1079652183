/**
 * Partition and URL suffix of a region, which are part of ARNs and endpoints.
 *
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html
 */
export function partitionOf(region: string): { readonly partition: string; readonly urlSuffix: string } {
  if (region.startsWith("cn-")) return { partition: "aws-cn", urlSuffix: "amazonaws.com.cn" };
  if (region.startsWith("us-gov-")) return { partition: "aws-us-gov", urlSuffix: "amazonaws.com" };
  // The European Sovereign Cloud.
  if (region.startsWith("eusc-")) return { partition: "aws-eusc", urlSuffix: "amazonaws.eu" };
  return { partition: "aws", urlSuffix: "amazonaws.com" };
}
