import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { waitFor } from "../../../../lib/kit/core";
import { resources, testStack } from "../../../support/stack";

function queues() {
  const stack = testStack();
  const [first, second] = ["First", "Second"].map((id) => new SqsQueue(stack, id));
  if (first === undefined || second === undefined) throw new Error("no queues");
  const waiting = (given?: SqsQueue) => new SqsQueue(stack, "Waiting", { dependsOn: given && [given] });
  const awaited = () => resources(stack, "aws_sqs_queue").Waiting?.depends_on;
  return { first, second, waiting, awaited };
}

describe("waitFor", () => {
  test.each([false, true])("waits for each once, in one order (reversed: %p)", (isReversed) => {
    const { first, second, waiting, awaited } = queues();
    const others = [first, second, first];
    waitFor(waiting(), isReversed ? others.reverse() : others);
    expect(awaited()).toEqual(["aws_sqs_queue.First", "aws_sqs_queue.Second"]);
  });

  test("keeps the dependencies that it added before", () => {
    const { first, second, waiting, awaited } = queues();
    const resource = waiting();
    waitFor(resource, [second]);
    waitFor(resource, [first, second]);
    waitFor(resource, []);
    expect(awaited()).toEqual(["aws_sqs_queue.Second", "aws_sqs_queue.First"]);
  });

  test.each(["as a resource", "as an address"])(
    "keeps the caller's dependencies %s, also when it was the same",
    (how) => {
      const { first, second, waiting, awaited } = queues();
      const resource = waiting(second);
      if (how === "as an address") resource.dependsOn = ["aws_sqs_queue.Second"];
      waitFor(resource, [second, first]);
      expect(awaited()).toEqual(["aws_sqs_queue.Second", "aws_sqs_queue.First"]);
    },
  );
});
