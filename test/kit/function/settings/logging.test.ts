import { TerraformVariable } from "cdktf";
import { Function, type FunctionProps } from "../../../../lib/kit/function";
import { only, testStack } from "../../../support/stack";

const handler = "functions/notes.get";
const ownLogGroup = expect.stringMatching(/^\$\{aws_cloudwatch_log_group\.Get_LogGroup_\w+\.name\}$/);

function loggingOf(logging: FunctionProps["logging"], stack = testStack()) {
  new Function(stack, "Get", { handler, logging });
  return only(stack, "aws_lambda_function").logging_config;
}

describe("logging", () => {
  test.each<[FunctionProps["logging"], object]>([
    [{}, { log_format: "Text" }],
    [{ format: "text" }, { log_format: "Text" }],
    [{ format: "json" }, { log_format: "JSON", application_log_level: "INFO", system_log_level: "INFO" }],
    [
      { format: "json", level: "trace", systemLevel: "warn" },
      { log_format: "JSON", application_log_level: "TRACE", system_log_level: "WARN" },
    ],
    [
      { format: "json", level: "fatal" },
      { log_format: "JSON", application_log_level: "FATAL", system_log_level: "INFO" },
    ],
  ])("%j is the config of the logs, in the function's own group", (logging, config) => {
    expect(loggingOf(logging)).toEqual({ ...config, log_group: ownLogGroup });
  });
  test("may be references", () => {
    const stack = testStack();
    const format = new TerraformVariable(stack, "format", {}).stringValue as "json";
    const level = new TerraformVariable(stack, "level", {}).stringValue as "warn";
    expect(loggingOf({ format, level }, stack)).toMatchObject({
      log_format: "${var.format}",
      application_log_level: "${var.level}",
    });
  });
  test("is a default of all functions, which a function replaces", () => {
    const stack = testStack();
    stack.setDefaultFunctionProps({ logging: { format: "json", level: "warn" } });
    expect(loggingOf(undefined, stack)).toMatchObject({ application_log_level: "WARN" });
    const other = testStack();
    other.setDefaultFunctionProps({ logging: { format: "json", level: "warn" } });
    expect(loggingOf({ format: "text" }, other)).toEqual({ log_format: "Text", log_group: ownLogGroup });
  });
  test("leaves the retention of the group to logRetention", () => {
    const stack = testStack();
    new Function(stack, "Get", { handler, logging: { format: "json" }, logRetention: "one_week" });
    expect(only(stack, "aws_cloudwatch_log_group")).toEqual({
      name: "/aws/lambda/dev-notes-Main-Get",
      retention_in_days: 7,
    });
  });
  test.each<[object | string, RegExp]>([
    ["json", /logging is "json"\.\n.*a plain object: \{ format, level, systemLevel \}/],
    [{ logGroup: "x" }, /logging has the key "logGroup"/],
    [{ format: "JSON" }, /logging\.format is "JSON"\.\n.*Did you mean "json"/],
    [{ format: "json", level: "warning" }, /logging\.level is "warning"\.\n.*"warn"/],
    [{ format: "json", systemLevel: "error" }, /logging\.systemLevel is "error"\.\n.*"warn"/],
    [{ level: "debug" }, /logging\.level is given without logging\.format: "json"\.\n.*\[prop-needs\]/s],
    [
      { format: "text", systemLevel: "warn" },
      /logging\.systemLevel is given without logging\.format: "json"/,
    ],
  ])("%j is refused", (logging, message) => {
    expect(() => loggingOf(logging as FunctionProps["logging"])).toThrow(message);
  });
});
