import { conditionHolds } from "../../../lib/model/iam/conditions";
import { requestKeys } from "../../../lib/model/iam/request-keys";

const keys = requestKeys({
  "aws:SourceIp": "10.1.2.3",
  "aws:SourceArn": "arn:aws:sns:eu-west-1:123456789012:orders",
  "aws:CurrentTime": "2026-01-02T03:04:05Z",
  "aws:SecureTransport": "false",
  "s3:max-keys": "10",
  "aws:TagKeys": ["team", "stage"],
});

/** Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html */
describe("conditions", () => {
  test.each([
    ["IpAddress", "aws:SourceIp", "10.0.0.0/8", true],
    ["IpAddress", "aws:sourceip", ["192.168.0.0/16", "10.1.2.3"], true],
    ["IpAddress", "aws:SourceIp", "10.1.2.4", false],
    ["NotIpAddress", "aws:SourceIp", "10.0.0.0/8", false],
    ["StringEquals", "aws:SourceIp", "10.1.2.3", true],
    ["StringLike", "aws:SourceIp", "10.1.*", true],
    ["StringNotEquals", "aws:SourceIp", ["x", "10.1.2.3"], false],
    ["StringNotLike", "aws:SourceIp", "11.*", true],
    ["ArnLike", "aws:SourceArn", "arn:aws:sns:*:123456789012:ord*", true],
    ["ArnLike", "aws:SourceArn", "arn:aws:sns:*:orders", false],
    ["ArnNotEquals", "aws:SourceArn", "arn:aws:sns:*:123456789012:orders", false],
    ["DateGreaterThan", "aws:CurrentTime", "2026-01-02T03:04:04Z", true],
    ["DateLessThan", "aws:CurrentTime", "2026-01-02T03:04:05Z", false],
    ["DateLessThanEquals", "aws:CurrentTime", "1767323045", true],
    ["NumericLessThanEquals", "s3:max-keys", 10, true],
    ["NumericLessThan", "s3:max-keys", 10, false],
    ["NumericNotEquals", "s3:max-keys", 11, true],
    ["Bool", "aws:SecureTransport", false, true],
    ["Null", "aws:SourceIp", false, true],
    ["Null", "aws:SourceVpc", true, true],
    ["Null", "aws:SourceVpc", false, false],
    ["StringEquals", "aws:SourceVpc", "vpc-1", false],
    ["StringEqualsIfExists", "aws:SourceVpc", "vpc-1", true],
    ["StringNotEquals", "aws:SourceVpc", "vpc-1", true],
    ["ForAnyValue:StringEquals", "aws:TagKeys", "team", true],
    ["ForAllValues:StringEquals", "aws:TagKeys", "team", false],
    ["ForAllValues:StringEquals", "aws:TagKeys", ["team", "stage", "cost"], true],
    ["ForAllValues:StringEquals", "aws:SourceVpc", "vpc-1", true],
    ["ForAnyValue:StringNotEquals", "aws:TagKeys", "team", true],
    ["Unheard", "aws:SourceIp", "10.1.2.3", false],
  ])("%s %s %j: %p", (operator, key, wanted, expected) => {
    expect(conditionHolds({ [operator]: { [key]: wanted } }, keys)).toBe(expected);
  });

  test("every operator and every key must hold", () => {
    const ip = { "aws:SourceIp": "10.0.0.0/8" };
    expect(conditionHolds({ IpAddress: ip, Bool: { "aws:SecureTransport": "false" } }, keys)).toBe(true);
    expect(conditionHolds({ IpAddress: ip, Bool: { "aws:SecureTransport": "true" } }, keys)).toBe(false);
    expect(conditionHolds({ StringLike: { "aws:SourceIp": "10.*", "s3:max-keys": "1" } }, keys)).toBe(false);
  });
});
