import { ApiGatewayRestApi } from "@cdktf/provider-aws/lib/api-gateway-rest-api";
import { ApiGatewayStage } from "@cdktf/provider-aws/lib/api-gateway-stage";
import { Token } from "cdktf";
import { z } from "zod";
import {
  type RestApi,
  RestV1Api,
  type RestV1ApiProps,
  type RestV1ApiUsagePlanProps,
} from "../../../lib/constructs/rest-v1-api";
import { standardErrorOf } from "../../support/environment";
import { addresses, only, resources, synthesized, testStack } from "../../support/stack";
import { failure, handler, matching, plainApi, restApi, triggers } from "./support";

/** An API with one route, and what `add` adds to it. */
function added(add: (api: RestApi) => unknown, props: RestV1ApiProps = {}) {
  const { stack, api } = plainApi({ routes: { "GET /notes": handler }, ...props });
  add(api.cdk.restApi);
  return stack;
}

const idOfApi = expect.stringMatching(/^\$\{aws_api_gateway_rest_api\..*\.id\}$/);

describe("an API key", () => {
  const notices = (value?: string) => {
    const stack = added((api) => api.addApiKey("Key", { value }));
    return standardErrorOf(() => stack.app.synth());
  };
  test("with a literal value gets a notice without it", () => {
    const value = "0123456789abcdef0123";
    expect(notices(value)).toMatch(/addApiKey\("Key"\)\.value is in plain text/);
    expect(notices(value)).not.toContain(value);
  });
  test.each([[undefined], [Token.asString({ ref: "x" })]])("needs no notice for %p", (value) => {
    expect(notices(value)).not.toContain("plain text");
  });
});

describe("RestV1Api cdk.restApi", () => {
  test("keys of the provider win over the library's", () => {
    const restApiProps = { name: "mine", apiKeySource: "AUTHORIZER", lifecycle: { preventDestroy: true } };
    const { stack } = restApi({ cdk: { restApi: restApiProps } });
    expect(only(stack, "aws_api_gateway_rest_api")).toEqual({
      name: "mine",
      api_key_source: "AUTHORIZER",
      disable_execute_api_endpoint: false,
      lifecycle: { prevent_destroy: true },
    });
  });

  test.each([
    ["domainName", "key-rejected", /prop customDomain/],
    ["nme", "key-unknown", /"name"/],
  ])("refuses %s", (key, code, message) => {
    const error = failure(() => restApi({ cdk: { restApi: { [key]: "x" } as never } }));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: "cdk.restApi", code });
    expect(error.message).toMatch(message);
  });

  test.each<[string, object, string, string]>([
    [
      "two endpoint types",
      { types: ["EDGE", "PRIVATE"] },
      "endpointConfiguration.types",
      "rest-endpoints-mixed",
    ],
    [
      "VPC endpoints of a public API",
      { types: ["REGIONAL"], vpcEndpointIds: ["vpce-1"] },
      "endpointConfiguration.vpcEndpointIds",
      "rest-vpc-endpoints",
    ],
    ["a private API without policy", { types: ["PRIVATE"] }, "policy", "rest-private-policy"],
  ])("refuses %s", (_, endpointConfiguration, prop, code) => {
    const error = failure(() =>
      restApi({ cdk: { restApi: { endpointConfiguration: endpointConfiguration as never } } }),
    );
    expect(error).toMatchObject({ prop: `cdk.restApi.${prop}`, code });
  });

  test.each([{ Version: "2012-10-17", Statement: [] }, []])("a policy is a text, not %j", (policy) => {
    const call = () => restApi({ cdk: { restApi: { policy: policy as never } } });
    expect(call).toThrow(expect.objectContaining({ code: "prop-invalid", prop: "cdk.restApi.policy" }));
  });
  test("a policy keeps the variables of IAM", () => {
    const policy = '{"Resource":"${aws:username}"}';
    const { stack } = restApi({ cdk: { restApi: { policy } } });
    expect(only(stack, "aws_api_gateway_rest_api").policy).toBe('{"Resource":"$${aws:username}"}');
  });

  test("root is the resource of the path /", () => {
    const { stack, api } = restApi();
    stack.addOutputs({ root: api.cdk.restApi.root.resourceId });
    expect(api.cdk.restApi.root.path).toBe("/");
    expect(synthesized(stack).output.root?.value).toMatch(/\.root_resource_id\}$/);
  });

  test.each([
    [[], "/*/*/*"],
    [["GET", "/notes/{id}"], "/*/GET/notes/*"],
    [["any", "/", "dev"], "/dev/*/"],
  ])("arnForExecuteApi(%j) ends in %s", (args, end) => {
    const { stack, api } = restApi();
    stack.addOutputs({ arn: api.cdk.restApi.arnForExecuteApi(...args) });
    expect(synthesized(stack).output.arn?.value).toMatch(
      /^\$\{aws_api_gateway_rest_api\..*\.execution_arn\}/,
    );
    expect(String(synthesized(stack).output.arn?.value).replace(/^.*\}/, "")).toBe(end);
  });

  test("arnForExecuteApi refuses a path without slash", () => {
    expect(failure(() => restApi().api.cdk.restApi.arnForExecuteApi("GET", "notes")).message).toContain(
      '"/notes"',
    );
  });
});

