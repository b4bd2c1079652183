import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Queue } from "../../../lib/constructs/queue";
import type { RestV1Api, RestV1ApiProps } from "../../../lib/constructs/rest-v1-api";
import { type App, Stack } from "../../../lib/kit/app";
import { resolveValue } from "../../../lib/kit/core";
import { Function } from "../../../lib/kit/function";
import { checkOutput } from "../../support/reference-check";
import {
  addresses,
  inlineActions,
  inlineStatements,
  only,
  resources,
  synthesized,
  testApp,
  testStack,
} from "../../support/stack";
import { failure, handler, plainApi, restApi, sources, triggers } from "./support";

describe("RestV1Api functions", () => {
  test("are made from handlers and props, with the API's defaults, or are the caller's own", () => {
    const stack = testStack();
    const { api } = plainApi(
      {
        defaults: { function: { timeout: 20, environment: { ONE: "1" } } },
        routes: {
          "GET /a": handler,
          "GET /b": { function: { handler, timeout: 5, environment: { TWO: "2" } } },
        },
      },
      stack,
    );
    const made = Object.values(resources(stack, "aws_lambda_function"));
    expect(
      made.map((each) => [each.timeout, Object.keys((each.environment as { variables: object }).variables)]),
    ).toEqual([
      [20, expect.arrayContaining(["ONE"])],
      [5, expect.arrayContaining(["ONE", "TWO"])],
    ]);
    expect(api.getFunction("get  /a")?.node.id).toBe("Lambda_GET_--a");
    const other = testStack();
    const fn = new Function(other, "Mine", { handler });
    expect(restApi({ routes: { "GET /": fn } }, other).api.getFunction("GET /")).toBe(fn);
  });

  test("refuse a Function together with defaults for functions", () => {
    const stack = testStack();
    const fn = new Function(stack, "Mine", { handler });
    const props = { defaults: { function: { timeout: 5 } }, routes: { "GET /": fn } };
    expect(failure(() => plainApi(props, stack)).code).toBe("defaults-with-function");
  });

  test("are bound and permitted together, those added later too", () => {
    const { stack, api } = plainApi({ routes: { "GET /a": handler } });
    const queue = new SqsQueue(stack, "Queue");
    const other = new Function(stack, "Other", { handler });
    api.bind([other]);
    api.attachPermissions([queue]);
    api.addRoutes(stack, { "GET /b": handler });
    for (const part of ["GET_--a", "GET_--b"]) {
      expect(inlineActions(stack, part)).toEqual(
        expect.arrayContaining(["sqs:SendMessage", "lambda:InvokeFunction"]),
      );
    }
  });

  test("are bound and permitted one by one", () => {
    const { stack, api } = plainApi({ routes: { "GET /a": handler, "GET /b": handler } });
    api.attachPermissionsToRoute("GET /a", ["sqs"]);
    api.bindToRoute("GET /b", [new Function(stack, "Other", { handler })]);
    expect(inlineActions(stack, "GET_--a")).toContain("sqs:*");
    expect(inlineActions(stack, "GET_--b")).not.toContain("sqs:*");
    expect(inlineActions(stack, "GET_--b")).toContain("lambda:InvokeFunction");
  });

  test.each(["bindToRoute", "attachPermissionsToRoute"] as const)(
    "%s names the routes that there are",
    (method) => {
      const { api } = plainApi({ routes: { "GET /a": handler } });
      const error = failure(() => api[method]("GET /b", []));
      expect(error).toMatchObject({ prop: method, code: "part-not-found" });
      expect(error.message).toContain('"GET /a"');
    },
  );
});

