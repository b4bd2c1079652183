import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Stack } from "../../lib/app";
import { addDependencyFor } from "../../lib/app/stack-dependencies";
import { ServerformError } from "../../lib/errors/error";
import { failure } from "../constructs/api/support/api";
import { synthesized, testApp } from "../support/stack";

/** Three stacks, of which the first waits for the second; the error tells which reference closes a cycle. */
function stacks() {
  const app = testApp();
  const [first, second, third] = [new Stack(app, "First"), new Stack(app, "Second"), new Stack(app, "Third")];
  addDependencyFor(
    first,
    second,
    (reference) => new ServerformError("stack-cycle", "Here", "routes", `${reference} closes a cycle`),
  );
  return { first, second, third };
}

describe("a dependency that a construct explains", () => {
  test("makes the stack wait", () => {
    const { first, second } = stacks();
    expect(first.dependencies).toEqual([second]);
  });

  test("refuses the opposite dependency in the words of the construct", () => {
    const { first, second } = stacks();
    expect(failure(() => second.addDependency(first)).message).toBe("undefined closes a cycle");
  });

  test("refuses a longer cycle too", () => {
    const { first, second, third } = stacks();
    third.addDependency(first);
    expect(failure(() => second.addDependency(third)).path).toBe("Here");
  });

  test("leaves a cycle of other stacks to its own error", () => {
    const { second, third } = stacks();
    second.addDependency(third);
    expect(failure(() => third.addDependency(second)).path).toBe("dev-notes-Third");
  });

  test("names the attribute that refers to the stack", () => {
    const { first, second } = stacks();
    const queue = new SqsQueue(first, "Queue");
    new SqsQueue(second, "Copy", { name: "copy", kmsMasterKeyId: queue.arn });
    const { message } = failure(() => synthesized(second));
    expect(message).toBe("aws_sqs_queue.Copy.kms_master_key_id closes a cycle");
  });
});
