import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Queue, Stack } from "../../../../lib";
import { failure } from "../../../constructs/api/support/api";
import { synthesized, testApp } from "../../../support/stack";

describe("Names in AWS", () => {
  test.each<[string, (stack: Stack) => void]>([
    ["queues", (stack) => void new SqsQueue(stack, "Second", { name: "dev-notes-Jobs" })],
    [
      "log groups",
      (stack) => {
        new CloudwatchLogGroup(stack, "A", { name: "logs" });
        new CloudwatchLogGroup(stack, "B", { name: "logs" });
      },
    ],
  ])("%s of one name are refused, also in two stacks", (_, declare) => {
    const app = testApp();
    const [one, two] = [new Stack(app, "One"), new Stack(app, "Two")];
    new Queue(one, "Jobs");
    declare(two);
    expect(failure(() => synthesized(two))).toMatchObject({
      code: "name-taken",
      path: expect.stringContaining("Two/"),
    });
  });

  test.each<[string, (stack: Stack) => void]>([
    ["types", (stack) => void new CloudwatchLogGroup(stack, "Logs", { name: "dev-notes-Jobs" })],
    ["names", (stack) => void new SqsQueue(stack, "Second", { name: "dev-notes-Other" })],
    [
      "names that AWS chooses",
      (stack) => void new SqsQueue(stack, "Second", { namePrefix: "dev-notes-Jobs" }),
    ],
  ])("of other %s are accepted", (_, declare) => {
    const app = testApp();
    const stack = new Stack(app, "One");
    new Queue(stack, "Jobs");
    declare(stack);
    expect(() => synthesized(stack)).not.toThrow();
  });

  test("of another account are accepted", () => {
    const app = testApp();
    new Queue(new Stack(app, "One"), "Jobs");
    const two = new Stack(app, "Two", { provider: { profile: "other" } });
    new SqsQueue(two, "Second", { name: "dev-notes-Jobs" });
    expect(() => synthesized(two)).not.toThrow();
  });
});
