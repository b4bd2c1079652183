import { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import { ApiGatewayDomainName } from "@cdktf/provider-aws/lib/api-gateway-domain-name";
import { DataAwsApiGatewayDomainName } from "@cdktf/provider-aws/lib/data-aws-api-gateway-domain-name";
import { DataAwsRoute53Zone } from "@cdktf/provider-aws/lib/data-aws-route53-zone";
import { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import { S3BucketVersioningA } from "@cdktf/provider-aws/lib/s3-bucket-versioning";
import {
  RestV1Api,
  type RestV1ApiCustomDomainProps,
  type RestV1ApiProps,
} from "../../../../lib/constructs/rest-v1-api";
import { Stack } from "../../../../lib/kit/app";
import { standardErrorOf } from "../../../support/environment";
import { dataSources, only, resources, synthesized, testApp, testStack } from "../../../support/stack";
import { counts, failure, handler, plainApi, restApi } from "../support";

const domainName = "api.example.com";

function domain(
  customDomain: string | RestV1ApiCustomDomainProps,
  stack = testStack(),
  props: RestV1ApiProps = {},
) {
  const { api } = restApi({ customDomain, ...props }, stack);
  return { stack, api };
}

/** A `Bucket`, as far as a trust store needs it. */
function truststore(stack: Stack) {
  const bucket = new S3Bucket(stack, "Trust", { bucket: "trust" });
  return { bucketName: bucket.bucket, cdk: { bucket } };
}

const privateApi: RestV1ApiProps = {
  cdk: { restApi: { endpointConfiguration: { types: ["PRIVATE"] }, policy: "{}" } },
};

describe("RestV1Api custom domain", () => {
  test("a string is a regional domain with certificate, zone and records", () => {
    const { stack, api } = domain(domainName);
    expect(only(stack, "aws_api_gateway_domain_name")).toEqual({
      domain_name: domainName,
      regional_certificate_arn: expect.stringMatching(
        /^\$\{aws_acm_certificate_validation\..*\.certificate_arn\}$/,
      ),
      endpoint_configuration: { types: ["REGIONAL"] },
      security_policy: "TLS_1_0",
    });
    expect(Object.values(dataSources(stack, "aws_route53_zone"))).toEqual([
      { name: "example.com", private_zone: false },
    ]);
    const aliases = Object.values(resources(stack, "aws_route53_record")).filter(
      (each) => each.alias !== undefined,
    );
    expect(aliases.map((each) => [each.name, each.type, each.alias])).toEqual(
      ["AAAA", "A"].map((type) => [
        domainName,
        type,
        {
          name: expect.stringMatching(/\.regional_domain_name\}$/),
          zone_id: expect.stringMatching(/\.regional_zone_id\}$/),
          evaluate_target_health: false,
        },
      ]),
    );
    expect(api.customDomainUrl).toBe("https://api.example.com");
    expect(api.cdk.domainName?.terraformResourceType).toBe("aws_api_gateway_domain_name");
    expect(api.cdk.certificate?.terraformResourceType).toBe("aws_acm_certificate");
  });

  test("leads to the stage, at its path", () => {
    const { stack, api } = domain({ domainName, path: "v1" });
    expect(only(stack, "aws_api_gateway_base_path_mapping")).toMatchObject({
      api_id: expect.stringMatching(/^\$\{aws_api_gateway_rest_api\./),
      stage_name: expect.stringMatching(/^\$\{aws_api_gateway_stage\..*\.stage_name\}$/),
      domain_name: expect.stringMatching(/^\$\{aws_api_gateway_domain_name\..*\.domain_name\}$/),
      base_path: "v1",
    });
    expect(api.customDomainUrl).toBe("https://api.example.com/v1");
  });

  test("is mapped when the first route makes a stage", () => {
    const empty = plainApi({ customDomain: domainName });
    expect(counts(empty.stack).aws_api_gateway_base_path_mapping).toBeUndefined();
    const { stack, api } = plainApi({ customDomain: domainName });
    api.addRoutes(stack, { "GET /": handler });
    expect(counts(stack).aws_api_gateway_base_path_mapping).toBe(1);
  });

  test.each([
    ["v1", "v1"],
    [undefined, ""],
  ])("the path %p is kept, and a plan with another one fails with the rules", (path, value) => {
    const { stack } = domain({ domainName, path });
    const { uses: _, ...kept } = resources(stack, "terraform_data");
    expect(Object.values(kept)).toEqual([{ input: value, lifecycle: { ignore_changes: ["input"] } }]);
    const { precondition } = only(stack, "aws_api_gateway_base_path_mapping").lifecycle as {
      precondition: { condition: string; error_message: string }[];
    };
    expect(precondition[0]?.condition).toMatch(new RegExp(`terraform_data\\..*\\.output == "${value}"`));
    const message = precondition[0]?.error_message;
    expect(message).toMatch(/customDomain\.path was/);
    expect(message).toMatch(/cannot be changed once it is set/);
    expect(message).toMatch(/not defined at first, it cannot be defined later/);
    expect(message).toMatch(/cannot become undefined/);
    expect(message).toMatch(/remove customDomain, deploy, and then set customDomain with the new path/);
  });

  test("an edge domain has its certificate in us-east-1 and leads to the CDN", () => {
    const { stack } = domain({ domainName, endpointType: "edge" }, testStack({ region: "eu-west-1" }));
    expect(only(stack, "aws_api_gateway_domain_name")).toMatchObject({
      certificate_arn: expect.stringMatching(/^\$\{aws_acm_certificate_validation\./),
      endpoint_configuration: { types: ["EDGE"] },
    });
    expect(only(stack, "aws_acm_certificate").provider).toBe("aws.us_east_1");
    expect(only(stack, "aws_acm_certificate_validation").provider).toBe("aws.us_east_1");
    const providers = (synthesized(stack).provider as { aws: { alias?: string; region: string }[] }).aws;
    expect(providers.map(({ alias, region }) => [alias, region])).toEqual([
      [undefined, "eu-west-1"],
      ["us_east_1", "us-east-1"],
    ]);
    const [record] = Object.values(resources(stack, "aws_route53_record")).filter(
      (each) => each.alias !== undefined,
    );
    expect(record?.alias).toMatchObject({
      name: expect.stringMatching(/\.cloudfront_domain_name\}$/),
      zone_id: expect.stringMatching(/\.cloudfront_zone_id\}$/),
    });
  });

  test("in us-east-1 an edge domain needs no second provider", () => {
    expect(
      only(domain({ domainName, endpointType: "edge" }).stack, "aws_acm_certificate").provider,
    ).toBeUndefined();
  });

  test("a private domain has no record, takes TLS 1.2 and is mapped by its id", () => {
    const { stack } = domain({ domainName, endpointType: "private" }, testStack(), privateApi);
    expect(only(stack, "aws_api_gateway_domain_name")).toMatchObject({
      certificate_arn: expect.any(String),
      endpoint_configuration: { types: ["PRIVATE"] },
      security_policy: "TLS_1_2",
    });
    expect(only(stack, "aws_route53_record").alias).toBeUndefined();
    expect(only(stack, "aws_api_gateway_base_path_mapping").domain_name_id).toMatch(/\.domain_name_id\}$/);
  });

  test("a private domain with a certificate asks for no zone", () => {
    const stack = testStack();
    const certificate = new AcmCertificate(stack, "Mine", { domainName, validationMethod: "DNS" });
    domain({ domainName, endpointType: "private", cdk: { certificate } }, stack, privateApi);
    expect(dataSources(stack, "aws_route53_zone")).toEqual({});
  });

  test("mutual TLS reads its trust store from a bucket and takes TLS 1.2", () => {
    const stack = testStack();
    domain({ domainName, mtls: { bucket: truststore(stack), key: "trust.pem", version: "3" } }, stack);
    expect(only(stack, "aws_api_gateway_domain_name")).toMatchObject({
      mutual_tls_authentication: {
        truststore_uri: "s3://${aws_s3_bucket.Trust.bucket}/trust.pem",
        truststore_version: "3",
      },
      security_policy: "TLS_1_2",
    });
  });

  test.each([
    ["TLS 1.0", "TLS_1_0"],
    ["TLS 1.2", "TLS_1_2"],
  ] as const)("securityPolicy %s is %s", (securityPolicy, expected) => {
    const { stack } = domain({ domainName, securityPolicy });
    expect(only(stack, "aws_api_gateway_domain_name").security_policy).toBe(expected);
  });

  test("the zone is given by name or as an object, the certificate as an object", () => {
    const stack = testStack();
    const hostedZone = new DataAwsRoute53Zone(stack, "Zone", { name: "example.com" });
    const certificate = new AcmCertificate(stack, "Mine", { domainName, validationMethod: "DNS" });
    const { api } = domain({ domainName, cdk: { hostedZone, certificate } }, stack);
    expect(only(stack, "aws_api_gateway_domain_name").regional_certificate_arn).toBe(
      "${aws_acm_certificate.Mine.arn}",
    );
    expect(Object.keys(dataSources(stack, "aws_route53_zone"))).toEqual(["Zone"]);
    expect(api.cdk.certificate).toBeUndefined();
    const named = domain({ domainName: "a.b.example.com", hostedZone: "example.com" }).stack;
    expect(Object.values(dataSources(named, "aws_route53_zone"))[0]).toMatchObject({ name: "example.com" });
  });

  test("a config is laid over the created domain name", () => {
    const { stack } = domain({ domainName, cdk: { domainName: { tags: { a: "b" } } } });
    expect(only(stack, "aws_api_gateway_domain_name").tags).toEqual({ a: "b" });
  });
});

