import { Apigatewayv2DomainName } from "@cdktf/provider-aws/lib/apigatewayv2-domain-name";
import { DataAwsAcmCertificate } from "@cdktf/provider-aws/lib/data-aws-acm-certificate";
import { DataAwsRoute53Zone } from "@cdktf/provider-aws/lib/data-aws-route53-zone";
import { DataAwsSsmParameter } from "@cdktf/provider-aws/lib/data-aws-ssm-parameter";
import { Route53Zone } from "@cdktf/provider-aws/lib/route53-zone";
import { Construct } from "constructs";
import { isLibraryError, type ServerformError } from "../../../../lib/facts/errors/error";
import type { Stack } from "../../../../lib/kit/app";
import type { ApiDomainProps } from "../../../../lib/kit/gateway";
import { declaredAddresses, testStack } from "../../../support/stack";
import { createCustomDomain } from "./support";

/** The error about a custom domain; also asserts that no resource was created before. */
function refusal(given: unknown, stack: Stack = testStack()): ServerformError {
  const before = declaredAddresses(stack);
  try {
    createCustomDomain(new Construct(stack, "Api"), given as string | ApiDomainProps);
  } catch (error) {
    expect(declaredAddresses(stack)).toEqual(before);
    if (isLibraryError(error)) return error;
    throw error;
  }
  throw new Error("The custom domain was accepted.");
}

/** Objects of a provider, in their own stack. */
function objects() {
  const stack = testStack();
  return {
    stack,
    reference: new DataAwsSsmParameter(stack, "Parameter", { name: "/domain" }).value,
    hostedZone: new Route53Zone(stack, "Zone", { name: "example.com" }),
    certificate: new DataAwsAcmCertificate(stack, "Certificate", { domain: "example.com" }),
    domainName: new Apigatewayv2DomainName(stack, "DomainName", {
      domainName: "api.example.com",
      domainNameConfiguration: {
        certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1",
        endpointType: "REGIONAL",
        securityPolicy: "TLS_1_2",
      },
    }),
  };
}

