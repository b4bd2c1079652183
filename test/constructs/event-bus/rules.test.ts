import { DataAwsCloudwatchEventBus } from "@cdktf/provider-aws/lib/data-aws-cloudwatch-event-bus";
import { Cron } from "../../../lib/constructs/cron";
import { EventBus, type EventBusRuleProps } from "../../../lib/constructs/event-bus";
import { expectNothingLeft } from "../../support/refused";
import { only, resources, testStack } from "../../support/stack";
import { bus, defaultBus, fn, pattern, withRule } from "./support";

describe("a rule", () => {
  test("delivers the events that match its pattern", () => {
    const stack = withRule({
      pattern: {
        source: ["shop"],
        detailType: ["paid"],
        detail: { total: [{ numeric: [">", 100] }] },
      },
    });
    expect(only(stack, "aws_cloudwatch_event_rule")).toEqual({
      name: "dev-notes-paid",
      event_bus_name: expect.stringContaining("aws_cloudwatch_event_bus.Bus"),
      event_pattern: '{"source":["shop"],"detail-type":["paid"],"detail":{"total":[{"numeric":[">",100]}]}}',
      state: "ENABLED",
    });
  });
  test("text of the caller in a pattern is literal", () => {
    const stack = withRule({ pattern: { source: ["${a}"] } });
    expect(only(stack, "aws_cloudwatch_event_rule").event_pattern).toBe('{"source":["$${a}"]}');
  });
  test.each([
    ["an object", { source: ["shop"], account: ["111122223333"] }],
    ["JSON", '{"source":["shop"],"account":["111122223333"]}'],
  ])("takes cdk.rule.eventPattern as %s", (_, eventPattern) => {
    const stack = withRule({ cdk: { rule: { eventPattern } } });
    expect(only(stack, "aws_cloudwatch_event_rule").event_pattern).toBe(
      '{"source":["shop"],"account":["111122223333"]}',
    );
  });
  test("pattern replaces cdk.rule.eventPattern", () => {
    const stack = withRule({
      pattern,
      cdk: { rule: { eventPattern: { source: ["other"] } } },
    });
    expect(only(stack, "aws_cloudwatch_event_rule").event_pattern).toBe('{"source":["shop"]}');
  });
  test("cdk.rule is laid over it", () => {
    const stack = withRule({
      pattern,
      cdk: { rule: { ruleName: "mine", description: "Paid", enabled: false } },
    });
    expect(only(stack, "aws_cloudwatch_event_rule")).toMatchObject({
      name: "mine",
      description: "Paid",
      state: "DISABLED",
    });
  });
  test("is found by its key", () => {
    const { stack, bus: made } = bus({ rules: { paid: { pattern } } });
    expect(made.getRule("paid")?.terraformResourceType).toBe("aws_cloudwatch_event_rule");
    expect(made.getRule("unpaid")).toBeUndefined();
    expect(Object.keys(resources(stack, "aws_cloudwatch_event_rule"))).toHaveLength(1);
  });
  test.each([
    ["schedule", { minute: "0", hour: "4" }, "cron(0 4 * * ? *)"],
    ["schedule", "rate(1 hour)", "rate(1 hour)"],
    ["scheduleExpression", "rate(1 hour)", "rate(1 hour)"],
  ])("of the default bus may have a %s", (key, value, expression) => {
    const stack = testStack();
    new EventBus(stack, "Bus", {
      cdk: { eventBus: defaultBus(stack) },
      rules: { hourly: { targets: { fn }, cdk: { rule: { [key]: value } } } },
    });
    expect(only(stack, "aws_cloudwatch_event_rule").schedule_expression).toBe(expression);
  });
  test.each([
    [{}, /rules\["paid"\] has neither a pattern nor a schedule/],
    [{ targets: {} }, /rule-without-trigger/],
    [{ pattern: {} }, /rules\["paid"\]\.pattern is empty, so no event matches it/],
    [{ pattern: { source: [] } }, /pattern\.source is an empty array/],
    [{ pattern: { source: "shop" } }, /pattern\.source is "shop"[\s\S]*an array/],
    [{ pattern: { detail: {} } }, /pattern\.detail is empty/],
    [{ pattern: { detail: { a: { b: [] } } } }, /pattern\.detail\.a\.b is an empty array/],
    [{ pattern: { detailtype: ["a"] } }, /the key "detailtype"[\s\S]*Did you mean "detailType"/],
    [{ pattern: 5 }, /pattern is 5/],
    [
      { cdk: { rule: { eventPattern: { detailType: ["a"] } } } },
      /"detailType"[\s\S]*Did you mean "detail-type"/,
    ],
    [
      { cdk: { rule: { eventPattern: { source: [] } } } },
      /cdk\.rule\.eventPattern\.source is an empty array/,
    ],
    [{ cdk: { rule: { eventPattern: "{source" } } }, /eventPattern is "\{source"/],
    [
      { cdk: { rule: { schedule: "rate(1 hour)" } } },
      /cdk\.rule\.schedule is "rate\(1 hour\)", but only the default bus/,
    ],
    [{ cdk: { rule: { scheduleExpression: "rate(1 hour)" } } }, /cdk\.rule\.scheduleExpression is "rate/],
    [{ pattern, cdk: { rule: { eventBusName: "a" } } }, /the key "eventBusName"/],
    [{ pattern, cdk: { rule: { eventBus: "a" } } }, /the key "eventBus"/],
    [{ pattern, cdk: { rule: { isEnabled: true } } }, /the key "isEnabled"/],
    [{ pattern, cdk: { rule: { ruleName: "a b" } } }, /cdk\.rule\.ruleName is "a b"/],
    [{ pattern, cdk: { rul: {} } }, /cdk has the key "rul"/],
    [{ pattern, target: {} }, /the key "target"[\s\S]*Did you mean "targets"/],
    [{ pattern, targets: fn }, /targets is "functions/],
    [5, /rules\["paid"\] is 5/],
  ])("refuses %p", (rule, message) => {
    expect(() => withRule(rule as EventBusRuleProps)).toThrow(message);
  });
  test("whose key results in an invalid name is refused", () => {
    expect(() => bus({ rules: { "a b": { pattern } } })).toThrow(/rules\["a b"\] is "dev-notes-a b"/);
    expect(() => bus({ rules: { ["x".repeat(55)]: { pattern } } })).toThrow(/name-too-long/);
  });
});

describe("two rules of one name", () => {
  test("on the same bus are refused", () => {
    const stack = testStack();
    const make = (id: string) =>
      new EventBus(stack, id, {
        cdk: { eventBus: new DataAwsCloudwatchEventBus(stack, `${id}Bus`, { name: "default" }) },
        rules: { paid: { pattern } },
      });
    make("One");
    expect(() => make("Two")).toThrow(
      /rules\["paid"\] gives the rule the name "dev-notes-paid", which another rule .*\/One/,
    );
  });
  test("on the default bus are refused when one is a schedule", () => {
    const stack = testStack();
    new Cron(stack, "Nightly", { job: fn, schedule: "rate(1 day)" });
    const cdk = { eventBus: defaultBus(stack) };
    expect(() => new EventBus(stack, "Bus", { cdk, rules: { Nightly: { pattern } } })).toThrow(
      /rule-name-duplicate/,
    );
  });
  test("on two buses are taken", () => {
    const stack = testStack();
    new EventBus(stack, "One", { rules: { paid: { pattern } } });
    expect(() => new EventBus(stack, "Two", { rules: { paid: { pattern } } })).not.toThrow();
  });
});

describe("addRules", () => {
  const good = { pattern, targets: { mail: fn } };
  test.each([
    ["no pattern", { targets: { mail: fn } }, "rule-without-trigger"],
    [
      "the name of the first",
      { ...good, cdk: { rule: { ruleName: "dev-notes-good" } } },
      "rule-name-duplicate",
    ],
    [
      "a handler that does not exist",
      { pattern, targets: { mail: "functions/none.get" } },
      "handler-not-found",
    ],
    [
      "an invalid dead-letter queue",
      { pattern, targets: { mail: { function: fn, cdk: { target: { deadLetterQueue: "failed" } } } } },
      "prop-invalid",
    ],
    [
      "an invalid log group",
      { pattern, targets: { logs: { type: "log_group", cdk: { logGroup: { retention: 1 } } } } },
      "key-unknown",
    ],
  ])("leaves nothing behind when the second rule has %s", (_, bad, code) => {
    const { stack, bus: shop } = bus();
    expectNothingLeft(stack, () => shop.addRules(stack, { good, bad: bad as EventBusRuleProps }), code);
    shop.addRules(stack, { good });
    expect(shop.getRule("good")).toBeDefined();
  });
  test("leaves nothing behind when the second target of a rule is invalid", () => {
    const { stack, bus: shop } = bus();
    const targets = { mail: fn, bad: { function: fn, cdk: { target: { retryAttempts: 186 } } } };
    expectNothingLeft(stack, () => shop.addRules(stack, { paid: { pattern, targets } }), "out-of-range");
  });
});
