import * as fs from "node:fs";
import * as path from "node:path";
import { ApiGatewayMethod } from "@cdktf/provider-aws/lib/api-gateway-method";
import { DataAwsApiGatewayResource } from "@cdktf/provider-aws/lib/data-aws-api-gateway-resource";
import { DataAwsCallerIdentity } from "@cdktf/provider-aws/lib/data-aws-caller-identity";
import { RestV1Api, type RestV1ApiProps } from "../../../lib/constructs/rest-v1-api";
import { App, type AppProps, Stack, type StackProps } from "../../../lib/kit/app";
import { Function, type FunctionProps } from "../../../lib/kit/function";
import { only, resources, temporaryFolder, testApp, testStack } from "../../support/stack";
import { failure, handler, plainApi, restApi, triggers } from "./support";

describe("RestV1Api deployment", () => {
  test("its trigger is a SHA-256, it waits for all that it shows, and comes before the old one goes", () => {
    const { stack } = plainApi({ routes: { "GET /notes": handler } });
    const deployment = only(stack, "aws_api_gateway_deployment");
    expect(triggers(stack).redeployment).toMatch(/^[0-9a-f]{64}$/);
    expect((deployment.depends_on as string[]).map((each) => each.replace(/_[0-9A-F]{8}$/, ""))).toEqual([
      "aws_api_gateway_integration.Api_Integration_GET_--notes",
      "aws_api_gateway_method.Api_Method_GET_--notes",
      "aws_api_gateway_resource.Api_Resource_--notes",
    ]);
    expect(only(stack, "aws_api_gateway_stage").deployment_id).toMatch(
      /^\$\{aws_api_gateway_deployment\..*\.id\}$/,
    );
  });
});

/** The triggers of one route with these functions and props. */
function triggersOf(options: {
  fn?: Partial<FunctionProps>;
  api?: RestV1ApiProps;
  stack?: StackProps;
  app?: AppProps;
}): Record<string, string> {
  const stack = new Stack(testApp(options.app), "Main", options.stack);
  plainApi(
    {
      ...options.api,
      routes: options.api?.routes ?? { "GET /notes": { function: { handler, ...options.fn } } },
    },
    stack,
  );
  return triggers(stack);
}

describe("RestV1Api is not deployed again for", () => {
  test.each<[string, Parameters<typeof triggersOf>[0]]>([
    ["another handler", { fn: { handler: "functions/notes.create" } }],
    ["an environment variable", { fn: { environment: { LEVEL: "b" } } }],
    ["the retention of the function's log", { fn: { logRetention: "one_day" } }],
    ["more memory", { fn: { memorySize: 2048 } }],
    ["a tag", { stack: { tags: { team: "notes" } } }],
    ["the retention of the access log", { api: { accessLog: { retention: "one_day" } } }],
    ["another access log format", { api: { accessLog: "$context.requestId" } }],
    ["a setting of the stage", { api: { cdk: { restApi: { deployOptions: { tracingEnabled: false } } } } }],
    ["a description", { api: { cdk: { restApi: { description: "Notes" } } } }],
    ["a tag of the API", { api: { cdk: { restApi: { tags: { a: "b" } } } } }],
    ["another packaging", { app: { packaging: "synth" } }],
  ])("%s", (_, change) => {
    expect(triggersOf(change)).toEqual(triggersOf({}));
  });

  test("the order of its routes", () => {
    const of = (...keys: string[]) =>
      triggersOf({ api: { routes: Object.fromEntries(keys.map((key) => [key, handler])) } });
    expect(of("GET /a/b", "POST /a", "GET /c")).toEqual(of("GET /c", "POST /a", "GET /a/b"));
  });

  test("other code in the same handler", () => {
    const folder = fs.realpathSync(temporaryFolder());
    fs.writeFileSync(path.join(folder, "cdktf.json"), "{}");
    const trigger = (code: string) => {
      fs.writeFileSync(path.join(folder, "notes.ts"), code);
      process.chdir(folder);
      const app = new App({ name: "notes", stage: "dev", region: "us-east-1", outdir: temporaryFolder() });
      const stack = new Stack(app, "Main");
      plainApi({ routes: { "GET /": "notes.get" } }, stack);
      app.synth();
      const json = fs.readFileSync(path.join(app.outdir, "stacks/dev-notes-Main/cdk.tf.json"), "utf8");
      const [deployment] = Object.values(JSON.parse(json).resource.aws_api_gateway_deployment);
      return (deployment as { triggers: object }).triggers;
    };
    expect(trigger("export const get = () => 1;")).toEqual(trigger("export const get = () => 2;"));
  });
});

