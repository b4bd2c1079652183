import { CloudwatchEventBus } from "@cdktf/provider-aws/lib/cloudwatch-event-bus";
import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { DataAwsCloudwatchEventBus } from "@cdktf/provider-aws/lib/data-aws-cloudwatch-event-bus";
import { LambdaAlias } from "@cdktf/provider-aws/lib/lambda-alias";
import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { Stack } from "../../lib/app";
import { Cron } from "../../lib/cron";
import { EventBus, type EventBusProps, type EventBusRuleProps } from "../../lib/event-bus";
import { Function } from "../../lib/function";
import { Queue } from "../../lib/queue";
import { checkOutput } from "../support/reference-check";
import { addresses, inlineActions, only, resources, testApp, testStack } from "../support/stack";

const fn = "functions/notes.get";
const pattern = { source: ["shop"] };

function bus(props: EventBusProps = {}): { stack: Stack; bus: EventBus } {
  const stack = testStack({ account: "111122223333" });
  return { stack, bus: new EventBus(stack, "Bus", props) };
}

/** A bus with one rule. */
function withRule(rule: EventBusRuleProps): Stack {
  return bus({ rules: { paid: rule } }).stack;
}

/** The bus that each account has already. */
function defaultBus(stack: Stack): DataAwsCloudwatchEventBus {
  return new DataAwsCloudwatchEventBus(stack, "DefaultBus", { name: "default" });
}

describe("EventBus", () => {
  test("alone makes one resource", () => {
    expect(addresses(bus().stack)).toMatchInlineSnapshot(`
      [
        "aws_cloudwatch_event_bus.Bus_715A6E22",
      ]
    `);
  });
  test("with a rule and three targets makes these", () => {
    const stack = testStack({ account: "111122223333" });
    const targets = {
      mail: fn,
      bill: new Queue(stack, "Bills"),
      log: { type: "log_group" as const },
    };
    new EventBus(stack, "Bus", { rules: { paid: { pattern, targets } } });
    expect(addresses(stack)).toMatchInlineSnapshot(`
      [
        "aws_cloudwatch_event_bus.Bus_715A6E22",
        "aws_cloudwatch_event_rule.Bus_Rule_Bus_paid_D2AAC070",
        "aws_cloudwatch_event_target.Bus_EventTarget_Bus_paid_bill_D1950178",
        "aws_cloudwatch_event_target.Bus_EventTarget_Bus_paid_log_96DC86AB",
        "aws_cloudwatch_event_target.Bus_EventTarget_Bus_paid_mail_DD5C9023",
        "aws_cloudwatch_log_group.Bus_LogGroup_Bus_paid_log_997EB639",
        "aws_cloudwatch_log_group.Bus_Target_Bus_paid_mail_LogGroup_325178F0",
        "aws_cloudwatch_log_resource_policy._eventLogs_Policy_0CC5D746",
        "aws_iam_role.Bus_Target_Bus_paid_mail_Role_6108D7AF",
        "aws_iam_role_policy.Bus_Target_Bus_paid_mail_Policies_Base_5A9EF030",
        "aws_lambda_function.Bus_Target_Bus_paid_mail_Function_AC19845F",
        "aws_lambda_permission.Bus_Permission_Bus_paid_mail_D98F9C6E",
        "aws_sqs_queue.Bills_Queue_06FF01C1",
        "aws_sqs_queue_policy.Bills_Policy_4D144E6C",
        "data.archive_file._code_functions-notes-4627e971_2B41F5C7",
      ]
    `);
  });
  test("is named after app, stage and id", () => {
    expect(only(bus().stack, "aws_cloudwatch_event_bus")).toEqual({
      name: "dev-notes-Bus",
    });
  });
  test("of a partner is named as its source", () => {
    const eventSourceName = "aws.partner/example.com/1";
    expect(only(bus({ cdk: { eventBus: { eventSourceName } } }).stack, "aws_cloudwatch_event_bus")).toEqual({
      name: eventSourceName,
      event_source_name: eventSourceName,
    });
  });
  test("cdk.eventBus is laid over it", () => {
    const { stack } = bus({ cdk: { eventBus: { description: "Shop" } } });
    expect(only(stack, "aws_cloudwatch_event_bus").description).toBe("Shop");
  });
  test("cdk.id replaces the id", () => {
    expect(bus({ cdk: { id: "Events" } }).bus.id).toBe("Events");
  });
  test("binding gives the name and the right to send events", () => {
    const { stack, bus: made } = bus();
    new Function(stack, "Fn", { handler: fn, bind: [made] });
    expect(only(stack, "aws_lambda_function").environment).toMatchObject({
      variables: {
        SERVERFORM_EventBus_eventBusName_Bus: expect.stringContaining("aws_cloudwatch_event_bus.Bus"),
      },
    });
    expect(inlineActions(stack)).toContain("events:PutEvents");
  });
  test("metadata names rules and targets", () => {
    const stack = testStack();
    const made = new EventBus(stack, "Bus", {
      rules: {
        paid: { pattern, targets: { mail: fn, queue: new Queue(stack, "Q") } },
      },
    });
    expect(made.getConstructMetadata()).toEqual({
      type: "EventBus",
      data: {
        eventBusName: made.eventBusName,
        rules: [
          {
            key: "paid",
            targets: [{ node: expect.any(String), stack: "dev-notes-Main" }, undefined],
            targetNames: ["mail", "queue"],
          },
        ],
      },
    });
  });
});