describe("RestV1Api existing custom domain", () => {
  test.each([
    ["a resource", (stack: Stack) => new ApiGatewayDomainName(stack, "Mine", { domainName })],
    ["a data source", (stack: Stack) => new DataAwsApiGatewayDomainName(stack, "Mine", { domainName })],
    ["its name", () => ({ domainName })],
  ])("given as %s is shared, each API with its own path", (_, existing) => {
    const stack = testStack();
    const { api } = domain({ path: "v1", cdk: { domainName: existing(stack) as never } }, stack);
    expect(resources(stack, "aws_route53_record")).toEqual({});
    expect(resources(stack, "aws_acm_certificate")).toEqual({});
    expect(only(stack, "aws_api_gateway_base_path_mapping").base_path).toBe("v1");
    expect(api.customDomainUrl).toBe("https://api.example.com/v1");
    expect(api.cdk.domainName).toBeUndefined();
  });

  test.each(["endpointType", "mtls", "securityPolicy", "hostedZone"])(
    "refuses %s together with it",
    (key) => {
      const stack = testStack();
      const values: Record<string, unknown> = {
        endpointType: "regional",
        mtls: { bucket: truststore(stack), key: "x" },
        securityPolicy: "TLS 1.2",
        hostedZone: "example.com",
      };
      const error = failure(() => domain({ [key]: values[key], cdk: { domainName: { domainName } } }, stack));
      expect(error).toMatchObject({ prop: `customDomain.${key}`, code: "domain-shared-with" });
    },
  );

  test.each(["hostedZone", "certificate"])("refuses cdk.%s together with it", (key) => {
    const stack = testStack();
    const values: Record<string, unknown> = {
      hostedZone: new DataAwsRoute53Zone(stack, "Zone", { name: "example.com" }),
      certificate: new AcmCertificate(stack, "Mine", { domainName, validationMethod: "DNS" }),
    };
    const error = failure(() => domain({ cdk: { domainName: { domainName }, [key]: values[key] } }, stack));
    expect(error).toMatchObject({ prop: `customDomain.cdk.${key}`, code: "domain-shared-with" });
  });

  test("refuses two APIs at one path", () => {
    const stack = testStack();
    domain({ path: "v1", cdk: { domainName: { domainName } } }, stack);
    const second = { path: "v1", cdk: { domainName: { domainName } } };
    expect(failure(() => new RestV1Api(stack, "Other", { customDomain: second })).code).toBe(
      "domain-path-duplicate",
    );
  });
});