describe("RestV1Api for other constructs", () => {
  test("naming it in permissions lets call it", () => {
    const { stack, api } = plainApi(
      { routes: { "GET /a": handler } },
      testStack({ account: "123456789012" }),
    );
    new Function(stack, "Caller", { handler }).attachPermissions([api]);
    expect(inlineStatements(stack, "Caller")).toContainEqual({
      Effect: "Allow",
      Action: "execute-api:Invoke",
      Resource: expect.stringMatching(
        /^arn:aws:execute-api:us-east-1:123456789012:\$\{aws_api_gateway_rest_api\..*\.id\}\/\*$/,
      ),
    });
  });

  test.each<[string, RestV1ApiProps, RegExp]>([
    ["the generated address", {}, /^https:\/\/\$\{.*\}\.execute-api\.us-east-1\.amazonaws\.com\/dev\/$/],
    [
      "the domain's address",
      { customDomain: { domainName: "api.example.com", path: "v1" } },
      /^https:\/\/api\.example\.com\/v1$/,
    ],
  ])("binding it hands out %s", (_, props, url) => {
    const { stack, api } = plainApi({ ...props, routes: { "GET /a": handler } });
    new Function(stack, "Caller", { handler, bind: [api] });
    const caller = Object.entries(resources(stack, "aws_lambda_function")).find(([address]) =>
      address.startsWith("Caller"),
    );
    const { variables } = Object(caller?.[1].environment) as { variables: Record<string, string> };
    expect(variables.SERVERFORM_RestV1Api_url_Api).toMatch(url);
  });

  test("metadata has address, id and routes", () => {
    const { stack, api } = plainApi({ routes: { "GET /a": handler } });
    const { type, data } = resolveValue(stack, api.getConstructMetadata()) as { type: string; data: object };
    expect(type).toBe("RestV1Api");
    expect(data).toEqual({
      url: expect.stringMatching(/\/dev\/$/),
      restApiId: expect.stringMatching(/^\$\{aws_api_gateway_rest_api\./),
      routes: [
        { type: "function", route: "GET /a", fn: { node: expect.any(String), stack: "dev-notes-Main" } },
      ],
    });
  });

  test.each<[object, string, RegExp]>([
    [{ route: {} }, "props", /"routes"/],
    [{ cdk: { restAPI: {} } }, "cdk", /"restApi"/],
    [{ defaults: { throttle: {} } }, "defaults", /"throttle"/],
    [{ defaults: { function: { timeOut: 5 } } }, "defaults.function", /"timeout"/],
    [{ defaults: { authorizationScopes: "a" } }, "defaults.authorizationScopes", /an array/],
    [{ accessLog: { formt: "x" } }, "accessLog", /"format"/],
  ])("refuses %j", (props, prop, message) => {
    const error = failure(() => restApi(props as RestV1ApiProps));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop });
    expect(error.message).toMatch(message);
  });
});

/** An API in one stack, and another stack for routes. */
function twoStacks(): { app: App; main: Stack; more: Stack; api: RestV1Api } {
  const app = testApp();
  const [main, more] = [new Stack(app, "Main"), new Stack(app, "More")];
  return {
    app,
    main,
    more,
    api: plainApi({ defaults: { authorizer: "iam" }, routes: { "GET /a": handler } }, main).api,
  };
}

