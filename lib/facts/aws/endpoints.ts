import { china, partitionOf } from "./partitions";

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
