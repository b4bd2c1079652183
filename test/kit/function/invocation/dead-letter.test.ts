import { DataAwsSqsQueue } from "@cdktf/provider-aws/lib/data-aws-sqs-queue";
import { KmsKey } from "@cdktf/provider-aws/lib/kms-key";
import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Construct } from "constructs";
import { Stack } from "../../../../lib/kit/app";
import { Function, type FunctionProps } from "../../../../lib/kit/function";
import { inlineStatements, only, resources, testStack } from "../../../support/stack";

const handler = "functions/notes.get";

function create(make: (stack: ReturnType<typeof testStack>) => FunctionProps) {
  const stack = testStack();
  new Function(stack, "Get", { handler, ...make(stack) });
  return stack;
}

/** A construct of the library with a provider object under `cdk`. */
const wrapped = <Key extends string, Value>(stack: Construct, key: Key, value: Value) =>
  Object.assign(new Construct(stack, "Wrapped"), { cdk: { [key]: value } as Record<Key, Value> });

describe("events that a function could not process", () => {
  test.each<[string, (stack: Construct) => FunctionProps, string, string]>([
    [
      "a provider's queue",
      (stack) => ({ deadLetterQueue: new SqsQueue(stack, "Q") }),
      "aws_sqs_queue.Q",
      "sqs:SendMessage",
    ],
    [
      "a queue of this library",
      (stack) => ({ deadLetterQueue: wrapped(stack, "queue", new SqsQueue(stack, "Q")) }),
      "aws_sqs_queue.Q",
      "sqs:SendMessage",
    ],
    [
      "a queue that is only read",
      (stack) => ({ deadLetterQueue: new DataAwsSqsQueue(stack, "Q", { name: "q" }) as never }),
      "data.aws_sqs_queue.Q",
      "sqs:SendMessage",
    ],
    [
      "a provider's topic",
      (stack) => ({ deadLetterTopic: new SnsTopic(stack, "T") }),
      "aws_sns_topic.T",
      "sns:Publish",
    ],
    [
      "a topic of this library",
      (stack) => ({ deadLetterTopic: wrapped(stack, "topic", new SnsTopic(stack, "T")) }),
      "aws_sns_topic.T",
      "sns:Publish",
    ],
  ])("goes to %s", (_, make, address, action) => {
    const stack = create(make);
    expect(only(stack, "aws_lambda_function").dead_letter_config).toEqual({
      target_arn: `\${${address}.arn}`,
    });
    expect(inlineStatements(stack, "Base")).toContainEqual({
      Effect: "Allow",
      Action: action,
      Resource: `\${${address}.arn}`,
    });
  });
  test("goes to a queue that is created with the option", () => {
    const stack = create(() => ({ deadLetterQueueEnabled: true }));
    expect(only(stack, "aws_sqs_queue")).toEqual({
      name: "dev-notes-Main-Get-DeadLetterQueue",
      message_retention_seconds: 1_209_600,
      sqs_managed_sse_enabled: true,
    });
    expect(only(stack, "aws_lambda_function").dead_letter_config).toEqual({
      target_arn: expect.stringMatching(/^\$\{aws_sqs_queue\.Get_DeadLetterQueue_\w+\.arn\}$/),
    });
  });
  test("goes to the given queue, even with the option for a new one", () => {
    const stack = create((scope) => ({
      deadLetterQueueEnabled: true,
      deadLetterQueue: new SqsQueue(scope, "Q"),
    }));
    expect(Object.keys(resources(stack, "aws_sqs_queue"))).toEqual(["Q"]);
  });
});

describe("a target that is encrypted with a customer key", () => {
  const target = {
    deadLetterQueue: (stack: Construct, kmsMasterKeyId: string) =>
      new SqsQueue(stack, "Q", { kmsMasterKeyId }),
    deadLetterTopic: (stack: Construct, kmsMasterKeyId: string) =>
      new SnsTopic(stack, "T", { kmsMasterKeyId }),
  };
  test.each(["deadLetterQueue", "deadLetterTopic"] as const)("lets the role use the key (%s)", (prop) => {
    const stack = create((scope) => ({ [prop]: target[prop](scope, new KmsKey(scope, "Key").keyId) }));
    expect(inlineStatements(stack, "Base")).toContainEqual({
      Effect: "Allow",
      Action: ["kms:Decrypt", "kms:GenerateDataKey*"],
      Resource: "${aws_kms_key.Key.arn}",
    });
  });
  test("lets the role use a key of another stack by its ARN", () => {
    const stack = testStack();
    const key = new KmsKey(new Stack(stack.app, "Keys"), "Key");
    new Function(stack, "Get", { handler, deadLetterQueue: target.deadLetterQueue(stack, key.keyId) });
    const found = inlineStatements(stack, "Base").find(({ Action }) => Action.includes("kms:Decrypt"));
    expect(found?.Resource).toMatch(/^\$\{data\.terraform_remote_state\..*aws_kms_keyKeyarn\}$/);
  });
  test.each(["alias/aws/sqs", undefined])("lets the role use no key for %s", (kmsMasterKeyId) => {
    const stack = create((scope) => ({ deadLetterQueue: new SqsQueue(scope, "Q", { kmsMasterKeyId }) }));
    expect(JSON.stringify(inlineStatements(stack))).not.toContain("kms:");
  });
});

describe("a dead-letter target is refused", () => {
  test.each<[string, (stack: Construct) => object, RegExp]>([
    [
      "a queue and a topic",
      (stack) => ({ deadLetterQueue: new SqsQueue(stack, "Q"), deadLetterTopic: new SnsTopic(stack, "T") }),
      /deadLetterTopic is given together with deadLetterQueue\./,
    ],
    [
      "a topic and a new queue",
      (stack) => ({ deadLetterQueueEnabled: true, deadLetterTopic: new SnsTopic(stack, "T") }),
      /deadLetterTopic is given together with deadLetterQueueEnabled/,
    ],
    [
      "a topic as queue",
      (stack) => ({ deadLetterQueue: new SnsTopic(stack, "T") }),
      /deadLetterQueue is the SnsTopic .*\n.*aws_sqs_queue/,
    ],
    [
      "a text",
      () => ({ deadLetterTopic: "arn:aws:sns:x" }),
      /deadLetterTopic is "arn:aws:sns:x"\.\n.*aws_sns_topic/,
    ],
  ])("for %s", (_, make, message) => {
    expect(() => create(make)).toThrow(message);
  });
});
