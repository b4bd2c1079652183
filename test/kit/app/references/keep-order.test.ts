import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Stack } from "../../../../lib/kit/app";
import { overlay } from "../../../../lib/kit/core";
import { only, resources, testApp, testStack } from "../../../support/stack";

function queueWith(
  library: (stack: Stack, first: SqsQueue) => object,
  given: (first: SqsQueue) => object,
): unknown {
  const stack = testStack();
  const first = new SqsQueue(stack, "First");
  new SqsQueue(stack, "Queue", overlay({ name: "q", ...library(stack, first) }, given(first)));
  return resources(stack, "aws_sqs_queue").Queue?.depends_on;
}

describe("a value that an override replaces", () => {
  test.each<[string, (first: SqsQueue) => object]>([
    ["text", ({ arn }) => ({ policy: arn })],
    ["longer text", ({ arn }) => ({ policy: `for ${arn}` })],
    ["a block", ({ arn }) => ({ tags: { queue: arn } })],
  ])("leaves its order: %s", (_, library) => {
    const literal = { policy: "own", tags: { queue: "own" } };
    expect(
      queueWith(
        (_stack, first) => library(first),
        () => literal,
      ),
    ).toEqual(["aws_sqs_queue.First"]);
  });

  test("adds nothing where the resource still refers to the other one", () => {
    const given = ({ arn }: SqsQueue) => ({ policy: `mine: ${arn}` });
    expect(queueWith((_stack, { arn }) => ({ policy: arn }), given)).toBeUndefined();
  });

  test("adds nothing if it was not a reference", () => {
    expect(
      queueWith(
        () => ({ policy: "text" }),
        () => ({ policy: "own" }),
      ),
    ).toBeUndefined();
  });

  test("leaves the dependsOn of both sides", () => {
    const stack = testStack();
    const [first, second] = [new SqsQueue(stack, "First"), new SqsQueue(stack, "Second")];
    const config = overlay({ dependsOn: [first] }, { dependsOn: [second] });
    new SnsTopic(stack, "Topic", config);
    expect(only(stack, "aws_sns_topic").depends_on).toEqual(["aws_sqs_queue.First", "aws_sqs_queue.Second"]);
  });

  test("of another stack adds nothing, even if a resource has the same address", () => {
    const app = testApp();
    const [one, two] = [new Stack(app, "One"), new Stack(app, "Two")];
    const first = new SqsQueue(one, "First");
    new SqsQueue(two, "First");
    new SnsTopic(two, "Topic", overlay({ policy: first.arn }, { policy: "{}" }));
    expect(only(two, "aws_sns_topic").depends_on).toBeUndefined();
  });
});
