import { CloudwatchEventBus } from "@cdktf/provider-aws/lib/cloudwatch-event-bus";
import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { Testing } from "cdktf";
import { EventBus, type EventBusProps } from "../../../lib/constructs/event-bus";
import { Queue } from "../../../lib/constructs/queue";
import { Stack } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import type { IamResourceStatement } from "../../../lib/kit/iam";
import { listedTypes, typesOf } from "../../docs/resources-table";
import { checkOutput } from "../../support/reference-check";
import {
  addresses,
  dataSources,
  inlineActions,
  inlineStatements,
  only,
  resources,
  testApp,
  testStack,
} from "../../support/stack";
import { failure } from "../api/support/api";
import { bus, defaultBus, fn, pattern } from "./support";

/** Lets another account send events. */
const partner = ({ eventBusArn: Resource }: EventBus): IamResourceStatement => ({
  Sid: "Partner",
  Principal: { AWS: "444455556666" },
  Action: "events:PutEvents",
  Resource,
});

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
        "data.archive_file._code_functions-notes-ab2188ae_4E136915",
      ]
    `);
  });
  test("creates the documented resources", () => {
    const stack = testStack({ account: "111122223333" });
    const made = new EventBus(stack, "Bus", {
      rules: { paid: { pattern, targets: { fn, log: { type: "log_group" } } } },
    });
    made.addToResourcePolicy(partner(made));
    expect([...typesOf(addresses(stack))].sort()).toEqual(
      [...new Set(listedTypes("lib/constructs/event-bus/README.md"))].sort(),
    );
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

describe("the default bus by its name", () => {
  const byName = (props: object = {}) => bus({ cdk: { eventBus: { name: "default" } }, ...props });

  test("is neither created nor read, and has its rules, schedules included", () => {
    const { stack, bus: made } = byName({
      rules: {
        paid: { pattern, targets: { fn } },
        nightly: { cdk: { rule: { schedule: "rate(1 hour)" } }, targets: { fn } },
      },
    });
    expect(addresses(stack).filter((each) => each.includes("aws_cloudwatch_event_bus"))).toEqual([]);
    expect(Object.values(resources(stack, "aws_cloudwatch_event_rule"))).toMatchObject([
      { event_bus_name: "default" },
      { event_bus_name: "default" },
    ]);
    expect([made.eventBusName, made.eventBusArn]).toEqual([
      "default",
      "arn:aws:events:us-east-1:111122223333:event-bus/default",
    ]);
  });

  test("can be bound and named in permissions", () => {
    const { stack, bus: made } = byName();
    new Function(stack, "Fn", { handler: fn, bind: [made], permissions: [[made, "grantFullAccess"]] });
    const allowed = inlineStatements(stack).filter(({ Action }) => String(Action).includes("events:"));
    expect(allowed.map(({ Action, Resource }) => [Action, Resource])).toEqual([
      [["events:*", "events:PutEvents"], "arn:aws:events:us-east-1:111122223333:event-bus/default"],
    ]);
    expect(JSON.stringify(resources(stack, "aws_lambda_function"))).toContain(
      '"SERVERFORM_EventBus_eventBusName_Bus":"default"',
    );
  });

  test("is read when cdk.eventBus is used", () => {
    const { stack, bus: made } = byName();
    expect(made.cdk.eventBus).toBe(made.cdk.eventBus);
    expect(dataSources(stack, "aws_cloudwatch_event_bus")).toEqual({
      [made.cdk.eventBus.friendlyUniqueId]: { name: "default" },
    });
  });
});

describe("rules added later", () => {
  test("move no address", () => {
    const props = { rules: { b: { pattern, targets: { fn } } } };
    const { stack, bus: made } = bus(props);
    const before = addresses(bus(props).stack);
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
    expect(checkOutput(app.outdir)).toEqual([]);
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
  test("is the only one that is bound and gets permissions", () => {
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
  test("that is not a function is an error", () => {
    const { bus: made } = bus({
      rules: { paid: { pattern, targets: { log: { type: "log_group" } } } },
    });
    expect(() => made.attachPermissionsToTarget("paid", "log", [])).toThrow(
      /"paid\/log"[\s\S]*part-without-function/,
    );
  });
});

describe("an imported bus", () => {
  test.each(["resource", "data source"])("accepts an existing one as a %s", (kind) => {
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
      { cdk: { eventBus: { name: "default", description: "events" } } },
      /cdk\.eventBus\.description is given for the default bus/,
    ],
    [{ rules: [] }, /rules is \[\]/],
  ])("%p", (props, message) => {
    expect(() => bus(props as EventBusProps)).toThrow(message);
  });
});

describe("the policy of a bus", () => {
  test("does not exist without a statement", () => {
    expect(resources(bus().stack, "aws_cloudwatch_event_bus_policy")).toEqual({});
  });
  test("is created with its first statement", () => {
    const { stack, bus: made } = bus();
    made.addToResourcePolicy(partner(made));
    const { event_bus_name, policy } = only(stack, "aws_cloudwatch_event_bus_policy");
    expect(event_bus_name).toMatch(/^\$\{aws_cloudwatch_event_bus\.\w+\.name\}$/);
    expect(JSON.parse(String(policy)).Statement).toMatchObject([
      { Sid: "Partner", Effect: "Allow", Action: "events:PutEvents", Principal: { AWS: "444455556666" } },
    ]);
  });
  test("has a limit of bytes", () => {
    const { stack, bus: made } = bus();
    const Action = `events:${"a".repeat(1000)}`;
    for (let index = 0; index < 11; index += 1) {
      made.addToResourcePolicy({ ...partner(made), Sid: `Partner${index}`, Action });
    }
    expect(failure(() => Testing.synth(stack))).toMatchObject({ code: "resource-policy-too-large" });
  });
  test("is not that of the default bus, or of an imported one", () => {
    const stack = testStack();
    const ofAccount = new EventBus(stack, "Default", { cdk: { eventBus: { name: "default" } } });
    const imported = new EventBus(stack, "Old", { cdk: { eventBus: defaultBus(stack) } });
    const prop = "addToResourcePolicy";
    expect(failure(() => ofAccount.addToResourcePolicy())).toMatchObject({ code: "event-bus-default", prop });
    expect(failure(() => imported.addToResourcePolicy())).toMatchObject({ code: "imported-event-bus", prop });
  });
});
