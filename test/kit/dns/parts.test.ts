import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { Construct } from "constructs";
import { resolveValue } from "../../../lib/kit/core";
import { createAliasRecords, createCertificate } from "../../../lib/kit/dns";
import { only, resources, testStack } from "../../support/stack";

describe("parts of a domain", () => {
  test("a certificate for a CDN is created in us-east-1, its DNS record never", () => {
    const stack = testStack({ region: "eu-west-1" });
    createCertificate(new Construct(stack, "Site"), { domainName: "www.example.com" }, "Z1", true);
    const { provider } = only(stack, "aws_acm_certificate");
    expect(provider).toBe("aws.us_east_1");
    expect(only(stack, "aws_acm_certificate_validation").provider).toBe(provider);
    expect(only(stack, "aws_route53_record").provider).toBeUndefined();
  });

  test("the validation follows the certificate to the provider of its config", () => {
    const stack = testStack();
    const provider = new AwsProvider(stack, "Virginia", { alias: "us_east_1", region: "us-east-1" });
    const domain = { domainName: "www.example.com", certificateOverride: { provider } };
    createCertificate(new Construct(stack, "Site"), domain, "Z1");
    expect(only(stack, "aws_acm_certificate_validation").provider).toBe("aws.us_east_1");
  });

  test("the ARN of a certificate is that of the validation", () => {
    const stack = testStack();
    const { arn } = createCertificate(new Construct(stack, "Site"), { domainName: "www.example.com" }, "Z1");
    expect(resolveValue(stack, arn)).toMatch(/^\$\{aws_acm_certificate_validation\..*\.certificate_arn\}$/);
  });

  test("alias records lead to any host of AWS", () => {
    const stack = testStack();
    createAliasRecords(new Construct(stack, "Site"), {
      domainName: "www.example.com",
      zoneId: "Z1",
      target: { domainName: "d111111abcdef8.cloudfront.net", zoneId: "Z2FDTNDATAQYW2" },
    });
    const alias = {
      name: "d111111abcdef8.cloudfront.net",
      zone_id: "Z2FDTNDATAQYW2",
      evaluate_target_health: false,
    };
    expect(Object.values(resources(stack, "aws_route53_record"))).toEqual([
      { name: "www.example.com", type: "AAAA", zone_id: "Z1", alias },
      { name: "www.example.com", type: "A", zone_id: "Z1", alias },
    ]);
  });
});
