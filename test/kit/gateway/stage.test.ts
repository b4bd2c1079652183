import { ApiGatewayRestApi } from "@cdktf/provider-aws/lib/api-gateway-rest-api";
import { Apigatewayv2Api } from "@cdktf/provider-aws/lib/apigatewayv2-api";
import { Apigatewayv2Stage } from "@cdktf/provider-aws/lib/apigatewayv2-stage";
import { TerraformVariable, Token } from "cdktf";
import { Api, type ApiProps } from "../../../lib/constructs/api";
import { GraphQLApi } from "../../../lib/constructs/graphql-api";
import { RestV1Api, type RestV1ApiProps } from "../../../lib/constructs/rest-v1-api";
import { WebSocketApi, type WebSocketApiProps } from "../../../lib/constructs/web-socket-api";
import { Stack } from "../../../lib/kit/app";
import { failure } from "../../constructs/api/support/api";
import { triggers } from "../../constructs/rest-v1-api/support";
import { type Block, only, resources, testApp, testStack } from "../../support/stack";

const handler = "functions/notes.get";
const one = { rate: 1, burst: 2 };
const limits = { throttling_rate_limit: 1, throttling_burst_limit: 2 };
const route = { function: handler, throttle: one };

const api = (props: ApiProps, stack = testStack()) => {
  new Api(stack, "Api", props);
  return stack;
};
const rest = (props: RestV1ApiProps, stack = testStack()) => {
  new RestV1Api(stack, "Api", props);
  return stack;
};
const socket = (props: WebSocketApiProps, stack = testStack()) => {
  new WebSocketApi(stack, "Api", props);
  return stack;
};

/** The waiting resource types of a block. */
const awaited = (block: Block) =>
  ((block.depends_on ?? []) as readonly string[]).map((each) => each.split(".")[0]);