describe("RestV1Api API keys", () => {
  test("are named after API and id", () => {
    const stack = added((api) => api.addApiKey("Partner"));
    expect(only(stack, "aws_api_gateway_api_key")).toEqual({ name: "dev-notes-Api-Partner" });
  });

  test("accept the values that the provider accepts", () => {
    const value = "0123456789012345678901";
    const stack = added((api) => {
      api.addApiKey("Partner", { apiKeyName: "p", value, description: "d", enabled: false, customerId: "c" });
    });
    expect(only(stack, "aws_api_gateway_api_key")).toEqual({
      name: "p",
      value,
      description: "d",
      enabled: false,
      customer_id: "c",
    });
  });

  test("are not part of the deployment", () => {
    expect(triggers(added((api) => api.addApiKey("Partner")))).toEqual(triggers(added(() => {})));
  });

  test("refuse a short value without repeating it", () => {
    const error = failure(() => added((api) => api.addApiKey("Partner", { value: "secret" })));
    expect(error.prop).toBe('cdk.restApi.addApiKey("Partner").value');
    expect(error.message).not.toContain("secret");
  });

  test("have one id each", () => {
    const twice = (api: RestApi) => [api.addApiKey("Partner"), api.addApiKey("Partner")];
    expect(failure(() => added(twice)).code).toBe("id-taken");
  });
});

