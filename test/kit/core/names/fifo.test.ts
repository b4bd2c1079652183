import { DataAwsSqsQueue } from "@cdktf/provider-aws/lib/data-aws-sqs-queue";
import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Token } from "cdktf";
import type { Stack } from "../../../../lib/kit/app";
import { isFifo } from "../../../../lib/kit/core";
import { testStack } from "../../../support/stack";

describe("isFifo", () => {
  const reference = (stack: Stack) => new SnsTopic(stack, "Other").name;
  test.each<[string, (stack: Stack) => unknown, boolean | undefined]>([
    ["a FIFO queue", (stack) => new SqsQueue(stack, "X", { fifoQueue: true }), true],
    ["a queue", (stack) => new SqsQueue(stack, "X", { fifoQueue: false }), false],
    ["a queue that says nothing", (stack) => new SqsQueue(stack, "X", { name: reference(stack) }), false],
    [
      "a queue that says it by reference",
      (stack) => new SqsQueue(stack, "X", { fifoQueue: Token.asAny("${a}") }),
      undefined,
    ],
    ["a FIFO topic", (stack) => new SnsTopic(stack, "X", { fifoTopic: true }), true],
    ["a topic", (stack) => new SnsTopic(stack, "X"), false],
    ["a data source of a FIFO queue", (stack) => new DataAwsSqsQueue(stack, "X", { name: "a.fifo" }), true],
    ["a data source of a queue", (stack) => new DataAwsSqsQueue(stack, "X", { name: "a" }), false],
    [
      "a data source by reference",
      (stack) => new DataAwsSqsQueue(stack, "X", { name: reference(stack) }),
      undefined,
    ],
    ["something else", () => "queue", undefined],
  ])("%s", (_, make, expected) => {
    expect(isFifo(make(testStack()))).toBe(expected);
  });
});