describe("RestV1Api custom domains that cannot work", () => {
  const mtls = (stack: Stack) => ({ bucket: truststore(stack), key: "x" });
  test.each<[string, (stack: Stack) => unknown, string, string]>([
    ["an unknown key", () => ({ domainName, isExternalDomain: true }), "customDomain", "key-unknown"],
    [
      "an unknown endpoint type",
      () => ({ domainName, endpointType: "global" }),
      "customDomain.endpointType",
      "literal-unknown",
    ],
    [
      "an unknown security policy",
      () => ({ domainName, securityPolicy: "TLS 1.1" }),
      "customDomain.securityPolicy",
      "literal-unknown",
    ],
    ["no domain", () => ({ path: "v1" }), "customDomain", "domain-required"],
    ["upper-case letters", () => "API.example.com", "customDomain", "domain-upper-case"],
    [
      "a path with levels and TLS 1.0",
      () => ({ domainName, path: "a/b" }),
      "customDomain.path",
      "rest-path-levels",
    ],
    [
      "a path with levels at the edge",
      () => ({ domainName, path: "a/b", endpointType: "edge", securityPolicy: "TLS 1.2" }),
      "customDomain.path",
      "rest-path-levels",
    ],
    [
      "a path that ends with a slash",
      () => ({ domainName, path: "a/" }),
      "customDomain.path",
      "domain-path-invalid",
    ],
    [
      "both kinds of hosted zone",
      (stack) => ({
        domainName,
        hostedZone: "example.com",
        cdk: { hostedZone: new DataAwsRoute53Zone(stack, "Zone", { name: "example.com" }) },
      }),
      "customDomain.hostedZone",
      "props-exclude",
    ],
    [
      "mutual TLS with TLS 1.0",
      (stack) => ({ domainName, mtls: mtls(stack), securityPolicy: "TLS 1.0" }),
      "customDomain.securityPolicy",
      "rest-mtls-tls",
    ],
    [
      "mutual TLS without bucket",
      () => ({ domainName, mtls: { key: "x" } }),
      "customDomain.mtls.bucket",
      "prop-required",
    ],
    [
      "mutual TLS with a bucket's name",
      () => ({ domainName, mtls: { key: "x", bucket: "b" } }),
      "customDomain.mtls.bucket",
      "prop-invalid",
    ],
    [
      "mutual TLS without key",
      (stack) => ({ domainName, mtls: { bucket: truststore(stack) } }),
      "customDomain.mtls.key",
      "prop-required",
    ],
    [
      "mutual TLS at the edge",
      (stack) => ({ domainName, endpointType: "edge", mtls: mtls(stack) }),
      "customDomain.mtls",
      "rest-endpoint-refused",
    ],
    [
      "mutual TLS in private",
      (stack) => ({ domainName, endpointType: "private", mtls: mtls(stack) }),
      "customDomain.mtls",
      "rest-endpoint-refused",
    ],
    [
      "TLS 1.0 in private",
      () => ({ domainName, endpointType: "private", securityPolicy: "TLS 1.0" }),
      "customDomain.securityPolicy",
      "rest-endpoint-refused",
    ],
    [
      "a private domain of a public API",
      () => ({ domainName, endpointType: "private" }),
      "customDomain.endpointType",
      "rest-domain-private",
    ],
  ])("refuses %s", (_, given, prop, code) => {
    const stack = testStack();
    const error = failure(() => domain(given(stack) as RestV1ApiCustomDomainProps, stack));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop, code });
  });

  test("refuses a public domain of a private API", () => {
    const error = failure(() => domain(domainName, testStack(), privateApi));
    expect(error).toMatchObject({ prop: "customDomain.endpointType", code: "rest-domain-private" });
  });
});

