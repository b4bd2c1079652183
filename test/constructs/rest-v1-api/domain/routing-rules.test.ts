import { DataAwsApiGatewayDomainName } from "@cdktf/provider-aws/lib/data-aws-api-gateway-domain-name";
import { Api } from "../../../../lib/constructs/api";
import { RestV1Api, type RestV1ApiProps } from "../../../../lib/constructs/rest-v1-api";
import { WebSocketApi } from "../../../../lib/constructs/web-socket-api";
import { Stack } from "../../../../lib/kit/app";
import { only, resources, testStack } from "../../../support/stack";
import { failure, handler } from "../support";

const routes = { "GET /": handler };
const hosted = { domainName: "api.example.com", securityPolicy: "TLS 1.2" } as const;
const newer = () => testStack({ provider: { version: ">= 6.66" } });
const rule = { priority: 10, headers: { "x-version": "beta" } };

const rest = (stack: Stack, id: string, customDomain: unknown) =>
  new RestV1Api(stack, id, { routes, customDomain: customDomain as RestV1ApiProps["customDomain"] });

/** A domain with an API at its root, and another API that is added to it. */
function added(given: object, stack = newer()) {
  const stable = rest(stack, "Stable", hosted);
  const cdk = { domainName: stable.cdk.domainName };
  return { stack, stable, beta: rest(stack, "Beta", { cdk, ...given }) };
}

const ruleOf = (given: object) =>
  only(added({ rules: { beta: given } }).stack, "aws_apigatewayv2_routing_rule");

