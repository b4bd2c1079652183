import { DataAwsSqsQueue } from "@cdktf/provider-aws/lib/data-aws-sqs-queue";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { findReferencedType, resolveValue } from "../../../lib/core/tokens/resolve";
import { testStack } from "../../support/stack";

test("values are resolved as they will stand in the JSON", () => {
  const stack = testStack();
  const queue = new SqsQueue(stack, "Queue");
  expect(resolveValue(stack, { arn: queue.arn, list: ["a", queue.url], none: undefined })).toEqual({
    arn: "${aws_sqs_queue.Queue.arn}",
    list: ["a", "${aws_sqs_queue.Queue.url}"],
  });
});

test("the type of what a reference points to is known", () => {
  const stack = testStack();
  expect(findReferencedType(stack, new SqsQueue(stack, "One").arn)).toBe("aws_sqs_queue");
  expect(findReferencedType(stack, new DataAwsSqsQueue(stack, "Two", { name: "q" }).arn)).toBe(
    "aws_sqs_queue",
  );
  expect(findReferencedType(stack, "arn:aws:sqs:x")).toBeUndefined();
});
