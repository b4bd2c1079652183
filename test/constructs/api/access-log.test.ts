import { Api, type ApiProps } from "../../../lib/constructs/api";
import { only, resources, testStack } from "../../support/stack";
import { failure } from "./support/api";

function logged(accessLog: ApiProps["accessLog"], httpApi = {}) {
  const stack = testStack();
  const api = new Api(stack, "Api", { accessLog, cdk: { httpApi } });
  return { stack, api };
}

describe("Api access logs", () => {
  test.each([undefined, true])("%p writes JSON into a log group of the stage", (accessLog) => {
    const { stack, api } = logged(accessLog);
    const settings = only(stack, "aws_apigatewayv2_stage").access_log_settings as { format: string };
    expect(Object.keys(JSON.parse(settings.format.replace(/:(\$[\w.]+)/g, ':"$1"')))).toEqual([
      "requestTime",
      "requestId",
      "httpMethod",
      "path",
      "routeKey",
      "status",
      "responseLatency",
      "integrationRequestId",
      "integrationStatus",
      "integrationLatency",
      "integrationServiceStatus",
      "ip",
      "userAgent",
      "cognitoIdentityId",
    ]);
    expect(only(stack, "aws_cloudwatch_log_group").retention_in_days).toBe(365);
    expect(api.cdk.accessLogGroup).toBeDefined();
  });

  test("false writes none", () => {
    const { stack, api } = logged(false);
    expect(only(stack, "aws_apigatewayv2_stage")).not.toHaveProperty("access_log_settings");
    expect(resources(stack, "aws_cloudwatch_log_group")).toEqual({});
    expect(api.cdk.accessLogGroup).toBeUndefined();
  });

  test("a string is the format", () => {
    const { stack } = logged("$context.requestId,$context.status");
    expect(only(stack, "aws_apigatewayv2_stage").access_log_settings).toMatchObject({
      format: "$context.requestId,$context.status",
    });
  });

  test("the log group is called after API and stage", () => {
    const { stack } = logged(true);
    expect(only(stack, "aws_cloudwatch_log_group").name).toMatch(
      /^\/aws\/vendedlogs\/apis\/dev-notes-Api-\$\{aws_apigatewayv2_api\.Api_[0-9A-F]+\.id\}\/default$/,
    );
  });

  test.each([
    ["two_weeks", 14],
    ["infinite", undefined],
  ] as const)("retention %s keeps lines for %p days", (retention, days) => {
    expect(only(logged({ retention }).stack, "aws_cloudwatch_log_group").retention_in_days).toBe(days);
  });

  test("a destination of the caller's makes no log group", () => {
    const destinationArn = "arn:aws:logs:us-east-1:123456789012:log-group:mine";
    const { stack, api } = logged({ destinationArn });
    expect(only(stack, "aws_apigatewayv2_stage").access_log_settings).toMatchObject({
      destination_arn: destinationArn,
    });
    expect(resources(stack, "aws_cloudwatch_log_group")).toEqual({});
    expect(api.cdk.accessLogGroup).toBeUndefined();
  });

  test.each([
    ["an unknown retention", { retention: "one_decade" }, "accessLog.retention", /"one_decade"/],
    ["an unknown key", { retenton: "one_day" }, "accessLog", /"retenton".*"retention"/s],
    ["a number", 3, "accessLog", /3.*true, false/s],
  ])("refuses %s, also without any stage", (_, accessLog, prop, message) => {
    for (const httpApi of [{}, { createDefaultStage: false }]) {
      const error = failure(() => logged(accessLog as ApiProps["accessLog"], httpApi));
      expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop });
      expect(error.message).toMatch(message);
    }
  });
});