describe("a domain name is refused", () => {
  test("in upper case, with the lower case to write", () => {
    expect(refusal({ domainName: "API.example.com" }).message).toBe(
      [
        'dev-notes-Main/Api: customDomain.domainName is "API.example.com", which has upper-case letters.',
        '  Write it in lower case: "api.example.com".',
        "  [domain-upper-case]",
      ].join("\n"),
    );
  });

  test.each([
    ["customDomain", "Api.example.com"],
    ["customDomain.hostedZone", { domainName: "api.example.com", hostedZone: "Example.com" }],
    ["customDomain.cdk.domainName.domainName", { cdk: { domainName: { domainName: "Api.example.com" } } }],
  ])("in upper case at %s", (prop, given) => {
    expect(refusal(given)).toMatchObject({ code: "domain-upper-case", prop, path: "dev-notes-Main/Api" });
  });

  test.each([
    "",
    "localhost",
    "https://api.example.com",
    "api.example.com/v1",
    "api.example.com.",
    "api..example.com",
    "-api.example.com",
    "api-.example.com",
    "api_v1.example.com",
    "a.*.example.com",
    "*.com",
    `${"a".repeat(64)}.example.com`,
    `${"a.".repeat(125)}com.example`,
  ])("as %p, which is not one", (given) => {
    const error = refusal(given);
    expect(error).toMatchObject({ code: "domain-invalid", prop: "customDomain" });
    expect(error.message).toContain(`customDomain is ${JSON.stringify(given).slice(0, 100)}`);
    expect(error.message).toContain('"api.example.com", or "*.example.com" for a wildcard');
  });

  test.each([`${"a".repeat(52)}.example.com`, "a.b-c.d1.example.com", "xn--bcher-kva.example"])(
    "not as %p",
    (domainName) => {
      expect(() =>
        createCustomDomain(new Construct(testStack(), "Api"), {
          domainName,
          hostedZone: domainName,
        }),
      ).not.toThrow();
    },
  );

  test.each([
    ["customDomain", 5],
    ["customDomain", ["api.example.com"]],
    ["customDomain.domainName", { domainName: 5 }],
    ["customDomain.hostedZone", { domainName: "api.example.com", hostedZone: "com" }],
    ["customDomain.hostedZone", { domainName: "api.example.com", hostedZone: 5 }],
    ["customDomain.path", { domainName: "api.example.com", path: 5 }],
    ["customDomain.isExternalDomain", { domainName: "api.example.com", isExternalDomain: "yes" }],
    ["customDomain.cdk", { domainName: "api.example.com", cdk: true }],
    ["customDomain.cdk.domainName", { domainName: "api.example.com", cdk: { domainName: "x" } }],
    ["customDomain.cdk.domainName", { cdk: { domainName: "api.example.com" } }],
    ["customDomain.cdk.certificate", { domainName: "api.example.com", cdk: { certificate: "arn" } }],
    ["customDomain.cdk.hostedZone", { domainName: "api.example.com", cdk: { hostedZone: "example.com" } }],
  ])("when %s has a wrong value: %j", (prop, given) => {
    expect(refusal(given)).toMatchObject({ code: "prop-invalid", prop });
  });

  test("when there is neither domainName nor cdk.domainName", () => {
    const { message } = refusal({ path: "v1" });
    expect(message).toMatch(/^dev-notes-Main\/Api: customDomain does not name a domain\./);
    expect(message).toContain('customDomain: { domainName: "api.example.com" }');
    expect(message).toContain("cdk: { domainName: api.cdk.domainName }");
    expect(refusal({ cdk: { domainName: {} } }).code).toBe("domain-required");
  });

  test.each([
    [{ domainName: "api.example.com", hostedZones: "example.com" }, "customDomain", "hostedZone"],
    [{ domainName: "api.example.com", cdk: { certficate: 1 } }, "customDomain.cdk", "certificate"],
    [{ cdk: { domainName: { domainName: "a.b.cd", tag: 1 } } }, "customDomain.cdk.domainName", undefined],
    [{ domainName: "a.b.cd", cdk: { domainName: { tagss: {} } } }, "customDomain.cdk.domainName", "tags"],
    [{ domainName: "a.b.cd", cdk: { certificate: { tagss: {} } } }, "customDomain.cdk.certificate", "tags"],
  ])("with an unknown key: %j", (given, prop, nearest) => {
    const error = refusal(given);
    expect(error).toMatchObject({ code: "key-unknown", prop });
    if (nearest !== undefined) expect(error.message).toContain(`Did you mean "${nearest}"?`);
  });

  test.each([
    [{ domainName: "a.b.cd", cdk: { domainName: { domainName: "x.b.cd" } } }, "customDomain.cdk.domainName"],
    [
      { domainName: "a.b.cd", cdk: { certificate: { subjectAlternativeNames: ["x.b.cd"] } } },
      "customDomain.cdk.certificate",
    ],
  ])("with a key that the library computes: %j", (given, prop) => {
    expect(refusal(given)).toMatchObject({ code: "key-rejected", prop });
  });
});

describe("a hosted zone is required", () => {
  test("when the domain is a reference", () => {
    const { reference, stack } = objects();
    expect(refusal({ domainName: reference }, stack).message).toBe(
      [
        "dev-notes-Main/Api: customDomain.domainName is known only at deploy time, so its hosted zone cannot be derived.",
        '  Pass the zone: customDomain: { domainName, hostedZone: "example.com" }, or customDomain: { domainName, cdk: { hostedZone } }.',
        "  [domain-zone-required]",
      ].join("\n"),
    );
  });

  test("when the string is a reference", () => {
    const { reference, stack } = objects();
    expect(refusal(`api.${reference}`, stack)).toMatchObject({
      code: "domain-zone-required",
      prop: "customDomain",
    });
  });

  test("when the domain without its first label would be a top-level domain", () => {
    expect(refusal("example.com").message).toBe(
      [
        'dev-notes-Main/Api: customDomain is "example.com"; without its first label it is "com", which cannot be your hosted zone.',
        '  Name the zone: customDomain: { domainName: "example.com", hostedZone: "example.com" }.',
        "  [domain-zone-top-level]",
      ].join("\n"),
    );
    expect(refusal({ domainName: "example.com" })).toMatchObject({ prop: "customDomain.domainName" });
  });
});

