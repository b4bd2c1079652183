import type { RestV1ApiDeployOptions, RestV1ApiProps } from "../../../lib/constructs/rest-v1-api";
import { RestV1Api } from "../../../lib/constructs/rest-v1-api";
import { Stack } from "../../../lib/kit/app";
import { defaultFormat } from "../../../lib/kit/gateway/access-log";
import { standardErrorOf } from "../../support/environment";
import { only, resources, testApp, testStack } from "../../support/stack";
import { counts, failure, restApi } from "./support";

function stage(deployOptions: RestV1ApiDeployOptions, props: RestV1ApiProps = {}) {
  const { stack, api } = restApi({ ...props, cdk: { restApi: { deployOptions } } });
  return { stack, api, stage: only(stack, "aws_api_gateway_stage") };
}

describe("RestV1Api stage", () => {
  test("is named as the app's stage and traced", () => {
    expect(stage({}).stage).toMatchObject({ stage_name: "dev", xray_tracing_enabled: true });
  });

  test("stageName is part of the address and of permissions", () => {
    const routes = { "GET /": "functions/notes.get" };
    const { stage: made, api, stack } = stage({ stageName: "v1", tracingEnabled: false }, { routes });
    expect(made).toMatchObject({ stage_name: "v1", xray_tracing_enabled: false });
    expect(api.url).toMatch(/\/v1\/$/);
    expect(Object.values(resources(stack, "aws_lambda_permission"))[0]?.source_arn).toMatch(/\/v1\/GET\/$/);
  });

  test("only another name makes another one", () => {
    const first = stage({ stageName: "v1" }, { accessLog: false }).stage;
    const { stage: next } = stage({ stageName: "v2" }, { accessLog: false });
    expect(next).toEqual({ ...first, stage_name: "v2" });
  });

  test("keys of the provider reach the stage", () => {
    const { stage: made } = stage({ variables: { host: "x" }, description: "y" });
    expect(made).toMatchObject({ variables: { host: "x" }, description: "y" });
  });

  test("settings of methods are one resource for all of them", () => {
    const settings = {
      metricsEnabled: true,
      loggingLevel: "ERROR",
      dataTraceEnabled: false,
      throttlingBurstLimit: 5,
      throttlingRateLimit: 0.5,
      cachingEnabled: true,
      cacheTtlInSeconds: 60,
      cacheDataEncrypted: true,
    } as const;
    const { stack, stage: made } = stage(settings);
    expect(only(stack, "aws_api_gateway_method_settings")).toMatchObject({
      method_path: "*/*",
      stage_name: expect.stringMatching(/^\$\{aws_api_gateway_stage\..*\.stage_name\}$/),
      settings: {
        metrics_enabled: true,
        logging_level: "ERROR",
        data_trace_enabled: false,
        throttling_burst_limit: 5,
        throttling_rate_limit: 0.5,
        caching_enabled: true,
        cache_ttl_in_seconds: 60,
        cache_data_encrypted: true,
      },
    });
    expect(made).toMatchObject({ cache_cluster_enabled: true, cache_cluster_size: "0.5" });
  });

  test("without settings there is no resource for them", () => {
    expect(counts(stage({}).stack).aws_api_gateway_method_settings).toBeUndefined();
  });

  test.each<[string, object, string, string]>([
    ["restApiId", { restApiId: "x" }, "cdk.restApi.deployOptions", "key-rejected"],
    ["deploymentId", { deploymentId: "x" }, "cdk.restApi.deployOptions", "key-rejected"],
    ["an unknown key", { stagename: "x" }, "cdk.restApi.deployOptions", "key-unknown"],
    ["a name with a slash", { stageName: "a/b" }, "cdk.restApi.deployOptions.stageName", "prop-invalid"],
  ])("refuses %s", (_, options, prop, code) => {
    expect(failure(() => stage(options))).toMatchObject({ path: "dev-notes-Main/Api", prop, code });
  });
});