describe("the throttle of a route", () => {
  test("of an Api is in its default stage, which waits for the route", () => {
    const stack = api({
      defaults: { throttle: { rate: 5, burst: 5 } },
      routes: { "GET /b": route, "GET /a": { type: "url", url: "https://example.com", throttle: one } },
      cdk: { httpStages: [{ name: "beta" }] },
    });
    const stages = Object.values(resources(stack, "aws_apigatewayv2_stage"));
    const [first] = stages.filter(({ name }) => name === "$default");
    expect(first).toMatchObject({
      default_route_settings: { throttling_rate_limit: 5, throttling_burst_limit: 5 },
      route_settings: [
        { route_key: "GET /a", ...limits },
        { route_key: "GET /b", ...limits },
      ],
    });
    expect(awaited(first ?? {})).toEqual(["aws_apigatewayv2_route", "aws_apigatewayv2_route"]);
    expect(stages.find(({ name }) => name === "beta")?.route_settings).toBeUndefined();
  });

  test("of a route that is added later, too", () => {
    const stack = testStack();
    new Api(stack, "Api").addRoutes(stack, { $default: route });
    expect(only(stack, "aws_apigatewayv2_stage").route_settings).toEqual([
      { route_key: "$default", ...limits },
    ]);
  });

  test("of a WebSocketApi keeps the other settings of its stage", () => {
    const stack = socket({
      routes: { $connect: handler, send: route },
      cdk: {
        webSocketStage: {
          defaultRouteSettings: {
            detailedMetricsEnabled: true,
            throttlingRateLimit: 9,
            throttlingBurstLimit: 9,
          },
        },
      },
    });
    const stage = only(stack, "aws_apigatewayv2_stage");
    expect(stage.route_settings).toEqual([{ route_key: "send", detailed_metrics_enabled: true, ...limits }]);
    expect(awaited(stage)).toContain("aws_apigatewayv2_route");
  });

  const settingsOf = (stack: Stack) =>
    Object.fromEntries(
      Object.values(resources(stack, "aws_api_gateway_method_settings")).map((each) => [
        each.method_path,
        each.settings,
      ]),
    );

  test("of a RestV1Api is one resource for each method, with the other settings of its stage", () => {
    const stack = rest({
      cors: false,
      routes: { "GET /": route, "POST /notes/{id}": route, "GET /free": handler },
      cdk: { restApi: { deployOptions: { metricsEnabled: true, throttlingRateLimit: 9 } } },
    });
    const shared = {
      metrics_enabled: true,
      logging_level: "OFF",
      data_trace_enabled: false,
      caching_enabled: false,
      cache_data_encrypted: false,
    };
    const own = { ...shared, ...limits };
    expect(settingsOf(stack)).toEqual({
      "*/*": { ...shared, throttling_rate_limit: 9 },
      "~1/GET": own,
      "~1notes~1{id}/POST": own,
    });
    const [first, ...others] = Object.values(resources(stack, "aws_api_gateway_method_settings"));
    expect(awaited(first ?? {})).toEqual([]);
    for (const each of others) expect(awaited(each)).toEqual(["aws_api_gateway_method_settings"]);
  });

  test("of a RestV1Api needs no new deployment", () => {
    const of = (throttle: typeof one | undefined) =>
      triggers(rest({ routes: { "GET /": { function: handler, throttle } } }));
    expect(of(one)).toEqual(of(undefined));
  });

  test.each([
    [true, ["DELETE", "HEAD", "PATCH", "POST", "PUT"]],
    [false, ["DELETE", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]],
  ])("of ANY of a RestV1Api (cors %s) holds for each method that no other route has", (cors, expected) => {
    const stack = rest({ cors, routes: { "ANY /{proxy+}": route, "GET /{proxy+}": handler } });
    const paths = Object.keys(settingsOf(stack)).sort();
    expect(paths).toEqual(expected.map((method) => `~1{proxy+}/${method}`));
  });

  test("of ANY of an Api is one", () => {
    const stack = api({ routes: { "ANY /{proxy+}": route } });
    expect(only(stack, "aws_apigatewayv2_stage").route_settings).toEqual([
      { route_key: "ANY /{proxy+}", ...limits },
    ]);
  });

  test("without limits, and with references, is taken", () => {
    const stack = testStack();
    const rate = Token.asNumber(new TerraformVariable(stack, "Rate", {}).value);
    api(
      { defaults: { throttle: one }, routes: { "GET /a": { ...route, throttle: { rate, burst: 1 } } } },
      stack,
    );
    rest({ routes: { "GET /": { ...route, throttle: {} } } });
    expect(only(stack, "aws_apigatewayv2_stage").route_settings).toEqual([
      { route_key: "GET /a", throttling_rate_limit: "${var.Rate}", throttling_burst_limit: 1 },
    ]);
  });

  const at = 'routes["GET /"].throttle';
  const above = { rate: 6, burst: 5 };
  const five = { throttlingRateLimit: 5, throttlingBurstLimit: 5 };
  const existing = (stack: Stack) => new Apigatewayv2Api(stack, "Old", { name: "old", protocolType: "HTTP" });

  test.each<[string, () => unknown, string, RegExp]>([
    [
      "half a throttle",
      () => api({ routes: { "GET /": { ...route, throttle: { rate: 1 } } } }),
      `${at}.burst`,
      /is missing/,
    ],
    [
      "a negative rate",
      () => rest({ routes: { "GET /": { ...route, throttle: { rate: -1, burst: 1 } } } }),
      `${at}.rate`,
      /-1/,
    ],
    [
      "a rate above that of the stage",
      () =>
        api({
          defaults: { throttle: { rate: 5, burst: 5 } },
          routes: { "GET /": { ...route, throttle: above } },
        }),
      `${at}.rate`,
      /is 6, above the 5 of the stage, which defaults\.throttle\.rate gives/,
    ],
    [
      "a burst above that of the stage of a RestV1Api",
      () =>
        rest({
          routes: { "GET /": { ...route, throttle: { rate: 5, burst: 6 } } },
          cdk: { restApi: { deployOptions: five } },
        }),
      `${at}.burst`,
      /deployOptions\.throttlingBurstLimit/,
    ],
    [
      "a rate above that of the stage of a WebSocketApi",
      () =>
        socket({
          routes: { send: { ...route, throttle: above } },
          cdk: { webSocketStage: { defaultRouteSettings: five } },
        }),
      'routes["send"].throttle.rate',
      /defaultRouteSettings\.throttlingRateLimit/,
    ],
    [
      "settings of routes beside it",
      () =>
        socket({
          routes: { send: route },
          cdk: { webSocketStage: { routeSettings: [{ routeKey: "send" }] } },
        }),
      'routes["send"].throttle',
      /webSocketStage\.routeSettings/,
    ],
    [
      "a stage that is left out",
      () => api({ routes: { "GET /": route }, cdk: { httpApi: { createDefaultStage: false } } }),
      at,
      /createDefaultStage is false/,
    ],
    [
      "an imported API",
      () => {
        const stack = testStack();
        return api({ routes: { "GET /": route }, cdk: { httpApi: existing(stack) } }, stack);
      },
      at,
      /imported API/,
    ],
    [
      "a route in another stack",
      () => {
        const app = testApp();
        new Api(new Stack(app, "Main"), "Api").addRoutes(new Stack(app, "Other"), { "GET /": route });
      },
      at,
      /in the stack dev-notes-Other/,
    ],
  ])("refuses %s", (_, create, prop, message) => {
    const error = failure(create as () => never);
    expect(error.prop).toBe(prop);
    expect(error.message).toMatch(message);
  });

  test("of a RestV1Api may be of a route in another stack, whose method is in the stack of the API", () => {
    const app = testApp();
    const main = new Stack(app, "Main");
    new RestV1Api(main, "Api").addRoutes(new Stack(app, "Other"), { "GET /": route });
    expect(only(main, "aws_api_gateway_method_settings").method_path).toBe("~1/GET");
  });
});