describe("RestV1Api usage plans", () => {
  test("limit what clients with a key may do, on this API's stage by default", () => {
    const stack = added((api) => {
      const plan = api.addUsagePlan("Basic", {
        description: "d",
        throttle: { rateLimit: 10, burstLimit: 20 },
        quota: { limit: 1000, period: "MONTH", offset: 2 },
        apiStages: [{ throttle: [{ method: "GET /notes", throttle: { rateLimit: 1 } }] }],
      });
      plan.addApiKey(api.addApiKey("Partner"));
    });
    expect(only(stack, "aws_api_gateway_usage_plan")).toEqual({
      name: "dev-notes-Api-Basic",
      description: "d",
      throttle_settings: { rate_limit: 10, burst_limit: 20 },
      quota_settings: { limit: 1000, period: "MONTH", offset: 2 },
      api_stages: [
        {
          api_id: idOfApi,
          stage: expect.stringMatching(/^\$\{aws_api_gateway_stage\..*\.stage_name\}$/),
          throttle: [{ path: "/notes/GET", rate_limit: 1 }],
        },
      ],
    });
    expect(only(stack, "aws_api_gateway_usage_plan_key")).toEqual({
      key_type: "API_KEY",
      key_id: expect.stringMatching(/^\$\{aws_api_gateway_api_key\..*\.id\}$/),
      usage_plan_id: expect.stringMatching(/^\$\{aws_api_gateway_usage_plan\..*\.id\}$/),
    });
  });

  test("open nothing until a stage is added", () => {
    expect(
      only(
        added((api) => api.addUsagePlan("Basic")),
        "aws_api_gateway_usage_plan",
      ),
    ).toEqual({
      name: "dev-notes-Api-Basic",
    });
  });

  test("open stages of other APIs", () => {
    const stack = testStack();
    const { api } = plainApi({ routes: { "GET /": handler } }, stack);
    const other = new RestV1Api(stack, "Other");
    const foreign = new ApiGatewayRestApi(stack, "Foreign", { name: "foreign" });
    const stage = new ApiGatewayStage(stack, "Stage", { restApiId: "x", deploymentId: "y", stageName: "z" });
    const plan = api.cdk.restApi.addUsagePlan("Basic", { apiStages: [{ api: other.cdk.restApi }] });
    plan.addApiStage({ api: foreign, stage });
    expect(failure(() => plan.addApiStage({ api: foreign })).prop).toMatch(/addApiStage\.stage$/);
    expect(only(stack, "aws_api_gateway_usage_plan").api_stages).toEqual([
      {
        api_id: expect.stringMatching(/Other/),
        stage: expect.stringMatching(/^\$\{aws_api_gateway_stage\.Other_.*\.stage_name\}$/),
      },
      {
        api_id: "${aws_api_gateway_rest_api.Foreign.id}",
        stage: "${aws_api_gateway_stage.Stage.stage_name}",
      },
    ]);
  });

  test("open the stage of another RestV1Api, given as the construct", () => {
    const stack = testStack();
    const { api } = plainApi({ routes: { "GET /": handler } }, stack);
    const other = new RestV1Api(stack, "Other");
    api.cdk.restApi.addUsagePlan("Basic", { apiStages: [{ api: other }] });
    expect(only(stack, "aws_api_gateway_usage_plan").api_stages).toEqual([
      {
        api_id: expect.stringMatching(/^\$\{aws_api_gateway_rest_api\.Other_Api_\w+\.id\}$/),
        stage: expect.stringMatching(/Other_Stage/),
      },
    ]);
  });

  test.each(["api", "stage"])("refuse another object as %s", (key) => {
    const { api } = plainApi({ routes: { "GET /": handler } });
    const given = { [key]: { id: "x", stageName: "y" } } as RestV1ApiUsagePlanProps;
    const error = failure(() => api.cdk.restApi.addUsagePlan("Basic", { apiStages: [given as object] }));
    expect(error).toMatchObject({
      code: "prop-invalid",
      prop: `cdk.restApi.addUsagePlan("Basic").apiStages[0].${key}`,
    });
  });

  test("addresses follow ids, not their order", () => {
    const of = (...ids: string[]) =>
      addresses(added((api) => ids.forEach((id) => void api.addUsagePlan(id))));
    expect(of("b", "a")).toEqual(of("a", "b"));
  });

  test.each<[string, object, string]>([
    ["an unknown key", { throtle: {} }, ""],
    ["an unknown period", { quota: { limit: 1, period: "YEAR" } }, ".quota.period"],
    ["an offset of a day", { quota: { limit: 1, period: "DAY", offset: 1 } }, ".quota.offset"],
    ["a quota of nothing", { quota: { limit: 0, period: "DAY" } }, ".quota.limit"],
    ["a negative rate", { throttle: { rateLimit: -1 } }, ".throttle.rateLimit"],
    ["half a burst", { throttle: { burstLimit: 0.5 } }, ".throttle.burstLimit"],
    ["stages that are not a list", { apiStages: {} }, ".apiStages"],
    ["an unknown key of a stage", { apiStages: [{ name: "x" }] }, ".apiStages[0]"],
  ])("refuse %s", (_, props, prop) => {
    const error = failure(() => added((api) => api.addUsagePlan("Basic", props as RestV1ApiUsagePlanProps)));
    expect(error.prop).toBe(`cdk.restApi.addUsagePlan("Basic")${prop}`);
  });

  test("refuse the stage of an API that has none", () => {
    const { api } = plainApi();
    const error = failure(() => api.cdk.restApi.addUsagePlan("Basic", { apiStages: [{}] }));
    expect(error).toMatchObject({
      code: "rest-not-deployed",
      prop: 'cdk.restApi.addUsagePlan("Basic").apiStages[0]',
    });
  });

  test("refuse a key twice, and what is not a key", () => {
    added((api) => {
      const plan = api.addUsagePlan("Basic");
      const key = api.addApiKey("Partner");
      plan.addApiKey(key);
      expect(failure(() => plan.addApiKey(key)).code).toBe("id-taken");
      expect(failure(() => plan.addApiKey("key" as never)).message).toContain("addApiKey");
    });
  });
});