describe("RestV1Api addRoutes from another stack", () => {
  test("makes function, role and log group there, and everything else with the API", () => {
    const { main, more, api } = twoStacks();
    api.addRoutes(more, { "GET /b": handler });
    expect(addresses(more).map((address) => address.replace(/_[0-9A-F]{8}$/, ""))).toEqual([
      "aws_cloudwatch_log_group.Routes_Api_Lambda_GET_--b_LogGroup",
      "aws_iam_role.Routes_Api_Lambda_GET_--b_Role",
      "aws_iam_role_policy.Routes_Api_Lambda_GET_--b_Policies_Base",
      "aws_lambda_function.Routes_Api_Lambda_GET_--b_Function",
      "data.archive_file._code_functions-notes-ab2188ae",
    ]);
    const added = Object.entries(resources(main, "aws_api_gateway_method")).find(([address]) =>
      address.includes("--b"),
    );
    expect(added?.[1].authorization).toBe("AWS_IAM");
    expect(sources(main)).toContain("/dev/GET/b");
    expect(triggers(main).references).toMatch(/data\.terraform_remote_state\./);
  });

  test("works in one deployment: the API's stack waits for it, and every reference resolves", () => {
    const { app, main, more, api } = twoStacks();
    api.addRoutes(more, { "GET /b": handler });
    app.synth();
    expect(main.dependencies).toEqual([more]);
    expect(more.dependencies).toEqual([]);
    expect(checkOutput(app.outdir)).toEqual([]);
  });

  test("functions of one name in two stacks have permissions of their own", () => {
    const { app, main, more, api } = twoStacks();
    const third = new Stack(app, "Third");
    const keys = Array.from({ length: 11 }, (_, index) => `r${index}`);
    for (const stack of [more, third]) {
      const fn = new LambdaFunction(stack, "Fn", { functionName: `fn-${stack.node.id}`, role: "arn" });
      const route = { cdk: { function: fn } };
      api.addRoutes(stack, Object.fromEntries(keys.map((key) => [`GET /${stack.node.id}/${key}`, route])));
    }
    expect(sources(main).filter((source) => source === "/*/*")).toEqual([]);
    expect(synthesized(main)).toEqual(synthesized(main));
  });

  test.each<[string, (more: Stack, api: RestV1Api) => void]>([
    ["a variable", (more, api) => api.addRoutes(more, { "GET /b": { function: { handler, bind: [api] } } })],
    [
      "a permission",
      (more, api) => api.addRoutes(more, { "GET /b": { function: { handler, permissions: [api] } } }),
    ],
    [
      "an output",
      (more, api) => {
        api.addRoutes(more, { "GET /b": handler });
        more.addOutputs({ url: api.url });
      },
    ],
    [
      "a call of addDependency",
      (more, api) => {
        more.addDependency(Stack.of(api));
        api.addRoutes(more, { "GET /b": handler });
      },
    ],
    [
      "a function that was created there",
      (more, api) => {
        const fn = new Function(more, "Fn", { handler, bind: [api] });
        api.addRoutes(Stack.of(api), { "GET /b": fn });
      },
    ],
    [
      "an existing function",
      (more, api) => {
        const fn = new LambdaFunction(more, "Fn", {
          functionName: "fn",
          role: "arn",
          description: api.restApiId,
        });
        api.addRoutes(more, { "GET /b": { cdk: { function: fn } } });
      },
    ],
  ])("names the function literally where its stack waits for the API's: %s", (_, add) => {
    const { app, main, more, api } = twoStacks();
    add(more, api);
    app.synth();
    expect(main.dependencies).toEqual([]);
    expect(more.dependencies).toEqual([main]);
    expect(checkOutput(app.outdir)).toEqual([]);
    const { function_name: name } = only(more, "aws_lambda_function");
    const uris = Object.values(resources(main, "aws_api_gateway_integration")).map(({ uri }) => String(uri));
    expect(uris.filter((uri) => uri.includes(`:function:${name}/invocations`))).toHaveLength(1);
    expect(sources(more)).toEqual(["/dev/GET/b", "/test-invoke-stage/GET/b"]);
    expect(sources(main)).not.toContain("/dev/GET/b");
  });

  test("refuses two stacks that also refer to each other outside of the routes, and names both places", () => {
    const { app, main, more, api } = twoStacks();
    api.addRoutes(more, { "GET /b": { function: { handler, bind: [api] } } });
    main.addOutputs({ name: new Queue(more, "Jobs").queueName });
    const error = failure(() => app.synth());
    expect(error.code).toBe("stack-cycle");
    expect(error.message).toMatch(
      /^dev-notes-More\/\S+: environment\.\S+ refers to "dev-notes-Main\/Api".*dev-notes-Main: output\.name refers to "dev-notes-More\/Jobs"/,
    );
  });

  test("of the API's own stack makes no stack wait", () => {
    const { main, api } = twoStacks();
    api.addRoutes(main, { "GET /b": { function: { handler, bind: [api] } } });
    expect(synthesized(main).resource.aws_api_gateway_method).toBeDefined();
    expect(main.dependencies).toEqual([]);
  });
});

