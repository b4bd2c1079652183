import { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import { ApiGatewayDomainName } from "@cdktf/provider-aws/lib/api-gateway-domain-name";
import { Apigatewayv2DomainName } from "@cdktf/provider-aws/lib/apigatewayv2-domain-name";
import { DataAwsAcmCertificate } from "@cdktf/provider-aws/lib/data-aws-acm-certificate";
import { Api, type ApiProps } from "../../../lib/constructs/api";
import { Bucket } from "../../../lib/constructs/bucket";
import { RestV1Api, type RestV1ApiProps } from "../../../lib/constructs/rest-v1-api";
import { WebSocketApi } from "../../../lib/constructs/web-socket-api";
import type { Stack } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import type { ApiDomainProps } from "../../../lib/kit/gateway";
import { failure } from "../../constructs/api/support/api";
import { only, resources, testStack } from "../../support/stack";

const handler = "functions/notes.get";
const domainName = "api.example.com";
const truststore = { truststoreUri: "s3://trust/trust.pem" };
const mutual = { mutualTlsAuthentication: truststore };
const parts = {
  domainName: "shared.example.com",
  domainNameConfiguration: {
    certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1",
    endpointType: "REGIONAL",
    securityPolicy: "TLS_1_2",
  },
};

const mtls = (stack: Stack) => ({ bucket: new Bucket(stack, "Trust"), key: "trust.pem" });

describe("the generated address of an Api", () => {
  test.each<[string, (stack: Stack) => ApiProps, true | false | undefined]>([
    ["without a domain", () => ({}), undefined],
    ["with a domain", () => ({ customDomain: domainName }), undefined],
    ["with mtls", (stack) => ({ customDomain: { domainName, mtls: mtls(stack) } }), true],
    ["with mutual TLS", () => ({ customDomain: { domainName, cdk: { domainName: mutual } } }), true],
    [
      "with the domain of an Api with mtls, by its name",
      (stack) => {
        new RestV1Api(stack, "First", {
          routes: { "GET /": handler },
          customDomain: { domainName, mtls: mtls(stack), path: "rest", securityPolicy: "TLS 1.2" },
        });
        return { customDomain: { cdk: { domainName: { domainName } } } };
      },
      true,
    ],
    [
      "with a shared domain",
      (stack) => ({ customDomain: { cdk: { domainName: new Apigatewayv2DomainName(stack, "D", parts) } } }),
      undefined,
    ],
    [
      "with a shared domain with mutual TLS",
      (stack) => ({
        customDomain: {
          cdk: { domainName: new Apigatewayv2DomainName(stack, "D", { ...parts, ...mutual }) },
        },
      }),
      true,
    ],
    [
      "with mutual TLS, kept on purpose",
      () => ({
        customDomain: { domainName, cdk: { domainName: mutual } },
        cdk: { httpApi: { disableExecuteApiEndpoint: false } },
      }),
      false,
    ],
  ])("%s", (_, props, expected) => {
    const stack = testStack();
    new Api(stack, "Api", { routes: { "GET /": handler }, ...props(stack) });
    expect(only(stack, "aws_apigatewayv2_api").disable_execute_api_endpoint).toBe(expected);
  });
});

describe("the generated address of a RestV1Api", () => {
  test.each<[string, (stack: Stack) => RestV1ApiProps, true | false | undefined]>([
    ["without a domain", () => ({}), false],
    ["with a domain", () => ({ customDomain: domainName }), false],
    ["with mtls", (stack) => ({ customDomain: { domainName, mtls: mtls(stack) } }), true],
    [
      "with mutual TLS of an override",
      () => ({ customDomain: { domainName, cdk: { domainName: mutual } } }),
      true,
    ],
    [
      "with a shared domain with mutual TLS",
      (stack) => ({
        customDomain: {
          cdk: {
            domainName: new ApiGatewayDomainName(stack, "D", { domainName: "shared.example.com", ...mutual }),
          },
        },
      }),
      true,
    ],
    [
      "with mtls, kept on purpose",
      (stack) => ({
        customDomain: { domainName, mtls: mtls(stack) },
        cdk: { restApi: { disableExecuteApiEndpoint: false } },
      }),
      false,
    ],
  ])("%s", (_, props, expected) => {
    const stack = testStack();
    new RestV1Api(stack, "Api", { routes: { "GET /": handler }, ...props(stack) });
    expect(only(stack, "aws_api_gateway_rest_api").disable_execute_api_endpoint).toBe(expected);
  });
});

const domain = (of: (stack: Stack) => Partial<ApiDomainProps>) => {
  const stack = testStack();
  new Api(stack, "Api", { customDomain: { domainName, mtls: mtls(stack), ...of(stack) } });
  return stack;
};
const arn = "arn:aws:acm:us-east-1:123456789012:certificate/1";
const imported = (stack: Stack) =>
  new AcmCertificate(stack, "Imported", { privateKey: "k", certificateBody: "c" });
const ofAuthority = (stack: Stack) =>
  new AcmCertificate(stack, "Authority", {
    domainName,
    certificateAuthorityArn: "arn:aws:acm-pca:us-east-1:123456789012:certificate-authority/1",
  });
const found = (types?: string[]) => (stack: Stack) =>
  new DataAwsAcmCertificate(stack, "Found", { domain: domainName, types });
const issued = (stack: Stack) => new AcmCertificate(stack, "Issued", { domainName, validationMethod: "DNS" });

describe("mtls of an Api", () => {
  test("names the trust store, its version and TLS 1.2", () => {
    const versioned = (stack: Stack) => ({
      bucket: new Bucket(stack, "Kept", { cdk: { bucket: { versioning: { enabled: true } } } }),
      key: "ca.pem",
      version: "3",
    });
    const stack = domain((stack) => ({ mtls: versioned(stack) }));
    expect(only(stack, "aws_apigatewayv2_domain_name")).toMatchObject({
      mutual_tls_authentication: {
        truststore_uri: expect.stringMatching(/^s3:\/\/\$\{aws_s3_bucket\.Kept_\w+\.bucket\}\/ca\.pem$/),
        truststore_version: "3",
      },
      domain_name_configuration: { security_policy: "TLS_1_2" },
    });
  });

  test("functions receive the address that remains", () => {
    const stack = testStack();
    const fn = new Function(stack, "Fn", { handler });
    fn.bind([new Api(stack, "Api", { customDomain: { domainName, mtls: mtls(stack) } })]);
    expect(only(stack, "aws_lambda_function").environment).toMatchObject({
      variables: { SERVERFORM_Api_url_Api: `https://${domainName}` },
    });
  });

  test.each<[string, (stack: Stack) => AcmCertificate | DataAwsAcmCertificate, boolean]>([
    ["that was imported", imported, true],
    ["of a private authority", ofAuthority, true],
    ["that is looked up among imported ones", found(["IMPORTED"]), true],
    ["that is looked up among private ones", found(["PRIVATE"]), true],
    ["that is looked up among those of ACM", found(["AMAZON_ISSUED"]), false],
    ["that is looked up", found(), false],
    ["of ACM", issued, false],
  ])("a certificate %s: whether another one proves the ownership", (_, certificate, isCreated) => {
    const stack = domain((stack) => ({ cdk: { certificate: certificate(stack) } }));
    const { domain_name_configuration: block } = only(stack, "aws_apigatewayv2_domain_name");
    const proof = (block as Record<string, unknown>).ownership_verification_certificate_arn;
    const validations = Object.values(resources(stack, "aws_acm_certificate_validation"));
    expect(validations).toHaveLength(isCreated ? 1 : 0);
    if (isCreated)
      expect(proof).toMatch(/^\$\{aws_acm_certificate_validation\..*Ownership.*\.certificate_arn\}$/);
    else expect(proof).toBeUndefined();
  });

  test("a certificate of the caller's proves the ownership, also of an external domain", () => {
    const cdk = (stack: Stack) => ({ certificate: imported(stack), ownershipCertificate: issued(stack) });
    const stack = domain((stack) => ({ isExternalDomain: true, cdk: cdk(stack) }));
    expect(only(stack, "aws_apigatewayv2_domain_name").domain_name_configuration).toMatchObject({
      ownership_verification_certificate_arn: "${aws_acm_certificate.Issued.arn}",
    });
    expect(resources(stack, "aws_acm_certificate_validation")).toEqual({});
  });

  test("the proof is also in the caller's block", () => {
    const own = { certificateArn: arn, endpointType: "REGIONAL", securityPolicy: "TLS_1_2" };
    const stack = domain((stack) => ({
      cdk: { ownershipCertificate: issued(stack), domainName: { domainNameConfiguration: own } },
    }));
    expect(only(stack, "aws_apigatewayv2_domain_name").domain_name_configuration).toMatchObject({
      certificate_arn: arn,
      ownership_verification_certificate_arn: "${aws_acm_certificate.Issued.arn}",
    });
  });

  test("RestV1Api has the proof, too", () => {
    const stack = testStack();
    new RestV1Api(stack, "Api", {
      routes: { "GET /": handler },
      customDomain: { domainName, mtls: mtls(stack), cdk: { certificate: imported(stack) } },
    });
    expect(only(stack, "aws_api_gateway_domain_name").ownership_verification_certificate_arn).toMatch(
      /^\$\{aws_acm_certificate_validation\..*Ownership/,
    );
  });

  test.each<[string, (stack: Stack) => unknown, string, RegExp]>([
    ["a text", () => ({ mtls: "s3://trust/ca.pem" }), "mtls", /a plain object/],
    ["no bucket", () => ({ mtls: { key: "ca.pem" } }), "mtls.bucket", /missing/],
    [
      "a bucket by its name",
      () => ({ mtls: { bucket: "trust", key: "a" } }),
      "mtls.bucket",
      /"trust".*a Bucket/s,
    ],
    ["no key", (stack) => ({ mtls: { ...mtls(stack), key: "" } }), "mtls.key", /truststore\.pem/],
    [
      "a key with a slash before it",
      (stack) => ({ mtls: { ...mtls(stack), key: "/a.pem" } }),
      "mtls.key",
      /"a\.pem"/,
    ],
    ["a long key", (stack) => ({ mtls: { ...mtls(stack), key: "a".repeat(1025) } }), "mtls.key", /1024/],
    ["a spaced version", (stack) => ({ mtls: { ...mtls(stack), version: "3 4" } }), "mtls.version", /"3 4"/],
    [
      "an unknown key",
      (stack) => ({ mtls: { ...mtls(stack), versoin: "1" } }),
      "mtls",
      /"versoin".*"version"/s,
    ],
    [
      "the same in the override",
      (stack) => ({ mtls: mtls(stack), cdk: { domainName: mutual } }),
      "mtls",
      /cdk\.domainName\.mutualTlsAuthentication/,
    ],
    [
      "a shared domain",
      (stack) => ({ domainName: undefined, mtls: mtls(stack), cdk: { domainName: { domainName } } }),
      "mtls",
      /given together with customDomain\.cdk\.domainName/,
    ],
    [
      "a proof without mtls",
      (stack) => ({ cdk: { ownershipCertificate: issued(stack) } }),
      "cdk.ownershipCertificate",
      /without customDomain\.mtls/,
    ],
    [
      "a proof that was imported",
      (stack) => ({ mtls: mtls(stack), cdk: { ownershipCertificate: imported(stack) } }),
      "cdk.ownershipCertificate",
      /is imported.*ACM issued.*\[domain-ownership-foreign\]/s,
    ],
    [
      "no proof for an external domain",
      (stack) => ({ mtls: mtls(stack), isExternalDomain: true, cdk: { certificate: imported(stack) } }),
      "cdk.ownershipCertificate",
      /is missing.*is imported.*\[domain-ownership-required\]/s,
    ],
  ])("refuses %s", (_, given, prop, message) => {
    const stack = testStack();
    const customDomain = { domainName, ...(given(stack) as object) };
    const error = failure(() => new Api(stack, "Api", { customDomain }));
    expect(error.prop).toBe(`customDomain.${prop}`);
    expect(error.message).toMatch(message);
  });

  test("is refused for a WebSocketApi, for which AWS has none", () => {
    const stack = testStack();
    const customDomain = { domainName, mtls: mtls(stack) } as object;
    const error = failure(() => new WebSocketApi(stack, "Chat", { customDomain }));
    expect(error).toMatchObject({ prop: "customDomain.mtls", code: "domain-mtls-web-socket" });
  });
});
