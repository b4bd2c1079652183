import { WebSocketApi, type WebSocketApiProps } from "../../../lib/constructs/web-socket-api";
import { Stack } from "../../../lib/kit/app";
import { resolveValue } from "../../../lib/kit/core";
import { Function } from "../../../lib/kit/function";
import { inlineStatements, only, resources, testApp, testStack } from "../../support/stack";
import { failure, invocations } from "../api/support/api";
import { apps, chat, handler, problemsOf } from "./support";

/** The dependencies of the one stage, by type. */
const awaited = (stack: Stack) =>
  ((only(stack, "aws_apigatewayv2_stage").depends_on ?? []) as string[]).map((each) => each.split(".")[0]);

describe("the stage of a WebSocketApi", () => {
  test("is called as the app's stage and deploys by itself", () => {
    expect(only(chat({ accessLog: false }).stack, "aws_apigatewayv2_stage")).toEqual({
      api_id: expect.stringMatching(/^\$\{aws_apigatewayv2_api\..+\.id\}$/),
      auto_deploy: true,
      name: "dev",
    });
  });

  test("only another name makes another one", () => {
    const stageOf = (name: string) =>
      only(chat({ cdk: { webSocketStage: { name } }, accessLog: false }).stack, "aws_apigatewayv2_stage");
    expect(stageOf("v2")).toEqual({ ...stageOf("v1"), name: "v2" });
  });

  test.each([{ stageName: "v1" }, { name: "v1" }, { name: "v1", stageName: "v2" }])(
    "%j changes its name in the address and in the permissions of functions",
    (webSocketStage) => {
      const { stack, api } = chat({ cdk: { webSocketStage }, routes: { send: handler } });
      expect(only(stack, "aws_apigatewayv2_stage")).toMatchObject({ name: "v1", auto_deploy: true });
      expect(only(stack, "aws_apigatewayv2_stage")).not.toHaveProperty("stageName");
      expect(resolveValue(stack, api.url)).toMatch(/\/v1$/);
      expect(JSON.stringify(inlineStatements(stack))).toContain("/v1/*/@connections/*");
      const names = Object.values(resources(stack, "aws_cloudwatch_log_group")).map(({ name }) => name);
      expect(names).toContainEqual(expect.stringMatching(/^\/aws\/vendedlogs\/apis\/.*\/v1$/));
    },
  );

  test("takes keys of the provider", () => {
    const throttle = { throttlingRateLimit: 5, throttlingBurstLimit: 5 };
    const { stack } = chat({
      cdk: { webSocketStage: { autoDeploy: false, defaultRouteSettings: throttle } },
    });
    expect(only(stack, "aws_apigatewayv2_stage")).toMatchObject({
      auto_deploy: false,
      default_route_settings: { throttling_rate_limit: 5, throttling_burst_limit: 5 },
    });
  });

  test("goes live after every permission of its stack, the authorizer's too", () => {
    const app = testApp();
    const stack = new Stack(app, "Main");
    const fn = new Function(stack, "Check", { handler });
    const routes = { $connect: handler, send: handler };
    const { api } = chat({ authorizer: { type: "fn", function: fn }, routes }, stack);
    api.bind([api]);
    const permissions = Object.keys(resources(stack, "aws_lambda_permission")).sort();
    expect(only(stack, "aws_apigatewayv2_stage").depends_on).toEqual(
      permissions.map((name) => `aws_lambda_permission.${name}`),
    );
    expect(permissions).toHaveLength(3);
    expect(problemsOf(app)).toEqual([]);
  });

  test("does not wait for permissions of another stack", () => {
    const { main, other } = apps();
    new WebSocketApi(main, "Chat", { routes: { send: handler } }).addRoutes(other, { leave: handler });
    expect(invocations(other)).toHaveLength(1);
    expect(awaited(main)).toEqual(["aws_lambda_permission"]);
  });

  test("also waits for the resources that the caller names", () => {
    const stack = testStack();
    const fn = new Function(stack, "First", { handler });
    const { cdk } = fn;
    chat({ cdk: { webSocketStage: { dependsOn: [cdk.function] } }, routes: { send: fn } }, stack);
    expect(awaited(stack)).toEqual(["aws_lambda_function", "aws_lambda_permission"]);
  });

  test.each<[string, object | string, string, string, RegExp]>([
    ["domainMapping", { domainMapping: {} }, "", "key-rejected", /customDomain/],
    ["apiId", { apiId: "a" }, "", "key-rejected", /belongs to/],
    ["an unknown key", { stage: "x" }, "", "key-unknown", /stageName/],
    ["a name with odd characters", { stageName: "a b" }, ".stageName", "prop-invalid", /"a b".*letters/s],
    ["an empty name", { name: "" }, ".name", "prop-invalid", /""/],
    ["a name", "v1", "", "prop-invalid", /"v1".*plain object/s],
  ])("refuses %s", (_, webSocketStage, end, code, message) => {
    const error = failure(() => chat({ cdk: { webSocketStage } as WebSocketApiProps["cdk"] }));
    expect(error).toMatchObject({ path: "dev-notes-Main/Chat", prop: `cdk.webSocketStage${end}`, code });
    expect(error.message).toMatch(message);
  });
});

