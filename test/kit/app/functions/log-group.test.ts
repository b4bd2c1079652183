import type { RemovalPolicy } from "../../../../lib/kit/app";
import { LogGroup } from "../../../../lib/kit/app/log-group";
import { only, testStack } from "../../../support/stack";

describe("LogGroup", () => {
  test.each([
    [undefined, undefined],
    ["destroy", undefined],
    ["retain", true],
    ["snapshot", true],
  ] as const)("under the removal policy %s has skip_destroy %s", (policy, expected) => {
    const stack = testStack({ defaultRemovalPolicy: policy });
    new LogGroup(stack, "Log", { name: "log" });
    expect(only(stack, "aws_cloudwatch_log_group")).toEqual({ name: "log", skip_destroy: expected });
  });

  test("follows a policy that is set after it is created", () => {
    const stack = testStack({ defaultRemovalPolicy: "retain" });
    new LogGroup(stack, "Log", { name: "log" });
    stack.app.setDefaultRemovalPolicy("destroy");
    expect(only(stack, "aws_cloudwatch_log_group")).toEqual({ name: "log" });
  });

  test.each([true, false])("keeps skip_destroy %s of its config, unless the policy keeps", (skipDestroy) => {
    const under = (policy: RemovalPolicy) => {
      const stack = testStack({ defaultRemovalPolicy: policy });
      new LogGroup(stack, "Log", { name: "log", skipDestroy });
      return only(stack, "aws_cloudwatch_log_group").skip_destroy;
    };
    expect([under("destroy"), under("retain")]).toEqual([skipDestroy, true]);
  });
});
