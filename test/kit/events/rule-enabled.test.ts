import { Cron } from "../../../lib/constructs/cron";
import { EventBus } from "../../../lib/constructs/event-bus";
import type { EventRuleOverride } from "../../../lib/kit/events";
import { only, testStack } from "../../support/stack";

const job = "functions/notes.get";
const makes = {
  Cron: (rule: EventRuleOverride) => {
    const stack = testStack();
    new Cron(stack, "C", { schedule: "rate(1 day)", job, cdk: { rule } });
    return stack;
  },
  EventBus: (rule: EventRuleOverride) => {
    const stack = testStack();
    new EventBus(stack, "B", { rules: { r: { pattern: { source: ["a"] }, cdk: { rule } } } });
    return stack;
  },
};

describe.each(Object.entries(makes))("cdk.rule.enabled of %s", (_, make) => {
  test.each(["false", "true", "", 0, 1, null, [], {}])("is refused when it is %j", (enabled) => {
    const refused = () => make({ enabled: enabled as never });
    expect(refused).toThrow(/cdk\.rule\.enabled is (null\.|.*\n.*true or false.*\n.*\[prop-invalid\])/);
  });
  test.each([
    [true, "ENABLED"],
    [false, "DISABLED"],
    [undefined, "ENABLED"],
  ])("%p makes the rule %s", (enabled, state) => {
    const rule = enabled === undefined ? {} : { enabled };
    expect(only(make(rule), "aws_cloudwatch_event_rule").state).toBe(state);
  });
});