describe("RestV1Api request validators", () => {
  test("check nothing by default", () => {
    expect(
      only(
        added((api) => api.addRequestValidator("Body")),
        "aws_api_gateway_request_validator",
      ),
    ).toEqual({
      name: "Body",
      rest_api_id: idOfApi,
      validate_request_body: false,
      validate_request_parameters: false,
    });
  });

  test("take a name, and what to check", () => {
    const props = { requestValidatorName: "b", validateRequestBody: true, validateRequestParameters: true };
    expect(
      only(
        added((api) => api.addRequestValidator("Body", props)),
        "aws_api_gateway_request_validator",
      ),
    ).toMatchObject({
      name: "b",
      validate_request_body: true,
      validate_request_parameters: true,
    });
  });

  test("refuse an unknown key", () => {
    const add = (api: RestApi) => api.addRequestValidator("Body", { validateBody: true } as never);
    expect(failure(() => added(add)).prop).toBe('cdk.restApi.addRequestValidator("Body")');
  });

  test("are part of the deployment", () => {
    expect(triggers(added((api) => api.addRequestValidator("Body")))).not.toEqual(triggers(added(() => {})));
  });
});

describe("RestV1Api models", () => {
  test("an object is taken as draft 4 unless it says otherwise", () => {
    const stack = added((api) => {
      api.addModel("My-Note", { schema: { type: "object" } });
      api.addModel("Other", { schema: { $schema: "x", description: "${y}" } });
    });
    expect(Object.values(resources(stack, "aws_api_gateway_model"))).toEqual([
      {
        name: "MyNote",
        content_type: "application/json",
        rest_api_id: idOfApi,
        schema: '{"$schema":"http://json-schema.org/draft-04/schema#","type":"object"}',
      },
      expect.objectContaining({ schema: '{"$schema":"x","description":"$${y}"}' }),
    ]);
  });

  test("take a name, a type, a description and a schema as text", () => {
    const props = {
      modelName: "N",
      contentType: "application/xml",
      description: "d",
      schema: '{"type":"object"}',
    };
    expect(
      only(
        added((api) => api.addModel("Note", props)),
        "aws_api_gateway_model",
      ),
    ).toMatchObject({
      name: "N",
      content_type: "application/xml",
      description: "d",
      schema: '{"type":"object"}',
    });
  });

  test.each<[string, object, string]>([
    ["a name with a hyphen", { modelName: "a-b", schema: {} }, ".modelName"],
    ["a schema that is not JSON", { schema: "{" }, ".schema"],
    ["no schema", {}, ".schema"],
    ["an unknown key", { shema: {} }, ""],
  ])("refuse %s", (_, props, prop) => {
    const error = failure(() => added((api) => api.addModel("Note", props as never)));
    expect(error.prop).toBe(`cdk.restApi.addModel("Note")${prop}`);
  });
});

