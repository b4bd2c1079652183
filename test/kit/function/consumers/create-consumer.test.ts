import { DataAwsLambdaFunction } from "@cdktf/provider-aws/lib/data-aws-lambda-function";
import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { KinesisStream, type KinesisStreamProps } from "../../../../lib/constructs/kinesis-stream";
import { Queue } from "../../../../lib/constructs/queue";
import type { Stack } from "../../../../lib/kit/app";
import { Function, type QueueConsumerProps, type StreamConsumerProps } from "../../../../lib/kit/function";
import { failure } from "../../../constructs/api/support/api";
import { checkOutput } from "../../../support/reference-check";
import {
  addresses,
  declaredAddresses,
  inlineActions,
  only,
  resources,
  testStack,
} from "../../../support/stack";
import { handler, mapping, queueWith, stacks, streamWith } from "./support";

/** Addresses of a stack, by their types. */
const types = (found: readonly string[]) => found.map((address) => address.split(".")[0]).sort();

describe("a consumer", () => {
  test.each<[string, (fn: Function) => NonNullable<KinesisStreamProps["consumers"]>[string]]>([
    ["a handler", () => handler],
    ["props", () => ({ handler })],
    ["a function", (fn) => fn],
    ["an object with a handler", () => ({ function: handler })],
    ["an object with props", () => ({ function: { handler } })],
    ["an object with a function", (fn) => ({ function: fn })],
  ])("may be %s", (_, consumer) => {
    const stack = testStack();
    const fn = new Function(stack, "Count", { handler });
    new KinesisStream(stack, "Clicks", { consumers: { count: consumer(fn) } });
    expect(mapping(stack)).toMatchObject({
      event_source_arn: expect.stringMatching(/^\$\{aws_kinesis_stream\.\w+\.arn\}$/),
      function_name: expect.stringMatching(/^\$\{aws_lambda_function\.\w+\.arn\}$/),
    });
  });

  test("may name its handler by the defaults of the construct", () => {
    const stack = testStack();
    const defaults = { function: { handler, timeout: 20 } };
    new KinesisStream(stack, "Clicks", { defaults, consumers: { count: { timeout: 30 } } });
    expect(only(stack, "aws_lambda_function").timeout).toBe(30);
  });

  test("may have props of a function that consumers know, too", () => {
    const stack = testStack();
    const count = { handler, retryAttempts: 1 as const, cdk: { function: { publish: true } } };
    new KinesisStream(stack, "Clicks", { consumers: { count } });
    expect(mapping(stack).maximum_retry_attempts).toBe(-1);
    expect(only(stack, "aws_lambda_function_event_invoke_config").maximum_retry_attempts).toBe(1);
  });

  test("waits for the permissions of its role", () => {
    const { stack } = queueWith();
    const policies = Object.keys(resources(stack, "aws_iam_role_policy"));
    expect(mapping(stack).depends_on).toEqual(policies.map((name) => `aws_iam_role_policy.${name}`));
  });

  test("may read its source and nothing else", () => {
    const { stack } = queueWith();
    expect(inlineActions(stack).filter((action) => action.startsWith("sqs:"))).toEqual([
      "sqs:ChangeMessageVisibility",
      "sqs:DeleteMessage",
      "sqs:GetQueueAttributes",
      "sqs:GetQueueUrl",
      "sqs:ReceiveMessage",
    ]);
  });

  test("may decrypt with the key of its source", () => {
    const { stack } = queueWith(
      {},
      { cdk: { queue: { kmsMasterKeyId: "arn:aws:kms:us-east-1:111122223333:key/k" } } },
    );
    expect(inlineActions(stack)).toContain("kms:Decrypt");
    expect(inlineActions(stack)).not.toContain("kms:GenerateDataKey*");
  });
});

describe("an existing function as a consumer", () => {
  const existing = (stack = testStack()) => new DataAwsLambdaFunction(stack, "Old", { functionName: "old" });

  test("gets the mapping and nothing else", () => {
    const stack = testStack();
    new Queue(stack, "Jobs", { consumer: { cdk: { function: existing(stack) } } });
    expect(types(addresses(stack))).toEqual([
      "aws_lambda_event_source_mapping",
      "aws_sqs_queue",
      "aws_sqs_queue_policy",
      "data",
    ]);
    expect(mapping(stack).function_name).toBe("${data.aws_lambda_function.Old.arn}");
  });

  test("may be an alias or a version", () => {
    const stack = testStack();
    const fn = new Function(stack, "Count", { handler });
    const alias = fn.addAlias("live");
    new KinesisStream(stack, "Clicks", {
      consumers: { alias: { cdk: { function: alias } }, version: { cdk: { function: fn.currentVersion } } },
    });
    const names = Object.values(resources(stack, "aws_lambda_event_source_mapping"));
    expect(names.map((each) => String(each.function_name).replace(/\.\w+\./, "."))).toEqual([
      "${aws_lambda_alias.arn}",
      "${aws_lambda_function.qualified_arn}",
    ]);
  });

  test("wins over function", () => {
    const stack = testStack();
    new Queue(stack, "Jobs", { consumer: { function: handler, cdk: { function: existing(stack) } } });
    expect(resources(stack, "aws_lambda_function")).toEqual({});
  });

  test("cannot be bound or given permissions", () => {
    const stack = testStack();
    const stream = new KinesisStream(stack, "Clicks", {
      consumers: { old: { cdk: { function: existing(stack) } }, count: handler },
    });
    stream.bind([new Queue(stack, "Jobs")]);
    expect(stream.getFunction("old")).toBeUndefined();
    expect(failure(() => stream.bindToConsumer("old", []))).toMatchObject({
      code: "part-without-function",
      message: expect.stringMatching(/"old".*\n.*"count"/),
    });
  });

  test.each<[string, (stack: Stack) => unknown]>([
    ["a function of the library", (stack) => new Function(stack, "X", { handler })],
    ["an ARN", () => "arn:aws:lambda:us-east-1:1:function:x"],
  ])("is refused as %s", (_, given) => {
    const stack = testStack();
    const consumer = { cdk: { function: given(stack), eventSource: {} } } as unknown as QueueConsumerProps;
    const error = failure(() => new Queue(stack, "Jobs", { consumer }));
    expect([error.code, error.prop]).toEqual(["prop-invalid", "consumer.cdk.function"]);
  });

  test("as the function itself is refused with the place where it belongs", () => {
    const stack = testStack();
    const fn = new LambdaFunction(stack, "Old", { functionName: "old", role: "r" });
    const consumer = { function: fn } as unknown as QueueConsumerProps;
    const error = failure(() => new Queue(stack, "Jobs", { consumer }));
    expect(error.code).toBe("function-provider-object");
    expect(error.message).toMatch(/cdk\.function/);
  });
});