describe("RestV1Api access log", () => {
  test.each([undefined, true])("accessLog %p is a log group with the default format", (accessLog) => {
    const { stack, api } = restApi({ accessLog });
    expect(only(stack, "aws_cloudwatch_log_group")).toEqual({
      name: expect.stringMatching(
        /^\/aws\/vendedlogs\/apis\/dev-notes-Api-\$\{aws_api_gateway_rest_api\..*\.id\}\/dev$/,
      ),
      retention_in_days: 365,
    });
    expect(only(stack, "aws_api_gateway_stage").access_log_settings).toEqual({
      destination_arn: expect.stringMatching(/^\$\{aws_cloudwatch_log_group\..*\.arn\}$/),
      format: defaultFormat("rest"),
    });
    expect(api.cdk.accessLogGroup).toBeDefined();
  });

  test("accessLog false leaves out both", () => {
    const { stack, api } = restApi({ accessLog: false });
    expect(only(stack, "aws_api_gateway_stage").access_log_settings).toBeUndefined();
    expect(counts(stack).aws_cloudwatch_log_group).toBeUndefined();
    expect(api.cdk.accessLogGroup).toBeUndefined();
  });

  test("a string is another format", () => {
    const { stack } = restApi({ accessLog: "$context.requestId" });
    expect(only(stack, "aws_api_gateway_stage").access_log_settings).toMatchObject({
      format: "$context.requestId",
    });
  });

  test("a destination of the caller's needs no log group", () => {
    const destinationArn = "arn:aws:logs:us-east-1:123456789012:log-group:mine";
    const { stack, api } = restApi({ accessLog: { destinationArn } });
    expect(only(stack, "aws_api_gateway_stage").access_log_settings).toMatchObject({
      destination_arn: destinationArn,
    });
    expect(api.cdk.accessLogGroup).toBeUndefined();
  });

  test("retention has every literal but three_years", () => {
    const { stack } = restApi({ accessLog: { retention: "two_weeks" } });
    expect(only(stack, "aws_cloudwatch_log_group").retention_in_days).toBe(14);
    const error = failure(() => restApi({ accessLog: { retention: "three_years" as never } }));
    expect(error).toMatchObject({ prop: "accessLog.retention" });
    expect(error.message).toContain('"three_years"');
  });

  test("refuses accessLog together with access log settings of the stage, which create no log group", () => {
    const destinationArn = "arn:aws:logs:us-east-1:111122223333:log-group:mine";
    const accessLogSettings = { destinationArn, format: "$context.requestId" };
    expect(counts(stage({ accessLogSettings }).stack).aws_cloudwatch_log_group).toBeUndefined();
    const error = failure(() => stage({ accessLogSettings }, { accessLog: true }));
    expect(error).toMatchObject({ prop: "accessLog", code: "props-exclude" });
  });
});

describe("RestV1Api cloudWatchRole", () => {
  const accountOf = (stack: Stack) => only(stack, "aws_api_gateway_account");

  test("makes the account's log role, for which the stage waits, once per stack", () => {
    const stack = testStack();
    for (const id of ["One", "Two"]) new RestV1Api(stack, id, { cdk: { restApi: { cloudWatchRole: true } } });
    expect(accountOf(stack).cloudwatch_role_arn).toMatch(/^\$\{aws_iam_role\..*\.arn\}$/);
    expect(only(stack, "aws_iam_role_policy_attachment").policy_arn).toBe(
      "arn:aws:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs",
    );
    const [stage] = Object.values(resources(stack, "aws_api_gateway_stage"));
    expect(stage?.depends_on).toEqual([expect.stringMatching(/^aws_api_gateway_account\./)]);
  });

  test("without it the library does not change the account, and prints one notice", () => {
    const app = testApp();
    const stack = new Stack(app, "Main");
    for (const id of ["One", "Two"]) new RestV1Api(stack, id);
    expect(resources(stack, "aws_api_gateway_account")).toEqual({});
    expect(standardErrorOf(() => app.synth()).match(/need the account's log role/g)).toHaveLength(1);
  });

  test("refuses a value that is not a boolean", () => {
    const cloudWatchRole = "yes" as never;
    expect(failure(() => restApi({ cdk: { restApi: { cloudWatchRole } } })).prop).toBe(
      "cdk.restApi.cloudWatchRole",
    );
  });
});