describe("a hosted zone is refused", () => {
  test.each(["example.org", "xample.com", "v1.api.example.com"])("as %s, which does not hold it", (zone) => {
    const error = refusal({ domainName: "api.example.com", hostedZone: zone });
    expect(error).toMatchObject({ code: "domain-outside-zone", prop: "customDomain.hostedZone" });
    expect(error.message).toContain(`is "${zone}", which does not hold "api.example.com"`);
  });

  test("as object too, when its name is known", () => {
    const stack = testStack();
    const hostedZone = new DataAwsRoute53Zone(stack, "Zone", { name: "example.org." });
    const error = refusal({ domainName: "api.example.com", cdk: { hostedZone } }, stack);
    expect(error).toMatchObject({ code: "domain-outside-zone", prop: "customDomain.cdk.hostedZone" });
  });

  test("not for the dot or the upper case in the name of an object", () => {
    const stack = testStack();
    const hostedZone = new DataAwsRoute53Zone(stack, "Zone", { name: "Example.com." });
    expect(() =>
      createCustomDomain(new Construct(stack, "Api"), {
        domainName: "api.example.com",
        cdk: { hostedZone },
      }),
    ).not.toThrow();
  });

  test("as object of another type", () => {
    const { certificate, stack } = objects();
    const given = { domainName: "api.example.com", cdk: { hostedZone: certificate } };
    expect(refusal(given, stack)).toMatchObject({
      code: "prop-invalid",
      prop: "customDomain.cdk.hostedZone",
    });
  });
});

describe("an external domain", () => {
  test.each([undefined, { keyAlgorithm: "RSA_2048" }])(
    "needs a certificate that exists, not %j",
    (certificate) => {
      const given = { domainName: "api.example.com", isExternalDomain: true, cdk: { certificate } };
      expect(refusal(given).message).toBe(
        [
          "dev-notes-Main/Api: customDomain.isExternalDomain is true, but no certificate is given, and none can be validated without a hosted zone.",
          "  Pass an issued certificate: customDomain: { domainName, isExternalDomain: true, cdk: { certificate } }.",
          "  [domain-external-certificate]",
        ].join("\n"),
      );
    },
  );

  test("needs its name", () => {
    expect(refusal({ isExternalDomain: true })).toMatchObject({
      code: "prop-needs",
      prop: "customDomain.isExternalDomain",
    });
  });

  test("does not accept a zone by name", () => {
    const { certificate, stack } = objects();
    const given = {
      domainName: "api.example.com",
      isExternalDomain: true,
      hostedZone: "example.com",
      cdk: { certificate },
    };
    const error = refusal(given, stack);
    expect(error).toMatchObject({ code: "domain-external-zone", prop: "customDomain.hostedZone" });
    expect(error.message).toContain("together with customDomain.isExternalDomain");
  });

  test("does not accept a zone as object", () => {
    const { certificate, hostedZone, stack } = objects();
    const given = { domainName: "a.example.com", isExternalDomain: true, cdk: { certificate, hostedZone } };
    expect(refusal(given, stack)).toMatchObject({
      code: "domain-external-zone",
      prop: "customDomain.cdk.hostedZone",
    });
  });

  test("may be a reference", () => {
    const { certificate, reference, stack } = objects();
    expect(() =>
      createCustomDomain(new Construct(stack, "Api"), {
        domainName: reference,
        isExternalDomain: true,
        cdk: { certificate },
      }),
    ).not.toThrow();
  });
});

describe("a shared domain", () => {
  test.each([
    ["customDomain.hostedZone", () => ({ hostedZone: "example.com" })],
    [
      "customDomain.cdk.hostedZone",
      (given: ReturnType<typeof objects>) => ({ cdk: { hostedZone: given.hostedZone } }),
    ],
    [
      "customDomain.cdk.certificate",
      (given: ReturnType<typeof objects>) => ({ cdk: { certificate: given.certificate } }),
    ],
  ])("refuses %s", (prop, write) => {
    const given = objects();
    const { cdk, ...rest }: { cdk?: object; hostedZone?: string } = write(given);
    const error = refusal({ ...rest, cdk: { ...cdk, domainName: given.domainName } }, given.stack);
    expect(error).toMatchObject({ code: "domain-shared-with", prop });
    expect(error.message).toContain("together with customDomain.cdk.domainName");
  });

  test("is not given together with domainName", () => {
    const { domainName, stack } = objects();
    const error = refusal({ domainName: "api.example.com", cdk: { domainName } }, stack);
    expect(error).toMatchObject({ code: "props-exclude", prop: "customDomain.cdk.domainName" });
  });

  test("is not an object of another type", () => {
    const { certificate, stack } = objects();
    const error = refusal({ cdk: { domainName: certificate } }, stack);
    expect(error).toMatchObject({ code: "import-wrong-type", prop: "customDomain.cdk.domainName" });
    expect(error.message).toContain("aws_apigatewayv2_domain_name");
  });
});