describe("RestV1Api is deployed again for", () => {
  const base = () => triggersOf({}).redeployment;
  test.each<[string, RestV1ApiProps]>([
    ["another route", { routes: { "GET /notes": handler, "PUT /notes": handler } }],
    ["a route less", { routes: {}, cors: true }],
    ["preflight methods", { cors: true, routes: { "GET /notes": handler } }],
    ["an authorizer", { routes: { "GET /notes": { function: handler, authorizer: "iam" } } }],
    ["a policy", { cdk: { restApi: { policy: "{}" } }, routes: { "GET /notes": handler } }],
    [
      "binary media types",
      { cdk: { restApi: { binaryMediaTypes: ["*/*"] } }, routes: { "GET /notes": handler } },
    ],
    [
      "an integration response",
      {
        routes: {
          "GET /notes": {
            function: handler,
            cdk: {
              method: { methodResponses: [{ statusCode: "200" }] },
              integration: { integrationResponses: [{ statusCode: "200" }] },
            },
          },
        },
      },
    ],
  ])("%s", (_, api) => {
    expect(triggersOf({ api }).redeployment).not.toBe(base());
  });

  test("a method that the caller has made for the API", () => {
    const before = triggers(plainApi({ routes: { "GET /": handler } }).stack).redeployment;
    const { stack, api } = plainApi({ routes: { "GET /": handler } });
    const { resourceId } = api.cdk.restApi.root;
    const method = { restApiId: api.cdk.restApi.id, resourceId, httpMethod: "PUT", authorization: "NONE" };
    new ApiGatewayMethod(stack, "Mine", method);
    expect(triggers(stack).redeployment).not.toBe(before);
    expect(only(stack, "aws_api_gateway_deployment").depends_on).toContain("aws_api_gateway_method.Mine");
  });

  test("a function that is called otherwise, or a new published version, by the value of its ARN", () => {
    const stack = testStack();
    const fn = new Function(stack, "Fn", { handler });
    plainApi({ routes: { "GET /a": fn, "GET /b": { cdk: { function: fn.currentVersion } } } }, stack);
    expect(triggers(stack).references).toMatch(
      /^\$\{sha256\(jsonencode\(\[aws_lambda_function\.Fn_\w+\.invoke_arn, .*\]\)\)\}$/,
    );
  });
});

describe("RestV1Api deployments of their own", () => {
  test("a data source is not a part", () => {
    const routes = { "GET /": handler };
    const before = triggers(plainApi({ routes }).stack);
    const { stack, api } = plainApi({ routes });
    new DataAwsApiGatewayResource(stack, "Existing", { restApiId: api.restApiId, path: "/notes" });
    expect(triggers(stack)).toEqual(before);
  });

  test("a method of another API is not a part", () => {
    const routes = { "GET /": handler };
    const before = triggers(plainApi({ routes }).stack);
    const { stack } = plainApi({ routes });
    new RestV1Api(stack, "Other", { routes: { "GET /": handler } });
    const [first] = Object.values(resources(stack, "aws_api_gateway_deployment"));
    expect(first?.triggers).toEqual(before);
  });

  test("references that are not part of the API leave out what it is made of", () => {
    const { stack } = restApi();
    expect(triggers(stack)).toEqual({ redeployment: expect.any(String) });
  });

  test("an account that is read at deployment is a reference like others", () => {
    const stack = testStack();
    new DataAwsCallerIdentity(stack, "Me");
    plainApi(
      {
        authorizers: { staff: { type: "user_pools", userPoolIds: ["us-east-1_a"] } },
        routes: { "GET /": handler },
      },
      stack,
    );
    expect(triggers(stack).references).toContain("data.aws_caller_identity._account.account_id");
  });

  test("the stage and the deployment can be referred to, unless there is nothing to deploy", () => {
    const { stack, api } = plainApi();
    expect(failure(() => api.cdk.restApi.deploymentStage).code).toBe("rest-not-deployed");
    expect(failure(() => api.cdk.restApi.latestDeployment).code).toBe("rest-not-deployed");
    api.addRoutes(stack, { "GET /": handler });
    expect(api.cdk.restApi.deploymentStage.terraformResourceType).toBe("aws_api_gateway_stage");
    expect(api.cdk.restApi.latestDeployment.terraformResourceType).toBe("aws_api_gateway_deployment");
  });
});