describe("stageVariables", () => {
  const stageVariables = { host: "a.example.com", LEVEL: undefined };
  const own = { host: "a.example.com" };

  test.each<[string, () => Stack, string, string]>([
    ["an Api", () => api({ stageVariables }), "aws_apigatewayv2_stage", "stage_variables"],
    ["a WebSocketApi", () => socket({ stageVariables }), "aws_apigatewayv2_stage", "stage_variables"],
    ["a RestV1Api", () => rest({ stageVariables }), "aws_api_gateway_stage", "variables"],
    [
      "a GraphQLApi",
      () => {
        const stack = testStack();
        new GraphQLApi(stack, "Api", { server: handler, stageVariables });
        return stack;
      },
      "aws_apigatewayv2_stage",
      "stage_variables",
    ],
    [
      "an imported RestV1Api, whose stage is created",
      () => {
        const stack = testStack();
        const restApi = new ApiGatewayRestApi(stack, "Old", { name: "old" });
        return rest({ stageVariables, routes: { "GET /": handler }, cdk: { restApi } }, stack);
      },
      "aws_api_gateway_stage",
      "variables",
    ],
  ])("of %s are those of its stage", (_, create, type, attribute) => {
    expect(only(create(), type)[attribute]).toEqual(own);
  });

  test("do not reach the further stages of an Api", () => {
    const stack = api({ stageVariables, cdk: { httpStages: [{ name: "beta" }] } });
    const stages = Object.values(resources(stack, "aws_apigatewayv2_stage"));
    expect(stages.filter(({ stage_variables }) => stage_variables !== undefined)).toHaveLength(1);
  });

  const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`v${index}`, "a"]));
  test.each<[string, () => unknown, string, RegExp]>([
    [
      "a name with a dash",
      () => api({ stageVariables: { "a-b": "x" } }),
      'stageVariables["a-b"]',
      /letters, digits and _/,
    ],
    [
      "a long name",
      () => rest({ stageVariables: { ["a".repeat(65)]: "x" } }),
      `stageVariables.${"a".repeat(65)}`,
      /64/,
    ],
    [
      "a value with a space",
      () => socket({ stageVariables: { a: "x y" } }),
      "stageVariables.a",
      /letters, digits and the characters/,
    ],
    ["a long value", () => api({ stageVariables: { a: "x".repeat(513) } }), "stageVariables.a", /512/],
    ["more than 100", () => api({ stageVariables: many }), "stageVariables", /101 stage variables.*100/s],
    [
      "a number",
      () => api({ stageVariables: { a: 1 } as never }),
      "stageVariables.a",
      /is a number\.\n.*a string/,
    ],
    [
      "an Api without default stage",
      () => api({ stageVariables, cdk: { httpApi: { createDefaultStage: false } } }),
      "stageVariables",
      /createDefaultStage/,
    ],
    [
      "variables of the override, too",
      () => rest({ stageVariables, cdk: { restApi: { deployOptions: { variables: own } } } }),
      "stageVariables",
      /deployOptions\.variables/,
    ],
    [
      "variables of the stage's override, too",
      () => socket({ stageVariables, cdk: { webSocketStage: { stageVariables: own } } }),
      "stageVariables",
      /webSocketStage\.stageVariables/,
    ],
    [
      "an imported stage",
      () => {
        const stack = testStack();
        const webSocketApi = new Apigatewayv2Api(stack, "Old", { name: "old", protocolType: "WEBSOCKET" });
        const webSocketStage = new Apigatewayv2Stage(stack, "S", { apiId: webSocketApi.id, name: "s" });
        return socket({ stageVariables, cdk: { webSocketApi, webSocketStage } }, stack);
      },
      "stageVariables",
      /imported stage/,
    ],
  ])("refuses %s", (_, create, prop, message) => {
    const error = failure(create as () => never);
    expect(error.prop).toBe(prop);
    expect(error.message).toMatch(message);
  });
});