describe("RestV1Api routing rules", () => {
  test("lead requests on a shared domain to another API, which has no path of its own", () => {
    const { stack, beta } = added({ rules: { beta: rule } });
    expect(only(stack, "aws_apigatewayv2_routing_rule")).toEqual({
      domain_name: expect.stringMatching(/^\$\{aws_api_gateway_domain_name\.Stable_\w+\.domain_name\}$/),
      priority: 10,
      condition: [{ match_headers: [{ any_of: [{ header: "x-version", value_glob: "beta" }] }] }],
      action: [
        {
          invoke_api: [
            {
              api_id: expect.stringMatching(/^\$\{aws_api_gateway_rest_api\.Beta_/),
              stage: expect.stringMatching(/^\$\{aws_api_gateway_stage\.Beta_\w+\.stage_name\}$/),
            },
          ],
        },
      ],
    });
    expect(Object.keys(resources(stack, "aws_apigatewayv2_routing_rule"))).toEqual([
      expect.stringMatching(/^Beta_CustomDomain_Rule_beta_/),
    ]);
    expect(only(stack, "aws_api_gateway_domain_name").routing_mode).toBe(
      "ROUTING_RULE_THEN_BASE_PATH_MAPPING",
    );
    expect(Object.keys(resources(stack, "aws_api_gateway_base_path_mapping"))).toHaveLength(1);
    expect(beta.customDomainUrl).toBe("https://api.example.com");
  });

  test("join headers with AND, values of one header and base paths with OR", () => {
    const given = {
      priority: 1,
      headers: { "x-version": ["beta-*", "*rc"], "x-team": "red" },
      basePaths: ["orders", "shop/v1"],
      stripBasePath: true,
    };
    expect(ruleOf(given)).toMatchObject({
      condition: [
        {
          match_headers: [
            {
              any_of: [
                { header: "x-version", value_glob: "beta-*" },
                { header: "x-version", value_glob: "*rc" },
              ],
            },
          ],
        },
        { match_headers: [{ any_of: [{ header: "x-team", value_glob: "red" }] }] },
        { match_base_paths: [{ any_of: ["orders", "shop/v1"] }] },
      ],
      action: [{ invoke_api: [{ strip_base_path: true }] }],
    });
  });

  test("without conditions are always met", () => {
    expect(ruleOf({ priority: 5 }).condition ?? []).toEqual([]);
  });

  test("work together with the path of an API", () => {
    const { stack } = added({ path: "beta", rules: { beta: rule } });
    const paths = Object.values(resources(stack, "aws_api_gateway_base_path_mapping")).map(
      (each) => each.base_path,
    );
    expect(paths.filter((each) => each !== undefined)).toEqual(["beta"]);
    expect(paths).toHaveLength(2);
  });

  test("work together with the root of the API that creates the domain", () => {
    const stack = newer();
    rest(stack, "Stable", { ...hosted, rules: { all: { priority: 100 } } });
    expect(only(stack, "aws_api_gateway_domain_name").routing_mode).toBe(
      "ROUTING_RULE_THEN_BASE_PATH_MAPPING",
    );
    expect(only(stack, "aws_api_gateway_base_path_mapping")).toBeDefined();
  });

  test("lead from the domain of an Api to a REST API, also of another stack", () => {
    const stack = newer();
    const api = new Api(stack, "New", { customDomain: "api.example.com", routes });
    const other = new Stack(stack.app, "Other");
    rest(other, "Old", { cdk: { domainName: api.cdk.domainName }, rules: { old: rule } });
    expect(only(other, "aws_apigatewayv2_routing_rule").domain_name).toMatch(/terraform_remote_state/);
    expect(only(stack, "aws_apigatewayv2_domain_name").routing_mode).toBe("ROUTING_RULE_THEN_API_MAPPING");
  });

  test("leave the mode of a domain alone that the app does not create", () => {
    const stack = newer();
    const existing = new DataAwsApiGatewayDomainName(stack, "There", { domainName: "api.example.com" });
    rest(stack, "Beta", { cdk: { domainName: existing }, rules: { beta: rule } });
    expect(only(stack, "aws_apigatewayv2_routing_rule").domain_name).toBe(
      "${data.aws_api_gateway_domain_name.There.domain_name}",
    );
  });

  test.each<[string, unknown, string, string]>([
    ["a list", [rule], "", "prop-invalid"],
    ["a text", { a: "beta" }, '["a"]', "prop-invalid"],
    ["an unknown key", { a: { ...rule, host: "x" } }, '["a"]', "key-unknown"],
    ["no priority", { a: {} }, '["a"].priority', "out-of-range"],
    ["the priority 0", { a: { priority: 0 } }, '["a"].priority', "out-of-range"],
    ["the priority 1000001", { a: { priority: 1_000_001 } }, '["a"].priority', "out-of-range"],
    [
      "three headers",
      { a: { priority: 1, headers: { a: "1", b: "1", c: "1" } } },
      '["a"].headers',
      "out-of-range",
    ],
    [
      "a header with a space",
      { a: { priority: 1, headers: { "x y": "1" } } },
      '["a"].headers["x y"]',
      "prop-invalid",
    ],
    [
      "a header of 40 characters",
      { a: { priority: 1, headers: { ["x".repeat(40)]: "1" } } },
      `["a"].headers["${"x".repeat(40)}"]`,
      "prop-invalid",
    ],
    ["* inside a value", { a: { priority: 1, headers: { x: "a*b" } } }, '["a"].headers["x"]', "prop-invalid"],
    ["no value", { a: { priority: 1, headers: { x: [] } } }, '["a"].headers["x"]', "prop-invalid"],
    ["no base path", { a: { priority: 1, basePaths: [] } }, '["a"].basePaths', "prop-invalid"],
    [
      "a base path with a slash",
      { a: { priority: 1, basePaths: ["a", "/b"] } },
      '["a"].basePaths[1]',
      "prop-invalid",
    ],
    [
      "one priority twice",
      { a: { priority: 1 }, b: { priority: 1 } },
      '["b"].priority',
      "domain-rule-priority",
    ],
  ])("refuse %s", (_, rules, prop, code) => {
    const error = failure(() => added({ rules }));
    expect(error).toMatchObject({ path: "dev-notes-Main/Beta", prop: `customDomain.rules${prop}`, code });
  });

  test("refuse a priority that another API on the domain has", () => {
    const { stack, stable } = added({ rules: { beta: rule } });
    const cdk = { domainName: stable.cdk.domainName };
    const error = failure(() => rest(stack, "Third", { cdk, rules: { third: rule } }));
    expect(error).toMatchObject({
      prop: 'customDomain.rules["third"].priority',
      code: "domain-rule-priority",
    });
    expect(error.message).toContain("dev-notes-Main/Beta");
  });

  test("refuse paths of HTTP APIs and of REST APIs on one domain, whatever comes first", () => {
    const { stack, stable } = added({ rules: { beta: rule } });
    const cdk = { domainName: stable.cdk.domainName };
    expect(failure(() => new Api(stack, "New", { customDomain: { path: "new", cdk } })).code).toBe(
      "domain-rules-mixed",
    );
    const second = newer();
    const api = new Api(second, "New", { customDomain: "api.example.com", routes });
    const customDomain = { path: "old", cdk: { domainName: api.cdk.domainName }, rules: { old: rule } };
    expect(failure(() => rest(second, "Old", customDomain)).code).toBe("domain-rules-mixed");
  });

  test("refuse the domain of a WebSocketApi", () => {
    const stack = newer();
    const chat = new WebSocketApi(stack, "Chat", { customDomain: "chat.example.com" });
    const customDomain = { cdk: { domainName: chat.cdk.domainName }, rules: { beta: rule } };
    expect(failure(() => rest(stack, "Beta", customDomain)).code).toBe("domain-kinds-mixed");
  });

  test("refuse a private domain", () => {
    const restApi = { endpointConfiguration: { types: ["PRIVATE"] }, policy: "{}" };
    const customDomain = { ...hosted, endpointType: "private", rules: { beta: rule } } as const;
    const error = failure(() => new RestV1Api(newer(), "Api", { customDomain, cdk: { restApi } }));
    expect(error).toMatchObject({ prop: "customDomain.rules", code: "rest-rules-private" });
  });

  test("refuse an older provider, and name the version to require", () => {
    const stack = testStack({ provider: { version: "~> 6.28" } });
    const error = failure(() => added({ rules: { beta: rule } }, stack));
    expect(error).toMatchObject({ prop: "customDomain.rules", code: "rest-provider-older" });
    expect(error.message).toContain('provider: { version: "~> 6.66" }');
  });
});
