import { partitionOf } from "../../lib/core/partition";

test.each([
  ["us-east-1", "aws", "amazonaws.com"],
  ["cn-north-1", "aws-cn", "amazonaws.com.cn"],
  ["cn-northwest-1", "aws-cn", "amazonaws.com.cn"],
  ["us-gov-east-1", "aws-us-gov", "amazonaws.com"],
  ["eusc-de-east-1", "aws-eusc", "amazonaws.eu"],
])("%s is in %s, whose names end in %s", (region, partition, urlSuffix) => {
  expect(partitionOf(region)).toEqual({ partition, urlSuffix });
});
