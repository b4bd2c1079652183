/**
 * Changes each attribute of each resource of an API.
 *
 * @group slow
 */

import { TerraformResource } from "cdktf";
import { RestV1Api } from "../../../lib/constructs/rest-v1-api";
import type { Stack } from "../../../lib/kit/app";
import { resolveValue } from "../../../lib/kit/core";
import { Function } from "../../../lib/kit/function";
import { testStack } from "../../support/stack";
import { handler, triggers } from "./support";

/** Attributes that belong to Terraform or are labels. */
const labels = ["tags", "tags_all", "depends_on", "lifecycle", "provider", "count", "for_each"];

/** The attributes of the API itself that are part of a deployment; the others take effect at once. */
const deployedOfApi = [
  "api_key_source",
  "binary_media_types",
  "body",
  "disable_execute_api_endpoint",
  "minimum_compression_size",
  "parameters",
  "policy",
];

const deployedTypes = [
  "aws_api_gateway_authorizer",
  "aws_api_gateway_gateway_response",
  "aws_api_gateway_integration",
  "aws_api_gateway_integration_response",
  "aws_api_gateway_method",
  "aws_api_gateway_method_response",
  "aws_api_gateway_model",
  "aws_api_gateway_request_validator",
  "aws_api_gateway_resource",
];

/** An API with every kind of resource that there can be under one. */
function fullApi(stack: Stack = testStack({ account: "123456789012" })) {
  const check = new Function(stack, "Check", { handler });
  const api = new RestV1Api(stack, "Api", {
    authorizers: {
      pool: { type: "user_pools", userPoolIds: ["us-east-1_a"] },
      token: { type: "fn_token", function: check, validationRegex: "^x$" },
      request: { type: "fn_request", function: check, identitySources: ["method.request.header.X"] },
    },
    customDomain: { domainName: "api.example.com", path: "v1" },
    routes: { "GET /notes/{id}": { function: handler, authorizer: "pool", authorizationScopes: ["a"] } },
    cdk: {
      restApi: { cloudWatchRole: true, binaryMediaTypes: ["a/b"], deployOptions: { metricsEnabled: true } },
    },
  });
  const { restApi } = api.cdk;
  const model = restApi.addModel("Note", { schema: { type: "object" } });
  const requestValidator = restApi.addRequestValidator("Body", { validateRequestBody: true });
  restApi.addGatewayResponse("Denied", { type: "ACCESS_DENIED", templates: { "a/b": "no" } });
  restApi.addUsagePlan("Plan", { apiStages: [{}] }).addApiKey(restApi.addApiKey("Key"));
  api.addRoutes(stack, {
    "POST /notes": {
      function: handler,
      authorizer: "request",
      cdk: {
        method: {
          requestValidator,
          requestModels: { "a/b": model },
          methodResponses: [{ statusCode: "200" }],
        },
        integration: {
          proxy: false,
          integrationResponses: [{ statusCode: "200", responseTemplates: { "a/b": "x" } }],
        },
      },
    },
  });
  return { stack, api };
}

/** Every resource of a stack. */
function resourcesOf(stack: Stack): TerraformResource[] {
  return stack.node.findAll().filter((each) => TerraformResource.isTerraformResource(each));
}

/** Every attribute that a resource has or could have, as Terraform spells it. */
function attributesOf(resource: TerraformResource): string[] {
  const members = prototypesOf(resource).flatMap((each) =>
    Object.entries(Object.getOwnPropertyDescriptors(each)),
  );
  const settable = members.filter(([, { set }]) => set !== undefined).map(([name]) => name);
  const blocks = members.filter(([name]) => /^put[A-Z]/.test(name)).map(([name]) => name.slice(3));
  const snake = (name: string) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/^_/, "");
  return [...settable, ...blocks]
    .map(snake)
    .filter((name) => !labels.includes(name) && name !== "put_rest_api_mode");
}

/** The classes of a resource, without those that CDKTF gives every one. */
function prototypesOf(resource: TerraformResource): object[] {
  const prototypes: object[] = [];
  let each = Object.getPrototypeOf(resource);
  for (; each.constructor.name !== "TerraformResource"; each = Object.getPrototypeOf(each))
    prototypes.push(each);
  return prototypes;
}

/** The trigger as it would be written now. */
function triggerOf(api: RestV1Api): string {
  const deployment = api.cdk.restApi.latestDeployment;
  const json = resolveValue(deployment, deployment.toTerraform()) as {
    resource: Record<string, Record<string, object>>;
  };
  const [written] = Object.values(json.resource.aws_api_gateway_deployment ?? {});
  return JSON.stringify((written as { triggers: { redeployment: string } }).triggers.redeployment);
}

describe("the deployment of a RestV1Api", () => {
  test("the API of the generated tests has every type of resource", () => {
    const types = new Set(resourcesOf(fullApi().stack).map((each) => each.terraformResourceType));
    expect([...types]).toEqual(expect.arrayContaining(deployedTypes));
  });

  test("each change of each attribute of each resource under the API changes the trigger", () => {
    const { stack, api } = fullApi();
    triggers(stack);
    const unchanged: string[] = [];
    let trigger = triggerOf(api);
    let mutations = 0;
    for (const resource of resourcesOf(stack)) {
      if (!deployedTypes.includes(resource.terraformResourceType)) continue;
      for (const attribute of attributesOf(resource)) {
        resource.addOverride(attribute, "changed");
        const after = triggerOf(api);
        if (after === trigger) unchanged.push(`${resource.node.path} ${attribute}`);
        trigger = after;
        mutations += 1;
      }
    }
    expect(unchanged).toEqual([]);
    expect(mutations).toBeGreaterThan(300);
  });

  test("is replaced after each change of deployed attributes of the API itself, and only then", () => {
    const { stack, api } = fullApi();
    triggers(stack);
    const { restApi } = api.cdk;
    const changed = attributesOf(restApi).filter((attribute) => {
      const before = triggerOf(api);
      restApi.addOverride(attribute, "changed");
      return triggerOf(api) !== before;
    });
    expect(changed.sort()).toEqual(deployedOfApi);
  });

  test("no change of any other resource changes the trigger, and no tag of any", () => {
    const { stack, api } = fullApi();
    triggers(stack);
    const trigger = triggerOf(api);
    const changing: string[] = [];
    for (const resource of resourcesOf(stack)) {
      const type = resource.terraformResourceType;
      const isDeployed = deployedTypes.includes(type) || type === "aws_api_gateway_rest_api";
      if (type === "aws_api_gateway_deployment") continue;
      // All attributes at once: a hash that contains one of them changes, regardless of the others.
      for (const attribute of isDeployed ? labels : [...labels, ...attributesOf(resource)])
        if (!["count", "for_each"].includes(attribute)) resource.addOverride(attribute, "changed");
      if (triggerOf(api) !== trigger) changing.push(resource.node.path);
    }
    expect(changing).toEqual([]);
  });
});