describe("ipAddressType", () => {
  const ipAddressType = "dualstack";
  const domainName = "api.example.com";
  const dual = { ip_address_type: "dualstack" };

  test.each([
    ["Api", () => api({ ipAddressType, customDomain: domainName })],
    ["WebSocketApi", () => socket({ ipAddressType, customDomain: domainName })],
  ])("of %s is that of the API and of its domain, which has records for both", (_, create) => {
    const stack = create();
    expect(only(stack, "aws_apigatewayv2_api")).toMatchObject(dual);
    expect(only(stack, "aws_apigatewayv2_domain_name").domain_name_configuration).toMatchObject({
      endpoint_type: "REGIONAL",
      ...dual,
    });
    const records = Object.values(resources(stack, "aws_route53_record"));
    const aliases = records.filter(({ alias }) => alias !== undefined);
    expect(aliases.map(({ type }) => type).sort()).toEqual(["A", "AAAA"]);
  });

  test.each([
    ["us-east-1", {}, ["EDGE"]],
    ["cn-north-1", {}, ["REGIONAL"]],
    ["us-east-1", { types: ["REGIONAL"] }, ["REGIONAL"]],
  ])("of a RestV1Api in %s with %j keeps the endpoint", (region, given, types) => {
    const endpointConfiguration = "types" in given ? given : undefined;
    const stack = rest(
      {
        ipAddressType,
        routes: { "GET /": handler },
        cdk: { restApi: endpointConfiguration === undefined ? {} : { endpointConfiguration } },
      },
      testStack({ region }),
    );
    expect(only(stack, "aws_api_gateway_rest_api").endpoint_configuration).toEqual({ types, ...dual });
  });

  test("of a RestV1Api is that of its domain", () => {
    const stack = rest({ ipAddressType, customDomain: { domainName, securityPolicy: "TLS 1.2" } });
    expect(only(stack, "aws_api_gateway_domain_name").endpoint_configuration).toEqual({
      types: ["REGIONAL"],
      ...dual,
    });
  });

  test("is also in a block of the caller's for the domain", () => {
    const domainNameConfiguration = {
      certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1",
      endpointType: "REGIONAL",
      securityPolicy: "TLS_1_2",
    };
    const stack = api({
      ipAddressType,
      customDomain: { domainName, cdk: { domainName: { domainNameConfiguration } } },
    });
    expect(only(stack, "aws_apigatewayv2_domain_name").domain_name_configuration).toMatchObject(dual);
  });

  test("without it nothing is written", () => {
    expect(only(api({}), "aws_apigatewayv2_api")).not.toHaveProperty("ip_address_type");
    expect(only(rest({}), "aws_api_gateway_rest_api")).not.toHaveProperty("endpoint_configuration");
  });

  const ofPrivate = { types: ["PRIVATE"] };
  test.each<[string, () => unknown, RegExp]>([
    ["another word", () => api({ ipAddressType: "ipv6" as never }), /"ipv6".*"ipv4" or "dualstack"/s],
    [
      "a type in the override, too",
      () => api({ ipAddressType, cdk: { httpApi: { ipAddressType } } }),
      /together with cdk\.httpApi\.ipAddressType/,
    ],
    [
      "a type in the override of the domain, too",
      () =>
        rest({
          ipAddressType,
          customDomain: {
            domainName,
            cdk: { domainName: { endpointConfiguration: { types: ["REGIONAL"], ipAddressType } } },
          },
        }),
      /together with customDomain\.cdk\.domainName\.endpointConfiguration\.ipAddressType/,
    ],
    [
      "IPv4 alone for a private API",
      () =>
        rest({ ipAddressType: "ipv4", cdk: { restApi: { endpointConfiguration: ofPrivate, policy: "{}" } } }),
      /private APIs have both forms/,
    ],
    [
      "an imported API",
      () => {
        const stack = testStack();
        const webSocketApi = new Apigatewayv2Api(stack, "Old", { name: "old", protocolType: "WEBSOCKET" });
        return socket({ ipAddressType, cdk: { webSocketApi } }, stack);
      },
      /imported API/,
    ],
    [
      "an imported RestV1Api",
      () => {
        const stack = testStack();
        return rest(
          { ipAddressType, cdk: { restApi: new ApiGatewayRestApi(stack, "Old", { name: "old" }) } },
          stack,
        );
      },
      /imported API/,
    ],
  ])("refuses %s", (_, create, message) => {
    const error = failure(create as () => never);
    expect(error.prop).toBe("ipAddressType");
    expect(error.message).toMatch(message);
  });
});
