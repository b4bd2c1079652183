import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Testing } from "cdktf";
import type { Stack } from "../../../../lib/kit/app";
import { Function, type FunctionProps } from "../../../../lib/kit/function";
import { inlineActions, only, resources, synthesized, testStack } from "../../../support/stack";

const handler = "functions/notes.get";
const fnName = expect.stringMatching(/^\$\{aws_lambda_function\.Get_Function_\w+\.function_name\}$/);
const fnVersion = expect.stringMatching(/^\$\{aws_lambda_function\.Get_Function_\w+\.version\}$/);

function published(currentVersionOptions?: FunctionProps["currentVersionOptions"]) {
  const stack = testStack();
  const fn = new Function(stack, "Get", { handler, currentVersionOptions });
  return { stack, fn, version: fn.currentVersion };
}

describe("currentVersion", () => {
  test("publishes once it is read", () => {
    const declare = (stack: Stack) =>
      new Function(stack, "Get", { handler, currentVersionOptions: { provisionedConcurrentExecutions: 1 } });
    const unread = testStack();
    declare(unread);
    expect(only(unread, "aws_lambda_function")).not.toHaveProperty("publish");
    expect(resources(unread, "aws_lambda_provisioned_concurrency_config")).toEqual({});
    const stack = testStack();
    const fn = declare(stack);
    expect(fn.currentVersion).toBe(fn.currentVersion);
    expect(only(stack, "aws_lambda_function").publish).toBe(true);
  });
  test("names the version and its qualified ARNs", () => {
    const { stack, version } = published();
    stack.addOutputs({ ...version });
    const values = Object.entries(synthesized(stack).output).map(([name, { value }]) => [name, value]);
    expect(Object.fromEntries(values)).toEqual({
      version: fnVersion,
      functionName: "dev-notes-Main-Get",
      functionArn: expect.stringMatching(/\.qualified_arn\}$/),
      invokeArn: expect.stringMatching(/\.qualified_invoke_arn\}$/),
    });
  });
  test("has the description and provisioned concurrency of its options", () => {
    const { stack } = published({ description: "Stable", provisionedConcurrentExecutions: 3 });
    expect(only(stack, "aws_lambda_function").description).toBe("Stable");
    expect(only(stack, "aws_lambda_provisioned_concurrency_config")).toEqual({
      function_name: fnName,
      qualifier: fnVersion,
      provisioned_concurrent_executions: 3,
    });
  });
  test("has its own configuration of asynchronous invocations", () => {
    const stack = testStack();
    const onFailure = new SqsQueue(stack, "Failed");
    const fn = new Function(stack, "Get", {
      handler,
      currentVersionOptions: { retryAttempts: 0, maxEventAge: "1 hour", onFailure },
    });
    expect(fn.currentVersion.functionName).toBe("dev-notes-Main-Get");
    expect(only(stack, "aws_lambda_function_event_invoke_config")).toEqual({
      function_name: fnName,
      qualifier: fnVersion,
      maximum_retry_attempts: 0,
      maximum_event_age_in_seconds: 3600,
      destination_config: { on_failure: { destination: "${aws_sqs_queue.Failed.arn}" } },
      depends_on: [expect.stringMatching(/^aws_iam_role_policy\.Get_Policies_Base/)],
    });
    expect(inlineActions(stack)).toContain("sqs:SendMessage");
  });
  test("has its settings before aliases lead to it", () => {
    const { stack, fn } = published({ retryAttempts: 0, provisionedConcurrentExecutions: 1 });
    fn.addAlias("live");
    fn.addAlias("old", { version: "1" });
    const { resource } = synthesized(stack);
    const aliases = Object.values(resource.aws_lambda_alias ?? {});
    expect(aliases.map(({ name, depends_on }) => [name, depends_on])).toEqual([
      [
        "live",
        [
          expect.stringMatching(/^aws_lambda_function_event_invoke_config\.Get_CurrentVersion_/),
          expect.stringMatching(/^aws_lambda_provisioned_concurrency_config\.Get_CurrentVersion_/),
        ],
      ],
      ["old", undefined],
    ]);
  });
  test.each<[object, RegExp]>([
    [{ retries: 1 }, /currentVersionOptions has the key "retries"/],
    [{ retryAttempts: 3 }, /currentVersionOptions\.retryAttempts is 3, outside 0 to 2/],
    [
      { maxEventAge: "1 second" },
      /currentVersionOptions\.maxEventAge is "1 second", outside 60 seconds to 6 hours/,
    ],
    [
      { provisionedConcurrentExecutions: 0 },
      /currentVersionOptions\.provisionedConcurrentExecutions is 0, outside 1/,
    ],
  ])("refuses the options %j, also before it is read", (options, message) => {
    expect(() => new Function(testStack(), "Get", { handler, currentVersionOptions: options })).toThrow(
      message,
    );
    expect(() => new Function(testStack(), "Get", { handler, currentVersionOptions: options })).toThrow(
      /^dev-notes-Main\/Get: /,
    );
  });
});

describe("addAlias", () => {
  const create = () => {
    const stack = testStack();
    return { stack, fn: new Function(stack, "Get", { handler }) };
  };
  test("points to the current version", () => {
    const { stack, fn } = create();
    expect(fn.addAlias("live").terraformResourceType).toBe("aws_lambda_alias");
    expect(only(stack, "aws_lambda_alias")).toEqual({
      name: "live",
      function_name: fnName,
      function_version: fnVersion,
    });
    expect(only(stack, "aws_lambda_function").publish).toBe(true);
  });
  test("takes a version, a description and weights", () => {
    const { stack, fn } = create();
    fn.addAlias("live", { version: "7", description: "Stable", weights: { 8: 0.1 } });
    expect(only(stack, "aws_lambda_alias")).toEqual({
      name: "live",
      function_name: fnName,
      function_version: "7",
      description: "Stable",
      routing_config: { additional_version_weights: { 8: 0.1 } },
    });
    expect(only(stack, "aws_lambda_function")).not.toHaveProperty("publish");
  });
  test("keeps executions initialised", () => {
    const { stack, fn } = create();
    fn.addAlias("live", { provisionedConcurrentExecutions: 2, weights: {} });
    expect(only(stack, "aws_lambda_provisioned_concurrency_config")).toEqual({
      function_name: fnName,
      qualifier: expect.stringMatching(/^\$\{aws_lambda_alias\.Get_Alias_live_Alias_\w+\.name\}$/),
      provisioned_concurrent_executions: 2,
    });
    expect(only(stack, "aws_lambda_alias")).not.toHaveProperty("routing_config");
  });
  test.each<[string, object, RegExp]>([
    ["my alias", {}, /addAlias\("my alias"\) is "my alias"\.\n.*letters, digits, - and _/],
    ["7", {}, /addAlias\("7"\) is "7"/],
    ["live", { weight: 1 }, /addAlias\("live"\) has the key "weight"/],
    ["live", { weights: { 8: 1.5 } }, /addAlias\("live"\)\.weights\["8"\] is 1\.5, outside 0 to 1/],
    [
      "live",
      { provisionedConcurrentExecutions: 0 },
      /addAlias\("live"\)\.provisionedConcurrentExecutions is 0/,
    ],
  ])("refuses %p with %j", (name, props, message) => {
    expect(() => create().fn.addAlias(name, props)).toThrow(message);
  });
  test("refuses a name that exists", () => {
    const { stack, fn } = create();
    fn.addAlias("live");
    expect(() => fn.addAlias("live")).toThrow(/addAlias\("live"\) is "Alias_live", which .* already/);
    expect(() => Testing.synth(stack)).not.toThrow();
  });
});
