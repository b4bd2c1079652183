import { partition as partitionOfSdk } from "@aws-sdk/core/client";
import { awsLabels, dualStackSuffixes } from "../../../lib/facts/aws/hosts";
import { cdnEndpoint, endpointHost, partitionOf } from "../../../lib/facts/aws/partitions";
import { connectedRegions, regionName, regions } from "../../../lib/facts/aws/regions";

// The SDK ships the same data of AWS as botocore.
test.each([...regions, "us-gov-central-9", "eusc-de-west-2", "xx-new-1"])(
  "%s is in the partition of the SDK",
  (region) => {
    const { id, dnsSuffix, globalRegion } = partitionOf(region);
    const known = partitionOfSdk(region);
    expect(known).toMatchObject({ name: id, dnsSuffix, implicitGlobalRegion: globalRegion });
    expect(dualStackSuffixes).toContain(known.dualStackDnsSuffix);
  },
);

test.each(regions)("%s is a region that the SDK describes", (region) => {
  expect(partitionOfSdk(region)).toHaveProperty("description");
  expect(region).toMatch(regionName);
});

test("a region is in the list of its partition", () => {
  expect(connectedRegions("cn-north-1")).toEqual(["cn-north-1", "cn-northwest-1"]);
  expect(connectedRegions("eusc-de-east-1")).toEqual(["eusc-de-east-1"]);
  expect(connectedRegions("eu-west-1")).not.toContain("us-gov-west-1");
});

test.each([
  ["us-east-1", "cloudfront.amazonaws.com", "us-east-1"],
  ["eu-west-1", "cloudfront.amazonaws.com", "us-east-1"],
  ["cn-north-1", "cloudfront.cn-northwest-1.amazonaws.com.cn", "cn-northwest-1"],
  ["eusc-de-east-1", "cloudfront.amazonaws.eu", "eusc-de-east-1"],
])("in %s, CloudFront answers at %s and takes signatures of %s", (region, host, signed) => {
  expect(cdnEndpoint(region)).toEqual({ host, region: signed });
});

test.each(regions)("the host of an endpoint in %s is one of AWS", (region) => {
  expect(awsLabels(endpointHost("sqs", region))).toEqual(["sqs", region]);
});