const logged = {
  requestTime: "$context.requestTime",
  requestId: "$context.requestId",
  eventType: "$context.eventType",
  routeKey: "$context.routeKey",
  status: "$context.status",
  integrationRequestId: "$context.awsEndpointRequestId",
  integrationStatus: "$context.integrationStatus",
  integrationLatency: "$context.integrationLatency",
  integrationServiceStatus: "$context.integration.integrationStatus",
  ip: "$context.identity.sourceIp",
  userAgent: "$context.identity.userAgent",
  cognitoIdentityId: "$context.identity.cognitoIdentityId",
  connectedAt: "$context.connectedAt",
  connectionId: "$context.connectionId",
};

describe("access logs of a WebSocketApi", () => {
  test.each([undefined, true])("%p writes JSON into a log group of the stage", (accessLog) => {
    const { stack, api } = chat({ accessLog });
    const settings = only(stack, "aws_apigatewayv2_stage").access_log_settings as { format: string };
    expect(JSON.parse(settings.format.replace(/:(\$[\w.]+)/g, ':"$1"'))).toEqual(logged);
    expect(settings.format).toMatch(/"status":\$context\.status,/);
    expect(only(stack, "aws_cloudwatch_log_group")).toEqual({
      name: expect.stringMatching(
        /^\/aws\/vendedlogs\/apis\/dev-notes-Chat-\$\{aws_apigatewayv2_api\.\w+\.id\}\/dev$/,
      ),
      retention_in_days: 365,
    });
    expect(api.cdk.accessLogGroup).toBeDefined();
  });

  test.each<[WebSocketApiProps["accessLog"], WebSocketApiProps["cdk"]]>([
    [false, {}],
    [{ destinationArn: "arn:aws:logs:us-east-1:123456789012:log-group:mine" }, {}],
    [
      undefined,
      {
        webSocketStage: {
          accessLogSettings: {
            destinationArn: "arn:aws:logs:us-east-1:111122223333:log-group:x",
            format: "f",
          },
        },
      },
    ],
  ])("%j with %j makes no log group", (accessLog, cdk) => {
    const { stack, api } = chat({ accessLog, cdk });
    expect(resources(stack, "aws_cloudwatch_log_group")).toEqual({});
    expect(api.cdk.accessLogGroup).toBeUndefined();
    expect("access_log_settings" in only(stack, "aws_apigatewayv2_stage")).toBe(accessLog !== false);
  });

  test("take a format and a retention", () => {
    const { stack } = chat({ accessLog: { format: "$context.requestId", retention: "two_weeks" } });
    expect(only(stack, "aws_apigatewayv2_stage").access_log_settings).toMatchObject({
      format: "$context.requestId",
    });
    expect(only(stack, "aws_cloudwatch_log_group").retention_in_days).toBe(14);
  });

  test("refuse an unknown retention before anything is created", () => {
    const stack = testStack();
    const error = failure(() => chat({ accessLog: { retention: "two_week" as "two_weeks" } }, stack));
    expect(error).toMatchObject({
      path: "dev-notes-Main/Chat",
      prop: "accessLog.retention",
      code: "literal-unknown",
    });
    expect(error.message).toMatch(/"two_week".*"two_weeks"/s);
    expect(stack.node.findChild("Chat").node.children).toEqual([]);
  });
});

describe("the account's log role", () => {
  const cdk = { webSocketApi: { cloudWatchRole: true } };

  /** The notices of a synthesis about the log role. */
  function notes(...props: WebSocketApiProps[]) {
    const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
    const app = testApp();
    const stack = new Stack(app, "Main");
    props.forEach((each, index) => {
      new WebSocketApi(stack, `Chat${index}`, each);
    });
    app.synth();
    const said = write.mock.calls.join("").split("\n");
    write.mockRestore();
    return said.filter((line) => line.includes("log role")).length;
  }

  test.each<[string, WebSocketApiProps[], number]>([
    ["two APIs with access logs", [{}, {}], 1],
    ["no access log", [{ accessLog: false }], 0],
    ["a first one that makes it", [{ cdk }, {}], 0],
    ["a second one that makes it", [{}, { cdk }], 0],
  ])("with %s is named in this number of notices: %#", (_, props, times) => {
    expect(notes(...props)).toBe(times);
  });

  test("is made once for all APIs of a stack, and every logging stage waits for it", () => {
    const stack = testStack();
    new WebSocketApi(stack, "One");
    for (const id of ["Two", "Three"]) new WebSocketApi(stack, id, { cdk });
    new WebSocketApi(stack, "Silent", { accessLog: false });
    expect(only(stack, "aws_api_gateway_account")).toMatchObject({ cloudwatch_role_arn: expect.any(String) });
    const waiting = Object.values(resources(stack, "aws_apigatewayv2_stage")).filter((stage) =>
      String(stage.depends_on).includes("aws_api_gateway_account."),
    );
    expect(waiting).toHaveLength(3);
    expect(JSON.stringify(resources(stack, "aws_apigatewayv2_api"))).not.toMatch(/cloud_?watch_?role/i);
  });

  test("is not made unless asked for", () => {
    const { stack } = chat({ cdk: { webSocketApi: { cloudWatchRole: false } } });
    expect(resources(stack, "aws_api_gateway_account")).toEqual({});
  });
});