describe("a rule", () => {
  test("hands over what matches its pattern", () => {
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
    [{}, /rules\["paid"\] says neither which events/],
    [{ targets: {} }, /rule-without-trigger/],
    [{ pattern: {} }, /rules\["paid"\]\.pattern is empty, which nothing matches/],
    [{ pattern: { source: [] } }, /pattern\.source is an empty list/],
    [{ pattern: { source: "shop" } }, /pattern\.source is "shop", which is no list/],
    [{ pattern: { detail: {} } }, /pattern\.detail is empty/],
    [{ pattern: { detail: { a: { b: [] } } } }, /pattern\.detail\.a\.b is an empty list/],
    [{ pattern: { detailtype: ["a"] } }, /the key "detailtype"[\s\S]*Did you mean "detailType"/],
    [{ pattern: 5 }, /pattern is 5/],
    [
      { cdk: { rule: { eventPattern: { detailType: ["a"] } } } },
      /"detailType"[\s\S]*Did you mean "detail-type"/,
    ],
    [{ cdk: { rule: { eventPattern: { source: [] } } } }, /cdk\.rule\.eventPattern\.source is an empty list/],
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
  test("whose key makes a name that AWS refuses is refused", () => {
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
      /rules\["paid"\] gives the rule the name "dev-notes-paid", which a rule of \S+\/One/,
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

describe("a target that is a function", () => {
  test("is invoked by this rule only", () => {
    const stack = withRule({ pattern, targets: { mail: fn } });
    expect(only(stack, "aws_lambda_permission")).toMatchObject({
      principal: "events.amazonaws.com",
      source_arn: expect.stringContaining("aws_cloudwatch_event_rule.Bus_Rule_Bus_paid"),
    });
    expect(only(stack, "aws_cloudwatch_event_target")).toEqual({
      target_id: "mail",
      rule: expect.stringContaining("aws_cloudwatch_event_rule.Bus_Rule_Bus_paid"),
      arn: expect.stringContaining("aws_lambda_function.Bus_Target_Bus_paid_mail"),
      event_bus_name: expect.stringContaining("aws_cloudwatch_event_bus.Bus"),
    });
  });
  test.each([
    ["its props", { handler: fn, timeout: 20 }],
    ["the full form", { function: { handler: fn, timeout: 20 } }],
    ["the full form with its type", { type: "function", function: { handler: fn, timeout: 20 } }],
  ] as const)("may be given as %s", (_, mail) => {
    expect(only(withRule({ pattern, targets: { mail } }), "aws_lambda_function").timeout).toBe(20);
  });
  test("takes the defaults", () => {
    const { stack } = bus({
      defaults: { function: { timeout: 20 } },
      rules: { paid: { pattern, targets: { fn } } },
    });
    expect(only(stack, "aws_lambda_function").timeout).toBe(20);
  });
  test.each(["function", "alias"])("may be an existing %s, which wins over function", (kind) => {
    const stack = testStack();
    const raw = new LambdaFunction(stack, "Raw", {
      functionName: "raw",
      role: "arn:aws:iam::111122223333:role/a",
    });
    const alias = new LambdaAlias(stack, "Alias", {
      name: "live",
      functionName: "raw",
      functionVersion: "1",
    });
    const existing = kind === "function" ? raw : alias;
    new EventBus(stack, "Bus", {
      rules: {
        paid: {
          pattern,
          targets: { mail: { function: fn, cdk: { function: existing } } },
        },
      },
    });
    expect(Object.keys(resources(stack, "aws_lambda_function"))).toHaveLength(1);
    expect(only(stack, "aws_cloudwatch_event_target").arn).toContain(
      kind === "function" ? "aws_lambda_function.Raw" : "aws_lambda_alias.Alias",
    );
    expect(only(stack, "aws_lambda_permission").qualifier !== undefined).toBe(kind === "alias");
  });
  test("with an existing function alone needs no function", () => {
    const stack = testStack();
    const raw = new LambdaFunction(stack, "Raw", {
      functionName: "raw",
      role: "arn:aws:iam::111122223333:role/a",
    });
    new EventBus(stack, "Bus", {
      rules: {
        paid: { pattern, targets: { mail: { cdk: { function: raw } } } },
      },
    });
    expect(only(stack, "aws_cloudwatch_event_target").arn).toContain("aws_lambda_function.Raw");
  });
});

describe("a target that is a queue", () => {
  test.each(["bare", "queue", "type"])("lets this rule send to it (%s)", (form) => {
    const stack = testStack();
    const queue = new Queue(stack, "Bills");
    const forms = {
      bare: queue,
      queue: { queue },
      type: { type: "queue" as const, queue },
    };
    new EventBus(stack, "Bus", {
      rules: {
        paid: {
          pattern,
          targets: { bill: forms[form as keyof typeof forms] },
        },
      },
    });
    expect(only(stack, "aws_cloudwatch_event_target").arn).toContain("aws_sqs_queue.Bills");
    expect(only(stack, "aws_sqs_queue_policy").policy).toMatch(
      /events\.amazonaws\.com.*sqs:SendMessage.*ArnEquals.*aws_cloudwatch_event_rule\.Bus_Rule_Bus_paid/,
    );
  });
  test("that is FIFO needs a message group", () => {
    const stack = testStack();
    const queue = new Queue(stack, "Bills", {
      cdk: { queue: { fifoQueue: true } },
    });
    const make = (id: string, target: object) =>
      new EventBus(stack, id, {
        rules: {
          [id]: { pattern, targets: { bill: { queue, cdk: { target } } } },
        },
      });
    expect(() => make("A", {})).toThrow(
      /targets\["bill"\]\.cdk\.target\.messageGroupId is missing; the queue is FIFO/,
    );
    make("B", { messageGroupId: "orders" });
    expect(stack.node.findAll().filter(({ node }) => node.id === "EventTarget_B_B_bill")).toHaveLength(1);
  });
  test("has the message group in its block", () => {
    const stack = testStack();
    const queue = new Queue(stack, "Bills", {
      cdk: { queue: { fifoQueue: true } },
    });
    const target = { messageGroupId: "orders" };
    new EventBus(stack, "Bus", {
      rules: {
        paid: { pattern, targets: { bill: { queue, cdk: { target } } } },
      },
    });
    expect(only(stack, "aws_cloudwatch_event_target").sqs_target).toEqual({
      message_group_id: "orders",
    });
  });
});

describe("a target that is a log group", () => {
  const log = (given: object = {}) =>
    withRule({ pattern, targets: { all: { type: "log_group", ...given } } });
  test("is named after rule and target and kept for a year", () => {
    expect(only(log(), "aws_cloudwatch_log_group")).toEqual({
      name: "/aws/events/dev-notes-paid-all",
      retention_in_days: 365,
    });
  });
  test("may be written to by event rules, and the target waits for that", () => {
    const stack = log();
    const { policy_document, policy_name } = only(stack, "aws_cloudwatch_log_resource_policy");
    expect(policy_name).toBe("dev-notes-Main-events");
    expect(JSON.parse(String(policy_document)).Statement).toEqual([
      {
        Effect: "Allow",
        Principal: {
          Service: ["delivery.logs.amazonaws.com", "events.amazonaws.com"],
        },
        Action: ["logs:CreateLogStream", "logs:PutLogEvents"],
        Resource: "arn:aws:logs:us-east-1:111122223333:log-group:/aws/events/*:*",
      },
    ]);
    expect(only(stack, "aws_cloudwatch_event_target").depends_on).toEqual([
      expect.stringMatching(/^aws_cloudwatch_log_resource_policy\./),
    ]);
  });
  test("there is one policy per stack", () => {
    const stack = testStack();
    const targets = {
      a: { type: "log_group" as const },
      b: { type: "log_group" as const },
    };
    new EventBus(stack, "One", { rules: { one: { pattern, targets } } });
    new EventBus(stack, "Two", { rules: { two: { pattern, targets } } });
    expect(Object.keys(resources(stack, "aws_cloudwatch_log_resource_policy"))).toHaveLength(1);
    expect(Object.keys(resources(stack, "aws_cloudwatch_log_group"))).toHaveLength(4);
  });
  test("takes keys of the provider", () => {
    expect(
      only(log({ cdk: { logGroup: { retentionInDays: 7 } } }), "aws_cloudwatch_log_group").retention_in_days,
    ).toBe(7);
  });
  test("that exists already is used, and named in the policy", () => {
    const stack = testStack();
    const logGroup = new CloudwatchLogGroup(stack, "Own", { name: "own" });
    new EventBus(stack, "Bus", {
      rules: {
        paid: {
          pattern,
          targets: { all: { type: "log_group", cdk: { logGroup } } },
        },
      },
    });
    expect(Object.keys(resources(stack, "aws_cloudwatch_log_group"))).toEqual(["Own"]);
    expect(only(stack, "aws_cloudwatch_log_resource_policy").policy_document).toContain(
      "aws_cloudwatch_log_group.Own.arn}:*",
    );
  });
  test("outlives the stack when data is retained", () => {
    const stack = testStack({ defaultRemovalPolicy: "retain" });
    new EventBus(stack, "Bus", {
      rules: { paid: { pattern, targets: { all: { type: "log_group" } } } },
    });
    expect(only(stack, "aws_cloudwatch_log_group").skip_destroy).toBe(true);
  });
});

describe("targets", () => {
  test("may have retries, age, a dead-letter queue and an event of their own", () => {
    const stack = testStack();
    const target = {
      event: { a: 1 },
      retryAttempts: 3,
      maxEventAge: "1 hour" as const,
      deadLetterQueue: new Queue(stack, "Dead"),
    };
    new EventBus(stack, "Bus", {
      rules: {
        paid: { pattern, targets: { mail: { function: fn, cdk: { target } } } },
      },
    });
    expect(only(stack, "aws_cloudwatch_event_target")).toMatchObject({
      input: '{"a":1}',
      retry_policy: {
        maximum_retry_attempts: 3,
        maximum_event_age_in_seconds: 3600,
      },
      dead_letter_config: {
        arn: expect.stringContaining("aws_sqs_queue.Dead"),
      },
    });
    expect(only(stack, "aws_sqs_queue_policy").policy).toContain(
      "aws_cloudwatch_event_rule.Bus_Rule_Bus_paid",
    );
  });
  test("five are taken, six are not", () => {
    const targets = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, each) => [`t${each}`, fn]));
    expect(() => withRule({ pattern, targets: targets(5) })).not.toThrow();
    expect(() => withRule({ pattern, targets: targets(6) })).toThrow(/targets makes 6 targets; AWS takes 5/);
  });
  test.each([
    [{ "a b": fn }, /targets\["a b"\] is "a b"/],
    [{ a: { type: "topic", function: fn } }, /targets\["a"\]\.type is "topic"/],
    [{ a: { type: "function" } }, /targets\["a"\]\.function is missing/],
    [{ a: { type: "queue" } }, /targets\["a"\]\.queue is undefined/],
    [{ a: { type: "queue", queue: "q" } }, /targets\["a"\]\.queue is "q"/],
    [{ a: { type: "log_group", function: fn } }, /targets\["a"\] has the key "function"/],
    [
      { a: { type: "log_group", cdk: { logGroup: { retention: 1 } } } },
      /cdk\.logGroup has the key "retention"/,
    ],
    [
      { a: { function: fn, cdk: { target: { retryAttempts: 186 } } } },
      /targets\["a"\]\.cdk\.target\.retryAttempts is 186/,
    ],
    [{ a: { function: fn, cdk: { target: { targetId: "x" } } } }, /the key "targetId"/],
    [{ a: { function: fn, cdk: { subscription: {} } } }, /cdk has the key "subscription"/],
    [{ a: { cdk: { function: {}, target: {} } } }, /targets\["a"\]\.cdk\.function is/],
    [{ a: 5 }, /targets\["a"\] is 5/],
  ])("refuses %p", (targets, message) => {
    expect(() => withRule({ pattern, targets } as never)).toThrow(message);
  });
});

describe("rules added later", () => {
  test("move no address", () => {
    const { stack, bus: made } = bus({
      rules: { b: { pattern, targets: { fn } } },
    });
    const before = addresses(stack);
    made.addRules(stack, { a: { pattern, targets: { fn } } });
    expect(addresses(stack)).toEqual(expect.arrayContaining(before));
  });
  test("are bound and permitted as the others", () => {
    const { stack, bus: made } = bus();
    made.bind([new Queue(stack, "Queue")]);
    made.attachPermissions(["ses:SendEmail"]);
    made.addRules(stack, { a: { pattern, targets: { fn } } });
    expect(inlineActions(stack)).toEqual(expect.arrayContaining(["sqs:SendMessage", "ses:SendEmail"]));
  });
  test("belong to the stack of the scope", () => {
    const app = testApp();
    const [one, two] = [new Stack(app, "One"), new Stack(app, "Two")];
    new EventBus(one, "Bus").addRules(two, {
      paid: { pattern, targets: { fn, log: { type: "log_group" } } },
    });
    expect(Object.keys(resources(two, "aws_cloudwatch_event_rule"))).toHaveLength(1);
    expect(Object.keys(resources(two, "aws_cloudwatch_log_resource_policy"))).toHaveLength(1);
    app.synth();
    checkOutput(app.outdir);
  });
  test("may not have a key that is taken", () => {
    const { stack, bus: made } = bus({ rules: { paid: { pattern } } });
    expect(() => made.addRules(stack, { paid: { pattern } })).toThrow(
      /rules\["paid"\] names the rule "paid", which exists already/,
    );
  });
});

describe("one target", () => {
  const two = () => bus({ rules: { paid: { pattern, targets: { a: fn, b: fn } } } });
  test("is bound and permitted alone", () => {
    const { stack, bus: made } = two();
    made.bindToTarget("paid", "a", [new Queue(stack, "Queue")]);
    made.attachPermissionsToTarget("paid", "a", ["ses:SendEmail"]);
    expect(inlineActions(stack, "paid_a")).toEqual(
      expect.arrayContaining(["sqs:SendMessage", "ses:SendEmail"]),
    );
    expect(inlineActions(stack, "paid_b")).not.toContain("ses:SendEmail");
  });
  test.each([
    ["unpaid", "a", /bindToTarget names the rule "unpaid", which does not exist.*\n.*"paid"/],
    ["paid", "c", /bindToTarget names the target "paid\/c", which does not exist.*\n.*"paid\/a", "paid\/b"/],
  ])("%s %s is an error with those that do exist", (rule, target, message) => {
    expect(() => two().bus.bindToTarget(rule, target, [])).toThrow(message);
  });
  test("that is no function is an error", () => {
    const { bus: made } = bus({
      rules: { paid: { pattern, targets: { log: { type: "log_group" } } } },
    });
    expect(() => made.attachPermissionsToTarget("paid", "log", [])).toThrow(
      /"paid\/log"[\s\S]*part-without-function/,
    );
  });
});

describe("an imported bus", () => {
  test.each(["resource", "data source"])("as a %s is used as it is", (kind) => {
    const stack = testStack();
    const given =
      kind === "resource" ? new CloudwatchEventBus(stack, "Raw", { name: "raw" }) : defaultBus(stack);
    const made = new EventBus(stack, "Bus", {
      cdk: { eventBus: given },
      rules: { paid: { pattern, targets: { fn } } },
    });
    expect(made.cdk.eventBus).toBe(given);
    expect(Object.keys(resources(stack, "aws_cloudwatch_event_bus"))).toHaveLength(
      kind === "resource" ? 1 : 0,
    );
    expect(only(stack, "aws_cloudwatch_event_rule").event_bus_name).toMatch(
      /aws_cloudwatch_event_bus\.(Raw|DefaultBus)\.name/,
    );
  });
  test("of another type is refused", () => {
    const stack = testStack();
    const given = new SnsTopic(stack, "Raw") as never;
    expect(() => new EventBus(stack, "Bus", { cdk: { eventBus: given } })).toThrow(
      /cdk\.eventBus is an object of type aws_sns_topic/,
    );
  });
});

describe("EventBus refuses", () => {
  test.each([
    [{ rule: {} }, /the key "rule"[\s\S]*Did you mean "rules"/],
    [{ defaults: { fn: {} } }, /defaults has the key "fn"/],
    [{ cdk: { bus: {} } }, /cdk has the key "bus"/],
    [{ cdk: { eventBus: { nam: "a" } } }, /cdk\.eventBus has the key "nam"/],
    [
      { cdk: { eventBus: { name: "default" } } },
      /cdk\.eventBus\.name is "default"[\s\S]*DataAwsCloudwatchEventBus/,
    ],
    [{ rules: [] }, /rules is \[\]/],
  ])("%p", (props, message) => {
    expect(() => bus(props as EventBusProps)).toThrow(message);
  });
});

describe("across stacks", () => {
  const two = () => {
    const app = testApp({ account: "111122223333" });
    return {
      app,
      home: new Stack(app, "Home"),
      other: new Stack(app, "Other"),
    };
  };
  test("the queue's policy names the rule by its written ARN", () => {
    const { app, home, other } = two();
    new EventBus(home, "Bus", {
      rules: { paid: { pattern, targets: { q: new Queue(other, "Q") } } },
    });
    expect(only(other, "aws_sqs_queue_policy").policy).toContain(
      "arn:aws:events:us-east-1:111122223333:rule/dev-notes-Bus/dev-notes-paid",
    );
    app.synth();
    checkOutput(app.outdir);
  });
  test("the ARN of a rule of the default bus does not name the bus", () => {
    const { home, other } = two();
    const rules = { paid: { pattern, targets: { q: new Queue(other, "Q") } } };
    new EventBus(home, "Bus", { cdk: { eventBus: defaultBus(home) }, rules });
    expect(only(other, "aws_sqs_queue_policy").policy).toContain(
      "arn:aws:events:us-east-1:111122223333:rule/dev-notes-paid",
    );
  });
  test("a rule whose name AWS completes is an error with both stacks", () => {
    const { home, other } = two();
    const rule = {
      pattern,
      targets: { q: new Queue(other, "Q") },
      cdk: { rule: { namePrefix: "a" } },
    };
    expect(() => new EventBus(home, "Bus", { rules: { paid: rule } })).toThrow(
      /leads from stack dev-notes-Home to stack dev-notes-Other[\s\S]*policy-source-unnamed/,
    );
  });
  test("a target that is bound to the bus knows it by its name", () => {
    const { app, home, other } = two();
    const own = new Function(other, "Fn", { handler: fn });
    const made = new EventBus(home, "Bus", {
      rules: { paid: { pattern, targets: { own } } },
    });
    own.bind([made]);
    expect(only(other, "aws_lambda_function").environment).toMatchObject({
      variables: { SERVERFORM_EventBus_eventBusName_Bus: "dev-notes-Bus" },
    });
    expect(only(other, "aws_iam_role_policy").policy).toContain(
      "arn:aws:events:us-east-1:111122223333:event-bus/dev-notes-Bus",
    );
    app.synth();
    checkOutput(app.outdir);
  });
});
