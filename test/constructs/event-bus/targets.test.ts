import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { LambdaAlias } from "@cdktf/provider-aws/lib/lambda-alias";
import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { EventBus } from "../../../lib/constructs/event-bus";
import { Queue } from "../../../lib/constructs/queue";
import { only, resources, testStack } from "../../support/stack";
import { bus, fn, pattern, withRule } from "./support";

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
      depends_on: [expect.stringContaining("aws_lambda_permission.Bus_Permission_Bus_paid_mail")],
    });
  });
  test.each([
    ["its props", { handler: fn, timeout: 20 }],
    ["the full form", { function: { handler: fn, timeout: 20 } }],
    ["the full form with its type", { type: "function", function: { handler: fn, timeout: 20 } }],
  ] as const)("may be given as %s", (_, mail) => {
    expect(only(withRule({ pattern, targets: { mail } }), "aws_lambda_function").timeout).toBe(20);
  });
  test("has a value for each placeholder of its input template", () => {
    const target = (inputTemplate: string) => ({
      fn: {
        function: fn,
        cdk: { target: { inputTransformer: { inputTemplate, inputPaths: { id: "$.detail.id" } } } },
      },
    });
    const withTemplate = (text: string) => withRule({ pattern, targets: target(text) });
    expect(() => withTemplate('{"id": <id>, "rule": <aws.events.rule-name>}')).not.toThrow();
    expect(() => withTemplate('{"id": <idd>}')).toThrow(/has the placeholder <idd>.*\n.*Did you mean "id"/);
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
    expect(only(stack, "aws_cloudwatch_event_target").depends_on).toEqual([
      expect.stringContaining("aws_sqs_queue_policy.Bills"),
    ]);
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
  test("may be written to by rules of this account, and the target waits for that", () => {
    const stack = log();
    const { policy_document, policy_name } = only(stack, "aws_cloudwatch_log_resource_policy");
    expect(policy_name).toBe("dev-notes-Main-events");
    const statement = {
      Effect: "Allow",
      Principal: { Service: ["delivery.logs.amazonaws.com", "events.amazonaws.com"] },
      Resource: "arn:aws:logs:us-east-1:111122223333:log-group:/aws/events/*:*",
    };
    const rules = "arn:aws:events:us-east-1:111122223333:rule/*";
    expect(JSON.parse(String(policy_document)).Statement).toEqual([
      { ...statement, Action: "logs:CreateLogStream" },
      { ...statement, Action: "logs:PutLogEvents", Condition: { ArnLike: { "aws:SourceArn": rules } } },
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
  test("stays after the stack is destroyed when data is retained", () => {
    const stack = testStack({ defaultRemovalPolicy: "retain" });
    new EventBus(stack, "Bus", {
      rules: { paid: { pattern, targets: { all: { type: "log_group" } } } },
    });
    expect(only(stack, "aws_cloudwatch_log_group").skip_destroy).toBe(true);
  });
});

describe("targets", () => {
  test("may have retries, age, a dead-letter queue and their own event", () => {
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
  test("accept five, and refuse six", () => {
    const targets = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, each) => [`t${each}`, fn]));
    expect(() => withRule({ pattern, targets: targets(5) })).not.toThrow();
    expect(() => withRule({ pattern, targets: targets(6) })).toThrow(/targets has 6 targets; AWS allows 5/);
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
