import { functionsOf } from "../../../lib/local";
import type { Values } from "../../../lib/model";
import { testModel } from "../support/model";

const settingsOf = (values: Values) => {
  const required = { function_name: "fn", handler: "index.handler" };
  const [settings] = functionsOf(testModel({ aws_lambda_function: { A: { ...required, ...values } } }));
  return settings;
};

describe("Settings of a function", () => {
  test("have Lambda's defaults", () => {
    expect(settingsOf({})).toEqual({
      id: "Main/aws_lambda_function.A",
      name: "fn",
      arn: "arn:aws:lambda:us-east-1:123456789012:function:fn",
      region: "us-east-1",
      runtime: undefined,
      handler: "index.handler",
      architecture: "x86_64",
      timeoutSeconds: 3,
      memoryMb: 128,
      variables: {},
      reservedConcurrency: undefined,
      logGroup: "/aws/lambda/fn",
      code: {},
    });
  });
  test("are read from the attributes of the resource", () => {
    const settings = settingsOf({
      arn: "arn:aws:lambda:eu-west-1:123456789012:function:fn",
      runtime: "nodejs24.x",
      architectures: ["arm64"],
      timeout: 30,
      memory_size: 512,
      environment: [{ variables: { STAGE: "dev" } }],
      reserved_concurrent_executions: 0,
      logging_config: [{ log_group: "/own" }],
    });
    expect(settings).toMatchObject({
      region: "eu-west-1",
      runtime: "nodejs24.x",
      architecture: "arm64",
      timeoutSeconds: 30,
      memoryMb: 512,
      variables: { STAGE: "dev" },
      reservedConcurrency: 0,
      logGroup: "/own",
    });
  });
  test.each([
    [{ log_format: "JSON", application_log_level: "WARN" }, "WARN"],
    [{ log_format: "JSON" }, "INFO"],
    [{ log_format: "Text" }, undefined],
  ])("have the level of JSON logs: %j", (config, level) => {
    expect(settingsOf({ logging_config: [config] })?.jsonLogLevel).toBe(level);
  });
  test("have no reserved concurrency for -1", () => {
    expect(settingsOf({ reserved_concurrent_executions: -1 })?.reservedConcurrency).toBeUndefined();
  });
});