describe("a consumer in another stack", () => {
  test("has its function, mapping and permissions there", () => {
    const { app, one, two } = stacks();
    const queue = new Queue(one, "Jobs");
    queue.addConsumer(two, handler);
    expect(types(addresses(one))).toEqual(["aws_sqs_queue", "aws_sqs_queue_policy"]);
    expect(types(addresses(two))).toEqual([
      "aws_cloudwatch_log_group",
      "aws_iam_role",
      "aws_iam_role_policy",
      "aws_lambda_event_source_mapping",
      "aws_lambda_function",
      "data",
      "data",
    ]);
    expect(inlineActions(two)).toContain("sqs:ReceiveMessage");
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
  });

  test("makes no circle with a function of an earlier stack", () => {
    const { app, one, two } = stacks();
    const fn = new Function(one, "Work", { handler });
    new Queue(two, "Jobs", { consumer: fn });
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
    expect(inlineActions(one)).not.toContain("sqs:ReceiveMessage");
    expect(inlineActions(two)).toContain("sqs:ReceiveMessage");
    expect(mapping(two).depends_on).toHaveLength(1);
  });

  test("may be one function for three stacks", () => {
    const { app, one, two, three } = stacks();
    const queue = new Queue(one, "Jobs");
    queue.addConsumer(three, new Function(two, "Work", { handler }));
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
  });

  test("may be added below its own construct", () => {
    const { one, two } = stacks();
    const stream = new KinesisStream(one, "Clicks");
    stream.addConsumers(stream, { a: handler });
    stream.addConsumers(two, { b: handler });
    expect(stream.getFunction("a")?.node.path).toBe("dev-notes-One/Clicks/Consumer_Clicks_a");
    expect(stream.getFunction("b")?.node.path).toBe("dev-notes-Two/Consumer_Clicks_b");
  });

  test("needs ids of its own below a scope", () => {
    const stack = testStack();
    const stream = new KinesisStream(stack, "Clicks");
    new Queue(stack, "EventSource_Clicks_a");
    const error = failure(() => stream.addConsumers(stack, { a: handler }));
    expect([error.code, error.prop]).toEqual(["id-taken", "consumers.a"]);
  });
});

describe("a consumer is refused", () => {
  test.each<[string, unknown, string, string]>([
    ["without a function", { filters: [] }, "prop-required", "consumer.function"],
    ["with options beside a handler", { handler, filters: [] }, "consumer-option-misplaced", "consumer"],
    ["that is not a function", 5, "function-reference-invalid", "consumer"],
    ["whose function is invalid", { function: 5 }, "function-reference-invalid", "consumer.function"],
    ["with an unknown option", { function: handler, filter: [] }, "key-unknown", "consumer"],
    [
      "with an unknown key in cdk",
      { function: handler, cdk: { mapping: {} } },
      "key-unknown",
      "consumer.cdk",
    ],
    ["whose cdk is not an object", { function: handler, cdk: 5 }, "prop-invalid", "consumer.cdk"],
  ])("%s", (_, consumer, code, prop) => {
    const error = failure(() => new Queue(testStack(), "Jobs", { consumer: consumer as QueueConsumerProps }));
    expect([error.path, error.code, error.prop]).toEqual(["dev-notes-Main/Jobs", code, prop]);
  });

  test("with the options of its own construct named", () => {
    const unknown = { filter: [] } as unknown as StreamConsumerProps;
    expect(failure(() => streamWith(unknown)).message).toMatch(
      /Did you mean "filters"\? Known keys: bisectOnError/,
    );
  });

  test.each(["functions/notes.get", [handler]])("in an invalid map: %j", (consumers) => {
    const props = { consumers } as unknown as KinesisStreamProps;
    const error = failure(() => new KinesisStream(testStack(), "Clicks", props));
    expect([error.code, error.prop]).toEqual(["prop-invalid", "consumers"]);
  });

  test("and creates no other consumer of its map then", () => {
    const stack = testStack();
    const stream = new KinesisStream(stack, "Clicks");
    const consumers = { good: handler, bad: { function: handler, retryAttempts: -2 } };
    expect(failure(() => stream.addConsumers(stack, consumers)).prop).toBe("consumers.bad.retryAttempts");
    expect(declaredAddresses(stack).filter((each) => each.startsWith("aws_lambda_"))).toEqual([]);
    stream.addConsumers(stack, { good: handler });
    expect(stream.getFunction("good")).toBeDefined();
  });
});