describe("RestV1Api output", () => {
  test("resolves in every reference, without circles and empty blocks", () => {
    const app = testApp({ region: "eu-west-1" });
    const stack = new Stack(app, "Main");
    const check = new Function(stack, "Check", { handler });
    const { api } = restApi(
      {
        authorizers: {
          pool: { type: "user_pools", userPoolIds: ["eu-west-1_a"] },
          token: { type: "fn_token", function: check, validationRegex: "^x{2}$" },
        },
        defaults: { authorizer: "token" },
        customDomain: { domainName: "api.example.com", endpointType: "edge", path: "v1" },
        routes: { "GET /notes/{id}": handler, "ANY /files/{proxy+}": handler, "GET /": handler },
        cdk: { restApi: { cloudWatchRole: true, deployOptions: { loggingLevel: "INFO" } } },
      },
      stack,
    );
    const { restApi: gateway } = api.cdk;
    gateway.addUsagePlan("Plan", { apiStages: [{}] }).addApiKey(gateway.addApiKey("Key"));
    gateway.addModel("Note", { schema: { type: "object" } });
    gateway.addRequestValidator("Body");
    gateway.addGatewayResponse("Denied", { type: "ACCESS_DENIED" });
    api.bind([api]);
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
  });
});

describe("RestV1Api streaming", () => {
  const route = (more: object = {}) => ({
    routes: { "GET /": { function: handler, streaming: true, ...more } },
  });
  /** A stack with a provider that allows five minutes, regardless of the provider package. */
  const former = () => testStack({ provider: { version: "~> 6.25.0" } });
  const integration = (more: object = {}) => {
    const { stack } = plainApi(route(more) as RestV1ApiProps, former());
    return only(stack, "aws_api_gateway_integration");
  };
  test("invokes the function with a streamed response, as long as the provider allows", () => {
    expect(integration()).toMatchObject({
      type: "AWS_PROXY",
      response_transfer_mode: "STREAM",
      timeout_milliseconds: 300_000,
      uri: expect.stringMatching(
        /^arn:aws:apigateway:[\w-]+:lambda:path\/2021-11-15\/functions\/.*:function:dev-notes-Main-Api-Lambda_GET_--\/response-streaming-invocations$/,
      ),
    });
  });
  test("waits longer with a provider that allows it", () => {
    const stack = testStack({ provider: { version: "~> 6.26" } });
    plainApi(route({ cdk: { integration: { timeout: "15 minutes" } } }) as RestV1ApiProps, stack);
    expect(only(stack, "aws_api_gateway_integration").timeout_milliseconds).toBe(900_000);
  });
  test("is switched off by false, and leaves integrations alone that never had it", () => {
    expect(integration({ streaming: false }).response_transfer_mode).toBe("BUFFERED");
    expect(integration({ streaming: undefined })).not.toHaveProperty("response_transfer_mode");
  });
  test("works with existing functions and those of other stacks", () => {
    const app = testApp();
    const [first, second] = [new Stack(app, "First"), new Stack(app, "Second")];
    const cdk = { function: new Function(first, "It", { handler }).cdk.function };
    plainApi({ routes: { "GET /": { streaming: true, cdk } } }, second);
    expect(only(second, "aws_api_gateway_integration").uri).toMatch(
      /2021-11-15.*response-streaming-invocations$/,
    );
  });
  const python = { handler: "main.handler", srcPath: "services/report", runtime: "python3.14" };
  test.each<[string, object, string]>([
    ["a runtime that cannot", { function: python }, "streaming-runtime"],
    ["a mapped response", { cdk: { integration: { proxy: false } } }, "props-exclude"],
    ["another type", { cdk: { integration: { type: "AWS" } } }, "props-exclude"],
    ["a mode beside it", { cdk: { integration: { responseTransferMode: "BUFFERED" } } }, "props-exclude"],
    ["a time-out above the limit", { cdk: { integration: { timeout: "301 seconds" } } }, "out-of-range"],
    ["a text", { streaming: "yes" }, "prop-invalid"],
  ])("refuses %s", (_, more, code) => {
    expect(failure(() => plainApi(route(more) as RestV1ApiProps, former())).code).toBe(code);
  });
});