describe("a path is refused", () => {
  test("with slashes at its ends, with the path to write", () => {
    expect(refusal({ domainName: "api.example.com", path: "/v1/" }).message).toBe(
      [
        'dev-notes-Main/Api: customDomain.path is "/v1/".',
        '  Write 1 to 300 letters, digits and $-_.+!*\'(), in levels separated by /, without a slash at either end: "v1"; leave it out for the root.',
        "  [domain-path-invalid]",
      ].join("\n"),
    );
  });

  test.each(["", "/", "a//b", "v 1", "ä", "a?b", "a".repeat(301)])("as %p", (path) => {
    expect(refusal({ domainName: "api.example.com", path })).toMatchObject({
      code: "domain-path-invalid",
      prop: "customDomain.path",
    });
  });
});

describe("domains of one app", () => {
  const map = (
    stack: Stack,
    id: string,
    given: string | ApiDomainProps,
    kind: "http" | "websocket" = "http",
  ) => {
    return createCustomDomain(new Construct(stack, id), given, kind).domainName;
  };

  test("are free again when the construct that has claimed them is removed", () => {
    const stack = testStack();
    map(stack, "First", { domainName: "api.example.com", path: "v1" });
    stack.node.tryRemoveChild("First");
    expect(() => map(stack, "Second", { domainName: "api.example.com", path: "v1" })).not.toThrow();
  });

  test("are created once", () => {
    const stack = testStack();
    map(stack, "First", "api.example.com");
    expect(refusal("api.example.com", stack).message).toBe(
      [
        'dev-notes-Main/Api: customDomain is "api.example.com", which dev-notes-Main/First creates too. A domain name can be created once.',
        "  Share it, each API with its own path: { path, cdk: { domainName: other.cdk.domainName } }.",
        "  [domain-duplicate]",
      ].join("\n"),
    );
  });

  test("are not confused with those of another app", () => {
    map(testStack(), "First", "api.example.com");
    expect(() => map(testStack(), "First", "api.example.com")).not.toThrow();
  });

  test("lead each path to one API", () => {
    const stack = testStack();
    const domainName = map(stack, "First", { domainName: "api.example.com", path: "v1" });
    map(stack, "Second", { path: "v2", cdk: { domainName } });
    map(stack, "Root", { cdk: { domainName: { domainName: "api.example.com" } } });
    expect(() => map(stack, "Third", { path: "v1", cdk: { domainName } })).toThrow(
      'Third: customDomain.path is "v1", but that path of api.example.com is already mapped to dev-notes-Main/First.',
    );
    expect(() => map(stack, "Fourth", { cdk: { domainName } })).toThrow(
      "is already mapped to dev-notes-Main/Root",
    );
  });

  test("are told apart by their objects when their names are references", () => {
    const { reference, stack } = objects();
    const first = map(stack, "First", { domainName: reference, hostedZone: "example.com" });
    map(stack, "Second", { domainName: reference, hostedZone: "example.com" });
    expect(() => map(stack, "Third", { cdk: { domainName: first } })).toThrow(
      "is already mapped to dev-notes-Main/First",
    );
  });

  test("have WebSocket APIs or others, never both", () => {
    const stack = testStack();
    const domainName = map(stack, "First", { domainName: "api.example.com", path: "v1" });
    expect(() => map(stack, "Second", { path: "ws", cdk: { domainName } }, "websocket")).toThrow(
      "Second: customDomain maps api.example.com, which dev-notes-Main/First uses too. A domain maps either WebSocket APIs or other APIs, not both.",
    );
  });

  test("may have several WebSocket APIs", () => {
    const stack = testStack();
    const domainName = map(stack, "First", { domainName: "api.example.com", path: "a" }, "websocket");
    expect(() => map(stack, "Second", { path: "b", cdk: { domainName } }, "websocket")).not.toThrow();
  });
});