describe("RestV1Api notices of custom domains", () => {
  const noticesOf = (given: (stack: Stack) => RestV1ApiCustomDomainProps) => {
    const app = testApp();
    const stack = new Stack(app, "Main");
    domain(given(stack), stack);
    return standardErrorOf(() => app.synth());
  };

  test("the default TLS 1.0 causes a notice, a chosen policy does not", () => {
    expect(noticesOf(() => ({ domainName }))).toMatch(/TLS 1\.0 by default.*dev-notes-Main\/Api/);
    expect(noticesOf(() => ({ domainName, securityPolicy: "TLS 1.0" }))).not.toMatch(/TLS 1\.0 by default/);
  });

  test("a version of a trust store in a bucket without versions causes a notice", () => {
    const mtls = (stack: Stack) => ({ bucket: truststore(stack), key: "x", version: "3" });
    expect(noticesOf((stack) => ({ domainName, mtls: mtls(stack) }))).toMatch(/mtls\.version/);
  });

  test.each([
    [
      "with a resource for versions",
      (stack: Stack) => {
        const bucket = truststore(stack);
        const versioningConfiguration = { status: "Enabled" };
        new S3BucketVersioningA(stack, "Versions", { bucket: bucket.cdk.bucket.id, versioningConfiguration });
        return bucket;
      },
    ],
    [
      "with versions in its own config",
      (stack: Stack) => {
        const bucket = new S3Bucket(stack, "Trust", { bucket: "trust", versioning: { enabled: true } });
        return { bucketName: "trust", cdk: { bucket } };
      },
    ],
  ])("not of a bucket %s", (_, bucketOf) => {
    const notices = noticesOf((stack) => ({
      domainName,
      mtls: { bucket: bucketOf(stack), key: "x", version: "3" },
    }));
    expect(notices).not.toMatch(/mtls\.version/);
  });
});
