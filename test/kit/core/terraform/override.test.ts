import { DataAwsSqsQueue } from "@cdktf/provider-aws/lib/data-aws-sqs-queue";
import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { PipesPipe } from "@cdktf/provider-aws/lib/pipes-pipe";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { TerraformOutput, Token } from "cdktf";
import { checkLimit, checkOverride, findImport, isProviderObject, overlay } from "../../../../lib/kit/core";
import { namedLimits } from "../../../../lib/kit/core/limits/named";
import { testStack } from "../../../support/stack";

describe("a provider object", () => {
  test("is known by its type, as resource and as data source", () => {
    const stack = testStack();
    const [queue, read] = [new SqsQueue(stack, "One"), new DataAwsSqsQueue(stack, "Two", { name: "q" })];
    for (const each of [queue, read]) {
      expect(isProviderObject(each)).toBe(true);
      expect(isProviderObject(each, "aws_sns_topic", "aws_sqs_queue")).toBe(true);
      expect(isProviderObject(each, "aws_sns_topic")).toBe(false);
    }
    for (const other of [stack, {}, null, "aws_sqs_queue"]) expect(isProviderObject(other)).toBe(false);
  });
  test("is an import; anything else is not", () => {
    const stack = testStack();
    const queue = new SqsQueue(stack, "One");
    expect(findImport(stack, "cdk.queue", queue, "aws_sqs_queue")).toBe(queue);
    expect(findImport(stack, "cdk.queue", { name: "q" }, "aws_sqs_queue")).toBeUndefined();
    expect(findImport(stack, "cdk.queue", undefined, "aws_sqs_queue")).toBeUndefined();
  });
  test("of another type is refused as an import", () => {
    const stack = testStack();
    const queue = new SqsQueue(stack, "One");
    expect(() => findImport(stack, "cdk.topic", queue, "aws_sns_topic")).toThrow(
      /^dev-notes-Main: cdk\.topic is an object of type aws_sqs_queue\.\n.*"aws_sns_topic", or a plain object/,
    );
    const output = new TerraformOutput(stack, "Two", { value: 1 });
    expect(() => findImport(stack, "cdk.topic", output, "aws_sns_topic")).toThrow(
      /object of type TerraformOutput/,
    );
  });
});

describe("a partial config", () => {
  const check =
    (config: unknown, keys = {}) =>
    () =>
      checkOverride("Main/Get", "cdk.function", config, LambdaFunction, keys);
  test.each<[string, unknown]>([
    ["memorySize", 512],
    ["memorySize", Token.asNumber({ resolve: () => 512 })],
    ["description", Token.asString({ resolve: () => "x" })],
    ["layers", ["a"]],
    ["layers", Token.asList({ resolve: () => ["a"] })],
    ["publish", { resolve: () => true, creationStack: [] }],
    ["tags", {}],
    ["tracingConfig", {}],
    ["environment", { variables: { A: "b" } }],
    ["lifecycle", {}],
    ["dependsOn", []],
  ])("may have %s: %p", (key, value) => {
    expect(check({ [key]: value })).not.toThrow();
  });
  test.each<[object, string]>([
    [{ memorySize: "512" }, 'cdk.function.memorySize is "512".\n  Write a number.'],
    [{ memorySize: Number.NaN }, "cdk.function.memorySize is NaN."],
    [{ description: 5 }, "cdk.function.description is 5.\n  Write a string."],
    [{ publish: "false" }, 'cdk.function.publish is "false".\n  Write true or false.'],
    [{ layers: "a" }, 'cdk.function.layers is "a".\n  Write an array of strings'],
    [{ tags: { team: 5 } }, "cdk.function.tags.team is 5."],
    [{ tracingConfig: { mode: true } }, "cdk.function.tracingConfig.mode is true."],
    [{ fileSystemConfig: { arn: 1, localMountPath: "/mnt/a" } }, "cdk.function.fileSystemConfig.arn is 1."],
    [{ memorySize: null }, "cdk.function.memorySize is null.\n  Write a value, or leave the key out."],
    [{ dependsOn: "x" }, 'cdk.function.dependsOn is "x".\n  Write an array'],
    [{ provider: {} }, "cdk.function.provider is {}.\n  Write a provider"],
  ])("may not have %j", (config, message) => {
    expect(check(config)).toThrow(message);
  });
  test("may have the construct's extra keys", () => {
    expect(check({ createDefaultStage: false }, { extra: ["createDefaultStage"] })).not.toThrow();
    expect(check({ createDefaultStage: false })).toThrow(/cdk\.function has the key "createDefaultStage"/);
  });
  test("may not have unknown keys, not even those of every class", () => {
    for (const key of ["memroySize", "node", "arn", "toString"]) {
      expect(check({ [key]: 1 })).toThrow(new RegExp(`^Main/Get: cdk\\.function has the key "${key}"`));
    }
    expect(check({ memroySize: 1 })).toThrow(/Did you mean "memorySize"/);
  });
  test("may not have keys that are props, and the error names the prop", () => {
    expect(check({ role: "r" }, { rejected: { role: "Use the prop role." } })).toThrow(
      /cdk\.function has the key "role", which the library sets.*\n.*Use the prop role\./,
    );
  });
  test.each(["x", 1, [], null])("may not be %j", (config) => {
    expect(check(config)).toThrow(/cdk\.function is .*\n.*a plain object/);
  });
});

