import { TerraformVariable } from "cdktf";
import { Api, type ApiProps } from "../../../lib/constructs/api";
import { resolveValue } from "../../../lib/kit/core";
import { only, resources, testStack } from "../../support/stack";
import { failure } from "./support/api";

function apiWith(customDomain: ApiProps["customDomain"], stack = testStack()) {
  return { stack, api: new Api(stack, "Api", { customDomain }) };
}

describe("Api custom domain", () => {
  test("leads to the default stage", () => {
    const { stack } = apiWith("api.example.com");
    expect(only(stack, "aws_apigatewayv2_api_mapping")).toEqual({
      api_id: expect.stringMatching(/^\$\{aws_apigatewayv2_api\.\w+\.id\}$/),
      domain_name: expect.stringMatching(/^\$\{aws_apigatewayv2_domain_name\.\w+\.\w+\}$/),
      stage: expect.stringMatching(/^\$\{aws_apigatewayv2_stage\.Api_DefaultStage_\w+\.name\}$/),
    });
  });

  test.each<[ApiProps["customDomain"], string | undefined]>([
    [undefined, undefined],
    ["api.example.com", "https://api.example.com"],
    [{ domainName: "api.example.com" }, "https://api.example.com"],
    [{ domainName: "api.example.com", path: "v1" }, "https://api.example.com/v1/"],
  ])("%j has the address %s", (customDomain, url) => {
    expect(apiWith(customDomain).api.customDomainUrl).toBe(url);
  });

  test("domain name and certificate exist only when created", () => {
    const { api } = apiWith("api.example.com");
    expect([api.cdk.domainName, api.cdk.certificate]).not.toContain(undefined);
    const without = apiWith(undefined).api;
    expect([without.cdk.domainName, without.cdk.certificate]).toEqual([undefined, undefined]);
  });

  test("the generated address stays", () => {
    const { stack, api } = apiWith("api.example.com");
    expect(resolveValue(stack, api.url)).toMatch(/^\$\{aws_apigatewayv2_api\.\w+\.api_endpoint\}$/);
  });

  test("two APIs share one domain on different paths", () => {
    const stack = testStack();
    const first = new Api(stack, "First", { customDomain: { domainName: "api.example.com", path: "a" } });
    const second = new Api(stack, "Second", {
      customDomain: { path: "b", cdk: { domainName: first.cdk.domainName } },
    });
    expect(second.cdk.domainName).toBeUndefined();
    expect(Object.keys(resources(stack, "aws_apigatewayv2_domain_name"))).toHaveLength(1);
    const mappings = Object.values(resources(stack, "aws_apigatewayv2_api_mapping"));
    expect(mappings.map((mapping) => mapping.api_mapping_key).sort()).toEqual(["a", "b"]);
    expect(second.customDomainUrl).toMatch(/^https:\/\/.+\/b\/$/);
  });

  test.each<[string, object | string, string, RegExp]>([
    ["neither name nor object", { path: "v1" }, "customDomain", /domainName/],
    ["upper-case letters", "Api.example.com", "customDomain", /Api\.example\.com/],
    [
      "an external domain without certificate",
      { domainName: "a.example.com", isExternalDomain: true },
      "customDomain",
      /cdk: \{ certificate \}/,
    ],
    [
      "an external domain with a zone",
      {
        domainName: "a.example.com",
        isExternalDomain: true,
        hostedZone: "example.com",
        cdk: { certificate: { arn: "x" } },
      },
      "customDomain",
      /hostedZone/,
    ],
    ["an unknown key", { domainNam: "a.example.com" }, "customDomain", /"domainNam".*"domainName"/s],
  ])("refuses %s", (_, customDomain, prop, message) => {
    const error = failure(() => apiWith(customDomain as ApiProps["customDomain"]));
    expect(error.path).toBe("dev-notes-Main/Api");
    expect(error.prop.startsWith(prop)).toBe(true);
    expect(error.message).toMatch(message);
  });

  test("refuses a name that is known only at deploy time, without its zone", () => {
    const stack = testStack();
    const name = new TerraformVariable(stack, "Name", {}).stringValue;
    const error = failure(() => apiWith(name, stack));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api" });
    expect(error.message).toContain("hostedZone");
  });
});
