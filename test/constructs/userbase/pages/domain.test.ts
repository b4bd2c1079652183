import { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import { Lazy } from "cdktf";
import { Userbase, type UserbaseProps } from "../../../../lib/constructs/userbase";
import { dataSources, only, resources, testStack } from "../../../support/stack";
import { failure } from "../../api/support/api";
import { account, directory, named, plain, short } from "../support";

const pages = { cdk: { userPoolClient: { callbackUrls: ["https://example.com"] } } };
const with_ = (props: UserbaseProps) => directory({ ...pages, ...props });

describe("the sign-in pages of a Userbase", () => {
  test("are made at a prefix of AWS's domain", () => {
    const { stack, userbase } = directory({ domain: "my-notes" });
    expect(short(only(stack, "aws_cognito_user_pool_domain"))).toEqual({
      domain: "my-notes",
      managed_login_version: 2,
      user_pool_id: "${aws_cognito_user_pool.id}",
    });
    expect(userbase.domainUrl).toBe("https://my-notes.auth.us-east-1.amazoncognito.com");
  });

  test("are not made unless asked for", () => {
    const { stack, userbase } = directory();
    expect(resources(stack, "aws_cognito_user_pool_domain")).toEqual({});
    expect(userbase.domainUrl).toBeUndefined();
  });

  test("are the classic ones in the plan lite", () => {
    const { stack } = with_({ domain: "my-notes", featureTier: "lite" });
    expect(only(stack, "aws_cognito_user_pool_domain").managed_login_version).toBe(1);
    expect(resources(stack, "aws_cognito_managed_login_branding")).toEqual({});
  });

  test("have their own host in GovCloud", () => {
    const stack = testStack({ account, region: "us-gov-west-1" });
    const { userbase } = directory({ domain: "my-notes" }, stack);
    expect(userbase.domainUrl).toBe("https://my-notes.auth-fips.us-gov-west-1.amazoncognito.com");
  });

  test("on your own domain have a certificate in us-east-1 and records", () => {
    const stack = testStack({ account, region: "eu-west-1" });
    const { userbase } = directory({ domain: { domainName: "auth.example.com" } }, stack);
    expect(userbase.domainUrl).toBe("https://auth.example.com");
    expect(Object.values(dataSources(stack, "aws_route53_zone"))).toEqual([
      { name: "example.com", private_zone: false },
    ]);
    expect(only(stack, "aws_acm_certificate")).toMatchObject({
      domain_name: "auth.example.com",
      provider: "aws.us_east_1",
    });
    expect(short(only(stack, "aws_cognito_user_pool_domain"))).toEqual({
      certificate_arn: "${aws_acm_certificate_validation.certificate_arn}",
      domain: "auth.example.com",
      managed_login_version: 2,
      user_pool_id: "${aws_cognito_user_pool.id}",
    });
    expect(short(named(stack, "aws_route53_record", "Auth_Domain_RecordAAAA"))).toMatchObject({
      name: "auth.example.com",
      type: "AAAA",
      alias: {
        name: "${aws_cognito_user_pool_domain.cloudfront_distribution}",
        zone_id: "${aws_cognito_user_pool_domain.cloudfront_distribution_zone_id}",
      },
    });
    const own = plain(stack).filter((each) => each.includes("Auth_Domain"));
    expect(own.sort()).toEqual([
      "aws_acm_certificate.Auth_Domain_Certificate",
      "aws_acm_certificate_validation.Auth_Domain_CertificateValidation",
      "aws_cognito_user_pool_domain.Auth_Domain",
      "aws_route53_record.Auth_Domain_RecordA",
      "aws_route53_record.Auth_Domain_RecordAAAA",
      "aws_route53_record.Auth_Domain_ValidationRecord",
      "data.aws_route53_zone.Auth_Domain_HostedZone",
    ]);
  });

  test("use a certificate that is given", () => {
    const stack = testStack({ account });
    const certificate = new AcmCertificate(stack, "Certificate", { domainName: "*.example.com" });
    directory({ domain: { domainName: "auth.example.com", cdk: { certificate } } }, stack);
    expect(Object.keys(resources(stack, "aws_acm_certificate"))).toEqual(["Certificate"]);
    expect(short(only(stack, "aws_cognito_user_pool_domain"))).toMatchObject({
      certificate_arn: "${aws_acm_certificate.arn}",
    });
  });

  test.each(["a", "my-notes-2", "a".repeat(63), Lazy.stringValue({ produce: () => "later" })])(
    "take the prefix %s",
    (domain) => {
      expect(only(directory({ domain }).stack, "aws_cognito_user_pool_domain")).toMatchObject({
        managed_login_version: 2,
      });
    },
  );

  test.each(["", "My", "-a", "a-", "a.b", "my-cognito", "awsome", "a".repeat(64)])(
    "refuse the prefix %j",
    (domain) => {
      expect(failure(() => directory({ domain }))).toMatchObject({
        code: "userbase-domain-prefix",
        prop: "domain",
      });
    },
  );

  test.each([
    [{}, "prop-required", "domain.domainName"],
    [{ domainName: "Auth.example.com" }, "domain-upper-case", "domain.domainName"],
    [{ domainName: "*.example.com" }, "domain-invalid", "domain.domainName"],
    [
      { domainName: "auth.example.com", hostedZone: "example.org" },
      "domain-outside-zone",
      "domain.hostedZone",
    ],
    [{ domainName: "auth.example.com", path: "x" }, "key-unknown", "domain"],
  ])("refuse the domain %j", (domain, code, prop) => {
    const props = { domain } as UserbaseProps;
    expect(failure(() => directory(props))).toMatchObject({ code, prop });
  });

  test("refuse a domain that another Userbase has", () => {
    const { stack } = directory({ domain: { domainName: "auth.example.com" } });

    const again = () => new Userbase(stack, "Other", { domain: { domainName: "auth.example.com" } });
    expect(failure(again)).toMatchObject({ code: "domain-duplicate" });
  });
});
