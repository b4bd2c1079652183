import { bucketOfHost, serviceNameOf, serviceOfHost } from "../../../lib/local/services/service-name";

// https://docs.aws.amazon.com/general/latest/gr/rande.html
describe("the service of an endpoint of AWS", () => {
  test.each([
    ["sqs.us-east-1.amazonaws.com", "sqs"],
    ["us-east-1.queue.amazonaws.com", "sqs"],
    ["dynamodb.eu-west-1.amazonaws.com", "dynamodb"],
    ["streams.dynamodb.eu-west-1.amazonaws.com", "dynamodb"],
    ["123456789012.ddb.us-east-1.amazonaws.com", "dynamodb"],
    ["sns-fips.us-gov-west-1.amazonaws.com", "sns"],
    ["lambda.cn-north-1.amazonaws.com.cn", "lambda"],
    ["kinesis.us-east-1.api.aws", "kinesis"],
    ["events.us-east-1.amazonaws.com", "events"],
    ["email.eu-west-1.amazonaws.com", "ses"],
    ["s3.amazonaws.com", "s3"],
    ["s3.dualstack.eu-west-1.amazonaws.com", "s3"],
    ["s3-eu-west-1.amazonaws.com", "s3"],
    ["sts.amazonaws.com", "sts"],
    ["files.s3.eu-west-1.amazonaws.com", "s3"],
    ["127.0.0.1", undefined],
    ["amazonaws.com.example.com", undefined],
  ])("%s is %s", (host, service) => {
    expect(serviceOfHost(host)).toBe(service);
  });
});

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html
describe("the bucket in a host", () => {
  test.each([
    ["files.s3.amazonaws.com", "files"],
    ["files.s3.eu-west-1.amazonaws.com", "files"],
    ["files.s3-eu-west-1.amazonaws.com", "files"],
    ["files.s3.dualstack.eu-west-1.amazonaws.com", "files"],
    ["files.example.s3.amazonaws.com", "files.example"],
    ["files.s3.localhost", "files"],
    ["s3.eu-west-1.amazonaws.com", undefined],
    ["s3.amazonaws.com", undefined],
    ["sqs.eu-west-1.amazonaws.com", undefined],
    ["127.0.0.1", undefined],
  ])("of %s is %s", (host, bucket) => {
    expect(bucketOfHost(host)).toBe(bucket);
  });
});

test("a signature is more specific than a host", () => {
  const authorization = "AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/sns/aws4_request, Signature=0";
  const headers = { host: "sqs.us-east-1.amazonaws.com", authorization };
  expect(serviceNameOf({ headers })).toBe("sns");
});
