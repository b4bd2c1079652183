import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { EventBus } from "../../../lib/constructs/event-bus";
import { Stack } from "../../../lib/kit/app";
import { only, resources, testStack } from "../../support/stack";
import { defaultBus, pattern } from "./support";

const log = (logGroup?: object) => ({ type: "log_group" as const, ...(logGroup && { cdk: { logGroup } }) });
const rule = (target: string, logGroup?: object) => ({ pattern, targets: { [target]: log(logGroup) } });

describe("two log groups may not have one name", () => {
  test.each<[string, (stack: Stack) => unknown, RegExp]>([
    [
      "of two buses",
      (stack) => {
        new EventBus(stack, "A", { rules: { paid: rule("all") } });
        new EventBus(stack, "B", { rules: { paid: rule("all") } });
      },
      /"\/aws\/events\/dev-notes-paid-all", which another log group has \(of .*A, rules\["paid"\]/,
    ],
    [
      "of two stacks in one region",
      (stack) => {
        new EventBus(stack, "A", { rules: { paid: rule("all") } });
        new EventBus(new Stack(stack.app, "Other"), "B", { rules: { paid: rule("all") } });
      },
      /log-group-name-duplicate/,
    ],
    [
      "of a rule and a target whose keys make the same text",
      (stack) => new EventBus(stack, "A", { rules: { a: rule("b-c"), "a-b": rule("c") } }),
      /log-group-name-duplicate/,
    ],
    [
      "given by the caller",
      (stack) =>
        new EventBus(stack, "A", {
          rules: { a: rule("x", { name: "/aws/events/mine" }), b: rule("x", { name: "/aws/events/mine" }) },
        }),
      /log-group-name-duplicate/,
    ],
  ])("%s", (_, make, message) => {
    expect(() => make(testStack())).toThrow(message);
  });
});

test("other names and prefixes are accepted", () => {
  const stack = testStack();
  new EventBus(stack, "A", { rules: { paid: rule("all"), sent: rule("all", { namePrefix: "x" }) } });
  const cdk = { eventBus: defaultBus(stack) };
  new EventBus(stack, "B", {
    rules: { paid: rule("all", { name: "/aws/events/other" }), sent: rule("all", { namePrefix: "x" }) },
    cdk,
  });
  expect(Object.keys(resources(stack, "aws_cloudwatch_log_group"))).toHaveLength(4);
});

test("a target with its own dependsOn still waits for the policy of its log group", () => {
  const stack = testStack();
  const given = {
    type: "log_group" as const,
    cdk: { target: { dependsOn: [new SqsQueue(stack, "Own")] } },
  };
  new EventBus(stack, "A", { rules: { paid: { pattern, targets: { all: given } } } });
  expect(only(stack, "aws_cloudwatch_event_target").depends_on).toEqual([
    "aws_sqs_queue.Own",
    expect.stringMatching(/^aws_cloudwatch_log_resource_policy\./),
  ]);
});