describe("RestV1Api checks of requests by the schemas of a route", () => {
  const order = z.object({ item: z.string().min(1), count: z.number().positive().optional() });
  const query = z.object({ shop: z.string(), page: z.coerce.number().optional() });

  function checked(schemas: object) {
    const { stack, api } = plainApi({});
    const method = api.cdk.restApi.addRequestChecks("CreateOrder", schemas);
    api.addRoutes(stack, { "POST /orders": { function: handler, cdk: { method } } });
    return stack;
  }

  test("become a model of the body, a validator and required parameters", () => {
    const stack = checked({ body: order, query, output: order, status: 201 });
    const { name, schema } = only(stack, "aws_api_gateway_model");
    expect([name, JSON.parse(String(schema))]).toEqual([
      "CreateOrder",
      {
        $schema: "http://json-schema.org/draft-04/schema#",
        type: "object",
        properties: {
          item: { type: "string", minLength: 1 },
          // Draft 4: the limit itself is a number, and the flag says that it is excluded.
          count: { type: "number", minimum: 0, exclusiveMinimum: true },
        },
        required: ["item"],
      },
    ]);
    expect(only(stack, "aws_api_gateway_request_validator")).toMatchObject({
      name: "CreateOrder",
      validate_request_body: true,
      validate_request_parameters: true,
    });
    expect(only(stack, "aws_api_gateway_method")).toMatchObject({
      request_models: {
        "application/json": expect.stringMatching(/^\$\{aws_api_gateway_model\..*\.name\}$/),
      },
      request_parameters: {
        "method.request.querystring.shop": true,
        "method.request.querystring.page": false,
      },
      request_validator_id: expect.stringMatching(/^\$\{aws_api_gateway_request_validator\./),
    });
  });

  test("leave out what the schemas do not say", () => {
    const stack = checked({ query: z.object({ page: z.string().optional() }) });
    expect(resources(stack, "aws_api_gateway_model")).toEqual({});
    expect(only(stack, "aws_api_gateway_request_validator")).toMatchObject({
      validate_request_body: false,
      validate_request_parameters: false,
    });
  });

  const withoutJson = { "~standard": { version: 1, vendor: "other", validate: () => ({ value: 1 }) } };

  test.each<[string, object, string, string]>([
    ["no schema", {}, "prop-required", ".body"],
    ["an unknown part", { bodi: order }, "key-unknown", ""],
    ["an object that is not a schema", { body: { type: "object" } }, "prop-invalid", ".body"],
    ["a library without JSON Schemas", { body: withoutJson }, "rest-model-schema", ".body"],
    ["a type that JSON Schema does not have", { body: z.date() }, "rest-model-schema", ".body"],
  ])("refuse %s", (_, schemas, code, prop) => {
    const error = failure(() => checked(schemas));
    expect([error.code, error.prop]).toEqual([code, `cdk.restApi.addRequestChecks("CreateOrder")${prop}`]);
  });
});

describe("RestV1Api gateway responses", () => {
  test("take status, headers and templates", () => {
    const stack = added((api) => {
      api.addGatewayResponse("Denied", {
        type: "ACCESS_DENIED",
        statusCode: "403",
        responseHeaders: { "X-Reason": "'denied'" },
        templates: { "application/json": '{"message":$context.error.messageString,"x":"${y}"}' },
      });
    });
    expect(only(stack, "aws_api_gateway_gateway_response")).toEqual({
      rest_api_id: idOfApi,
      response_type: "ACCESS_DENIED",
      status_code: "403",
      response_parameters: { "gatewayresponse.header.X-Reason": "'denied'" },
      response_templates: { "application/json": '{"message":$context.error.messageString,"x":"$${y}"}' },
    });
  });

  test("carry the headers of CORS, unless they say otherwise", () => {
    const { stack, api } = restApi();
    const responseHeaders = { "access-control-allow-origin": "'https://a.example.com'" };
    api.cdk.restApi.addGatewayResponse("Denied", { type: "ACCESS_DENIED", responseHeaders });
    expect(
      matching(stack, "aws_api_gateway_gateway_response", "ACCESS_DENIED")[0]?.response_parameters,
    ).toEqual({
      "gatewayresponse.header.Access-Control-Allow-Headers": "'*'",
      "gatewayresponse.header.access-control-allow-origin": "'https://a.example.com'",
    });
  });

  test("replace those of CORS", () => {
    expect(Object.keys(resources(restApi().stack, "aws_api_gateway_gateway_response"))).toHaveLength(2);
    const { stack, api } = restApi();
    api.cdk.restApi.addGatewayResponse("Mine", { type: "DEFAULT_4XX", statusCode: "400" });
    const all = Object.values(resources(stack, "aws_api_gateway_gateway_response"));
    expect(all.map((each) => each.response_type).sort()).toEqual(["DEFAULT_4XX", "DEFAULT_5XX"]);
  });

  test.each<[string, object, string]>([
    ["an unknown type", { type: "DENIED" }, ".type"],
    ["no type", {}, ".type"],
    ["an unknown key", { type: "THROTTLED", headers: {} }, ""],
  ])("refuse %s", (_, props, prop) => {
    const error = failure(() => added((api) => api.addGatewayResponse("Denied", props as never)));
    expect(error.prop).toBe(`cdk.restApi.addGatewayResponse("Denied")${prop}`);
  });

  test("refuse a second one of a type", () => {
    const twice = (api: RestApi) => {
      api.addGatewayResponse("One", { type: "THROTTLED" });
      api.addGatewayResponse("Two", { type: "THROTTLED" });
    };
    expect(failure(() => added(twice)).code).toBe("rest-gateway-response-twice");
  });
});
