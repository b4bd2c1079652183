import { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import { AcmCertificateValidation } from "@cdktf/provider-aws/lib/acm-certificate-validation";
import { Apigatewayv2DomainName } from "@cdktf/provider-aws/lib/apigatewayv2-domain-name";
import { DataAwsAcmCertificate } from "@cdktf/provider-aws/lib/data-aws-acm-certificate";
import { DataAwsRoute53Zone } from "@cdktf/provider-aws/lib/data-aws-route53-zone";
import { DataAwsSsmParameter } from "@cdktf/provider-aws/lib/data-aws-ssm-parameter";
import { Route53Zone } from "@cdktf/provider-aws/lib/route53-zone";
import { Construct } from "constructs";
import { Stack } from "../../../../lib/kit/app";
import { resolveValue } from "../../../../lib/kit/core";
import type { ApiDomainProps, CustomDomain } from "../../../../lib/kit/gateway";
import {
  addresses,
  dataSources,
  declaredAddresses,
  only,
  resources,
  testApp,
  testStack,
} from "../../../support/stack";
import { createCustomDomain } from "./support";

/** The custom domain of an API that is only a place in the tree. */
function customDomain(stack: Stack, given: string | ApiDomainProps, id = "Api"): CustomDomain {
  return createCustomDomain(new Construct(stack, id), given);
}

const certificate = "aws_acm_certificate.Api_CustomDomain_Certificate_82939291";
const domainName = "aws_apigatewayv2_domain_name.Api_CustomDomain_DomainName_C9CDA521";
const mapping = "aws_apigatewayv2_api_mapping.Api_CustomDomain_Mapping_205BB740";
const lookup = "data.aws_route53_zone.Api_CustomDomain_HostedZone_0B93106F";
const validation = "aws_acm_certificate_validation.Api_CustomDomain_CertificateValidation_9C0E7559";
const validationRecord = "aws_route53_record.Api_CustomDomain_ValidationRecord_DB935FAA";
const aliases = [
  "aws_route53_record.Api_CustomDomain_RecordAAAA_86C160B2",
  "aws_route53_record.Api_CustomDomain_RecordA_5F1F77BE",
];
const everything = [certificate, validation, mapping, domainName, ...aliases, validationRecord, lookup];

/** The zone of the alias records. */
function zoneOfRecords(stack: Stack): unknown {
  const [first] = aliases;
  return resources(stack, "aws_route53_record")[String(first).replace("aws_route53_record.", "")]?.zone_id;
}

describe("the resources of a custom domain", () => {
  test("a string: zone looked up; certificate, domain and records created", () => {
    const stack = testStack();
    customDomain(stack, "api.example.com");
    expect(addresses(stack)).toEqual(everything);
  });

  test("domainName: the same", () => {
    const stack = testStack();
    customDomain(stack, { domainName: "api.example.com" });
    expect(addresses(stack)).toEqual(everything);
  });

  test("domainName with hostedZone: the zone is looked up by that name", () => {
    const stack = testStack();
    customDomain(stack, { domainName: "api.dev.example.com", hostedZone: "example.com" });
    expect(addresses(stack)).toEqual(everything);
    expect(Object.values(dataSources(stack, "aws_route53_zone"))).toEqual([
      { name: "example.com", private_zone: false },
    ]);
  });

  test("domainName with cdk.hostedZone: no zone is looked up", () => {
    const stack = testStack();
    const hostedZone = new Route53Zone(stack, "Zone", { name: "example.com" });
    customDomain(stack, { domainName: "api.example.com", cdk: { hostedZone } });
    expect(addresses(stack)).toEqual(
      [...everything.filter((each) => each !== lookup), "aws_route53_zone.Zone"].sort(),
    );
    expect(zoneOfRecords(stack)).toBe("${aws_route53_zone.Zone.zone_id}");
  });

  test("domainName with cdk.certificate: no certificate is created", () => {
    const stack = testStack();
    const given = new DataAwsAcmCertificate(stack, "Certificate", { domain: "example.com" });
    customDomain(stack, { domainName: "api.example.com", cdk: { certificate: given } });
    expect(addresses(stack)).toEqual(
      [mapping, domainName, ...aliases, "data.aws_acm_certificate.Certificate", lookup].sort(),
    );
  });

  test("an external domain: the domain only", () => {
    const stack = testStack();
    const given = new DataAwsAcmCertificate(stack, "Certificate", { domain: "example.org" });
    customDomain(stack, {
      domainName: "api.example.org",
      isExternalDomain: true,
      cdk: { certificate: given },
    });
    expect(addresses(stack)).toEqual([mapping, domainName, "data.aws_acm_certificate.Certificate"]);
  });

  test("cdk.domainName as object: the mapping only", () => {
    const stack = testStack();
    const shared = customDomain(stack, "api.example.com").domainName;
    const before = declaredAddresses(stack);
    customDomain(stack, { path: "v2", cdk: { domainName: shared } }, "Second");
    expect(addresses(stack).filter((each) => !before.includes(each.replace(/^data\./, "")))).toEqual([
      expect.stringMatching(/^aws_apigatewayv2_api_mapping\.Second_CustomDomain_Mapping_/),
    ]);
  });

  test("cdk.domainName as name: the mapping only", () => {
    const stack = testStack();
    customDomain(stack, { cdk: { domainName: { domainName: "api.example.com" } } });
    expect(addresses(stack)).toEqual([mapping]);
    expect(only(stack, "aws_apigatewayv2_api_mapping").domain_name).toBe("api.example.com");
  });
});

describe("the hosted zone", () => {
  test.each([
    ["api.example.com", "example.com"],
    ["a.b.example.com", "b.example.com"],
    ["*.example.com", "example.com"],
    ["*.api.example.com", "api.example.com"],
  ])("of %s is %s", (given, zone) => {
    const stack = testStack();
    customDomain(stack, given);
    expect(Object.values(dataSources(stack, "aws_route53_zone"))).toEqual([
      { name: zone, private_zone: false },
    ]);
  });

  test("may be the domain itself", () => {
    const stack = testStack();
    customDomain(stack, { domainName: "example.com", hostedZone: "example.com" });
    expect(Object.values(dataSources(stack, "aws_route53_zone"))[0]?.name).toBe("example.com");
  });

  test("may be written with the dot that Route 53 shows", () => {
    const stack = testStack();
    customDomain(stack, { domainName: "api.example.com", hostedZone: "example.com." });
    expect(Object.values(dataSources(stack, "aws_route53_zone"))[0]?.name).toBe("example.com");
  });

  test("as name goes before the one as object", () => {
    const stack = testStack();
    const hostedZone = new DataAwsRoute53Zone(stack, "Zone", { zoneId: "Z1" });
    customDomain(stack, { domainName: "api.example.com", hostedZone: "example.com", cdk: { hostedZone } });
    expect(zoneOfRecords(stack)).toBe(`\${${lookup}.zone_id}`);
  });

  test("may be a data source", () => {
    const stack = testStack();
    const hostedZone = new DataAwsRoute53Zone(stack, "Zone", { zoneId: "Z1" });
    customDomain(stack, { domainName: "api.example.com", cdk: { hostedZone } });
    expect(zoneOfRecords(stack)).toBe("${data.aws_route53_zone.Zone.zone_id}");
  });

  test("makes a domain possible that is a reference", () => {
    const stack = testStack();
    const name = new DataAwsSsmParameter(stack, "Name", { name: "/domain" }).value;
    customDomain(stack, { domainName: name, hostedZone: "example.com" });
    expect(only(stack, "aws_apigatewayv2_domain_name").domain_name).toBe(
      "${data.aws_ssm_parameter.Name.value}",
    );
  });

  test("may be a reference itself", () => {
    const stack = testStack();
    const name = new DataAwsSsmParameter(stack, "Name", { name: "/zone" }).value;
    customDomain(stack, { domainName: "api.example.com", hostedZone: name });
    expect(Object.values(dataSources(stack, "aws_route53_zone"))[0]?.name).toBe(
      "${data.aws_ssm_parameter.Name.value}",
    );
  });
});

describe("the certificate", () => {
  test("is validated through DNS and replaced before it is destroyed", () => {
    const stack = testStack();
    customDomain(stack, "api.example.com");
    expect(only(stack, "aws_acm_certificate")).toEqual({
      domain_name: "api.example.com",
      validation_method: "DNS",
    });
  });

  test("is proved by a record from its first validation option", () => {
    const stack = testStack();
    customDomain(stack, "api.example.com");
    const option = `tolist(${certificate}.domain_validation_options).0`;
    expect(resources(stack, "aws_route53_record").Api_CustomDomain_ValidationRecord_DB935FAA).toEqual({
      name: `\${${option}.resource_record_name}`,
      type: `\${${option}.resource_record_type}`,
      records: [`\${${option}.resource_record_value}`],
      zone_id: `\${${lookup}.zone_id}`,
      ttl: 60,
      allow_overwrite: true,
    });
  });

  test("is waited for", () => {
    const stack = testStack();
    customDomain(stack, "api.example.com");
    expect(only(stack, "aws_acm_certificate_validation")).toEqual({
      certificate_arn: `\${${certificate}.arn}`,
      validation_record_fqdns: [`\${${validationRecord}.fqdn}`],
    });
    expect(only(stack, "aws_apigatewayv2_domain_name").domain_name_configuration).toMatchObject({
      certificate_arn: `\${${validation}.certificate_arn}`,
    });
  });

  test("takes a config, the caller's lifecycle too", () => {
    const stack = testStack();
    customDomain(stack, {
      domainName: "api.example.com",
      cdk: { certificate: { keyAlgorithm: "EC_prime256v1", lifecycle: { preventDestroy: true } } },
    });
    expect(only(stack, "aws_acm_certificate")).toEqual({
      domain_name: "api.example.com",
      validation_method: "DNS",
      key_algorithm: "EC_prime256v1",
      lifecycle: { prevent_destroy: true },
    });
  });

  test("given as a resource is used by its ARN", () => {
    const stack = testStack();
    const given = new AcmCertificate(stack, "Own", { domainName: "api.example.com" });
    customDomain(stack, { domainName: "api.example.com", cdk: { certificate: given } });
    expect(only(stack, "aws_apigatewayv2_domain_name").domain_name_configuration).toMatchObject({
      certificate_arn: "${aws_acm_certificate.Own.arn}",
    });
  });

  test("given as a validation makes the domain wait for it", () => {
    const stack = testStack();
    const given = new AcmCertificateValidation(stack, "Own", {
      certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1",
    });
    customDomain(stack, { domainName: "api.example.com", cdk: { certificate: given } });
    expect(only(stack, "aws_apigatewayv2_domain_name").domain_name_configuration).toMatchObject({
      certificate_arn: "${aws_acm_certificate_validation.Own.certificate_arn}",
    });
  });
});

describe("the domain name", () => {
  test("is regional and takes TLS 1.2 and above", () => {
    const stack = testStack();
    customDomain(stack, "api.example.com");
    expect(only(stack, "aws_apigatewayv2_domain_name")).toEqual({
      domain_name: "api.example.com",
      domain_name_configuration: {
        certificate_arn: `\${${validation}.certificate_arn}`,
        endpoint_type: "REGIONAL",
        security_policy: "TLS_1_2",
      },
    });
  });

  test("accepts a config together with domainName", () => {
    const stack = testStack();
    customDomain(stack, {
      domainName: "api.example.com",
      cdk: { domainName: { mutualTlsAuthentication: { truststoreUri: "s3://trust/store.pem" } } },
    });
    expect(only(stack, "aws_apigatewayv2_domain_name")).toMatchObject({
      domain_name: "api.example.com",
      mutual_tls_authentication: { truststore_uri: "s3://trust/store.pem" },
    });
  });

  test.each(["A", "AAAA"])("is reached by an alias record of type %s", (type) => {
    const stack = testStack();
    customDomain(stack, "*.example.com");
    const records = Object.values(resources(stack, "aws_route53_record"));
    expect(records.find((each) => each.type === type)).toEqual({
      name: "*.example.com",
      type,
      zone_id: `\${${lookup}.zone_id}`,
      alias: {
        name: `\${${domainName}.domain_name_configuration[0].target_domain_name}`,
        zone_id: `\${${domainName}.domain_name_configuration[0].hosted_zone_id}`,
        evaluate_target_health: false,
      },
    });
  });
});

describe("the mapping", () => {
  test("leads the root of the domain to the stage", () => {
    const stack = testStack();
    customDomain(stack, "api.example.com");
    expect(only(stack, "aws_apigatewayv2_api_mapping")).toEqual({
      api_id: "a1b2c3",
      stage: "$default",
      domain_name: `\${${domainName}.id}`,
    });
  });

  test.each(["v1", "shop/v1", "$-_.+!*'()aZ9", "a".repeat(300)])("takes the path %s", (path) => {
    const stack = testStack();
    customDomain(stack, { domainName: "api.example.com", path });
    expect(only(stack, "aws_apigatewayv2_api_mapping").api_mapping_key).toBe(path);
  });

  test("refers to a domain of another stack through an output", () => {
    const app = testApp();
    const shared = customDomain(new Stack(app, "First"), "api.example.com").domainName;
    const second = new Stack(app, "Second");
    customDomain(second, { path: "v2", cdk: { domainName: shared } });
    expect(only(second, "aws_apigatewayv2_api_mapping").domain_name).toMatch(
      /^\$\{data\.terraform_remote_state\./,
    );
  });
});

describe("the properties of the construct", () => {
  test("certificate and domain name that were created", () => {
    const domain = customDomain(testStack(), "api.example.com");
    expect(domain.certificate?.terraformResourceType).toBe("aws_acm_certificate");
    expect(domain.domainName?.terraformResourceType).toBe("aws_apigatewayv2_domain_name");
  });

  test("no certificate that was given", () => {
    const stack = testStack();
    const given = new DataAwsAcmCertificate(stack, "Own", { domain: "example.com" });
    const domain = customDomain(stack, { domainName: "api.example.com", cdk: { certificate: given } });
    expect(domain.certificate).toBeUndefined();
    expect(domain.domainName).toBeDefined();
  });

  test("no domain name that was given", () => {
    const stack = testStack();
    const given = customDomain(stack, "api.example.com").domainName;
    const domain = customDomain(stack, { path: "v2", cdk: { domainName: given } }, "Second");
    expect(domain.certificate).toBeUndefined();
    expect(domain.domainName).toBeUndefined();
  });
});

describe("the URL", () => {
  test.each([
    ["https", undefined, "https://api.example.com"],
    ["https", "v1", "https://api.example.com/v1/"],
    ["https", "shop/v1", "https://api.example.com/shop/v1/"],
    ["wss", undefined, "wss://api.example.com"],
    ["wss", "v1", "wss://api.example.com/v1/"],
  ] as const)("for %s and the path %s is %s", (scheme, path, url) => {
    const domain = customDomain(testStack(), { domainName: "api.example.com", path });
    expect(domain.url(scheme)).toBe(url);
  });

  test("has the name of a shared domain where it is known", () => {
    const stack = testStack();
    const given = new Apigatewayv2DomainName(stack, "Own", {
      domainName: "api.example.com",
      domainNameConfiguration: {
        certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1",
        endpointType: "REGIONAL",
        securityPolicy: "TLS_1_2",
      },
    });
    const domain = customDomain(stack, { path: "v1", cdk: { domainName: given } });
    expect(domain.url("https")).toBe("https://api.example.com/v1/");
  });

  test("refers to a domain that is a reference", () => {
    const stack = testStack();
    const name = new DataAwsSsmParameter(stack, "Name", { name: "/domain" }).value;
    const given = new Apigatewayv2DomainName(stack, "Own", {
      domainName: name,
      domainNameConfiguration: {
        certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1",
        endpointType: "REGIONAL",
        securityPolicy: "TLS_1_2",
      },
    });
    const domain = customDomain(stack, { cdk: { domainName: given } });
    expect(resolveValue(stack, domain.url("https"))).toBe(
      "https://${aws_apigatewayv2_domain_name.Own.domain_name}",
    );
  });
});