describe("laying a config over the library's", () => {
  test("replaces key by key, blocks whole", () => {
    const library = { a: 1, b: { c: 1, d: 2 } };
    expect(overlay(library, { b: { c: 3 }, e: 4 })).toEqual({ a: 1, b: { c: 3 }, e: 4 });
    expect(library).toEqual({ a: 1, b: { c: 1, d: 2 } });
  });
  test("takes undefined as no value, and leaves extra keys out", () => {
    expect(overlay({ a: 1 }, { a: undefined, own: 1 }, { extra: ["own"] })).toEqual({ a: 1 });
    expect(overlay({ a: 1 }, undefined)).toEqual({ a: 1 });
  });
});

describe("attributes whose name says what they take", () => {
  const check =
    (config: object, resource = SqsQueue as unknown as typeof SqsQueue) =>
    () =>
      checkOverride(testStack(), "cdk.part", config, resource);

  test.each<[string, object]>([
    ["cdk.part.region", { region: "mars" }],
    ["cdk.part.timeouts.create", { timeouts: { create: "soon" } }],
    ["cdk.part.kmsMasterKeyId", { kmsMasterKeyId: "!? x" }],
    ["cdk.part.tags", { tags: ["a"] }],
    ["cdk.part.count", { count: -1 }],
    ["cdk.part.forEach", { forEach: {} }],
    ["cdk.part.lifecycle.preventDestroy", { lifecycle: { preventDestroy: "yes" } }],
    ["cdk.part.lifecycle.ignoreChanges", { lifecycle: { ignoreChanges: "name" } }],
    ["cdk.part.name", { name: "a", namePrefix: "b" }],
  ])("are refused as %s", (prop, config) => {
    expect(check(config)).toThrow(expect.objectContaining({ prop }));
  });

  test.each<[string, object]>([
    [
      "cdk.part.logConfiguration.cloudwatchLogsLogDestination.logGroupArn",
      { logConfiguration: { level: "ERROR", cloudwatchLogsLogDestination: { logGroupArn: "x" } } },
    ],
    ["cdk.part.roleArn", { roleArn: "arn:aws:s3:::bucket" }],
  ])("are refused as %s of a pipe", (prop, config) => {
    expect(check(config, PipesPipe as never)).toThrow(expect.objectContaining({ prop }));
  });

  test.each<[object]>([
    [{ region: "eu-west-1", timeouts: { create: "1h30m" }, tags: { a: "b" } }],
    [{ kmsMasterKeyId: "alias/aws/sqs" }],
    [{ kmsMasterKeyId: "1234abcd-12ab-34cd-56ef-1234567890ab" }],
    [{ kmsMasterKeyId: "arn:aws:kms:eu-west-1:111122223333:alias/notes" }],
    [{ kmsMasterKeyId: "${var.key}", region: Token.asString("${var.region}") }],
    [{ count: 0, lifecycle: { preventDestroy: true, ignoreChanges: "all" } }],
    [{ lifecycle: { ignoreChanges: ["name"] } }],
  ])("are taken as %j", (config) => {
    expect(check(config)).not.toThrow();
  });

  test.each(namedLimits.map(({ name, limit }) => [String(name), limit] as const))(
    "%s takes its sample and nothing odd",
    (_, limit) => {
      for (const value of limit.sample === undefined ? [] : [limit.sample])
        expect(() => checkLimit("It", "prop", value, limit)).not.toThrow();
      expect(() => checkLimit("It", "prop", "!? x", limit)).toThrow(/prop/);
    },
  );
});
