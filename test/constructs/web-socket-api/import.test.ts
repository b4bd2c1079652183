import { Apigatewayv2Api } from "@cdktf/provider-aws/lib/apigatewayv2-api";
import { Apigatewayv2Stage } from "@cdktf/provider-aws/lib/apigatewayv2-stage";
import { DataAwsApigatewayv2Api } from "@cdktf/provider-aws/lib/data-aws-apigatewayv2-api";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import type { WebSocketApiProps } from "../../../lib/constructs/web-socket-api";
import type { Stack } from "../../../lib/kit/app";
import { resolveValue } from "../../../lib/kit/core";
import { Function } from "../../../lib/kit/function";
import { inlineStatements, only, resources, synthesized, testStack } from "../../support/stack";
import { failure, invocations, routes } from "../api/support/api";
import { apps, chat, handler, problemsOf } from "./support";

const found = (stack: Stack) => new DataAwsApigatewayv2Api(stack, "Existing", { apiId: "abc123" });
const existing = (stack: Stack) =>
  new Apigatewayv2Api(stack, "Existing", { name: "existing", protocolType: "WEBSOCKET" });
const live = (stack: Stack) => new Apigatewayv2Stage(stack, "Live", { apiId: "abc123", name: "live" });

describe("WebSocketApi on an existing API", () => {
  test.each([
    ["a resource", existing, "aws_apigatewayv2_api.Existing"],
    ["a data source", found, "data.aws_apigatewayv2_api.Existing"],
  ])("which is %s creates a stage on it, and no API", (_, make, address) => {
    const stack = testStack();
    const webSocketApi = make(stack);
    const { api } = chat({ cdk: { webSocketApi }, routes: { send: handler } }, stack);
    expect(api.cdk.webSocketApi).toBe(webSocketApi);
    expect(
      Object.keys(resources(stack, "aws_apigatewayv2_api")).filter((name) => name !== "Existing"),
    ).toEqual([]);
    expect(only(stack, "aws_apigatewayv2_stage")).toMatchObject({ api_id: `\${${address}.id}`, name: "dev" });
    expect(routes(stack).send?.api_id).toBe(`\${${address}.id}`);
    expect(resolveValue(stack, api.url)).toBe(
      `wss://\${${address}.id}.execute-api.us-east-1.amazonaws.com/dev`,
    );
  });

  test("reads only attributes that the data source has", () => {
    const { app, main } = apps();
    const fn = new Function(main, "Check", { handler });
    const authorizer = { type: "fn", function: fn } as const;
    const { api } = chat(
      {
        cdk: { webSocketApi: found(main) },
        authorizer,
        customDomain: "a.example.com",
        routes: { $connect: handler },
      },
      main,
    );
    api.bind([api]);
    main.addOutputs({ url: api.url, callback: api.callbackUrl });
    const attributes = JSON.stringify(synthesized(main)).match(/data\.aws_apigatewayv2_api\.Existing\.\w+/g);
    expect([...new Set(attributes)].sort()).toEqual([
      "data.aws_apigatewayv2_api.Existing.execution_arn",
      "data.aws_apigatewayv2_api.Existing.id",
    ]);
    expect(problemsOf(app)).toEqual([]);
  });

  test("may be in another stack, whose own resources do not change", () => {
    const { main, other } = apps();
    const webSocketApi = existing(main);
    const alone = apps();
    existing(alone.main);
    const before = synthesized(alone.main).resource;
    chat({ cdk: { webSocketApi }, routes: { send: handler } }, other);
    expect(synthesized(main).resource).toEqual(before);
    expect([main.dependencies, other.dependencies]).toEqual([[], [main]]);
  });
});

describe("WebSocketApi on an existing stage", () => {
  function imported(props: WebSocketApiProps = {}) {
    const stack = testStack();
    const webSocketStage = live(stack);
    const cdk = { webSocketApi: found(stack), webSocketStage };
    return { webSocketStage, ...chat({ ...props, cdk }, stack) };
  }

  test("creates only the resources of routes", () => {
    const { stack, api, webSocketStage } = imported({ routes: { send: handler } });
    expect(api.cdk.webSocketStage).toBe(webSocketStage);
    expect(Object.keys(resources(stack, "aws_apigatewayv2_stage"))).toEqual(["Live"]);
    expect(Object.keys(resources(stack, "aws_cloudwatch_log_group"))).toEqual([
      expect.stringMatching(/^Chat_send/),
    ]);
    expect(invocations(stack)).toEqual(["/*/send"]);
  });

  test("has its name in the address and in the permissions of functions, and stays unchanged", () => {
    const { stack, api } = imported({ routes: { send: handler } });
    expect(resolveValue(stack, api.url)).toMatch(/^wss:.*\/live$/);
    expect(JSON.stringify(inlineStatements(stack))).toContain("/live/*/@connections/*");
    expect(only(stack, "aws_apigatewayv2_stage")).toEqual({ api_id: "abc123", name: "live" });
  });

  test.each<[string, WebSocketApiProps]>([
    ["accessLog", { accessLog: false }],
    ["accessLog", { accessLog: true }],
    ["customDomain", { customDomain: "chat.example.com" }],
  ])("refuses %s", (prop, props) => {
    const error = failure(() => imported(props));
    expect(error).toMatchObject({ path: "dev-notes-Main/Chat", prop, code: "imported-stage" });
    expect(error.message).toMatch(/where the stage is created/);
  });

  test.each([undefined, { name: "x" }])("refuses it with cdk.webSocketApi %j", (webSocketApi) => {
    const stack = testStack();
    const error = failure(() => chat({ cdk: { webSocketApi, webSocketStage: live(stack) } }, stack));
    expect(error).toMatchObject({
      path: "dev-notes-Main/Chat",
      prop: "cdk.webSocketStage",
      code: "stage-without-api",
    });
    expect(error.message).toMatch(/cdk\.webSocketApi too/);
  });
});

test.each([
  ["webSocketApi", "aws_apigatewayv2_api"],
  ["webSocketStage", "aws_apigatewayv2_stage"],
])("cdk.%s refuses an object of another type", (key, type) => {
  const stack = testStack();
  const error = failure(() => chat({ cdk: { [key]: new SqsQueue(stack, "Queue") } }, stack));
  expect(error).toMatchObject({ path: "dev-notes-Main/Chat", prop: `cdk.${key}`, code: "import-wrong-type" });
  expect(error.message).toMatch(new RegExp(`aws_sqs_queue.*${type}`, "s"));
});
