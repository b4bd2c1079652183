import { EventBus } from "../../../lib/constructs/event-bus";
import { Queue } from "../../../lib/constructs/queue";
import { Stack } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import { checkOutput } from "../../support/reference-check";
import { only, resources, testApp } from "../../support/stack";
import { defaultBus, fn, pattern } from "./support";

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
    expect(checkOutput(app.outdir)).toEqual([]);
  });
  test("queues of the bus's stack name rules of another one by their written ARNs", () => {
    const { app, home, other } = two();
    const [queue, failed] = [new Queue(home, "Jobs"), new Queue(home, "Failed")];
    const targets = { jobs: { queue, cdk: { target: { deadLetterQueue: failed } } } };
    new EventBus(home, "Bus").addRules(other, { paid: { pattern, targets } });
    app.synth();
    const policies = Object.values(resources(home, "aws_sqs_queue_policy")).map(({ policy }) => policy);
    const arn = "arn:aws:events:us-east-1:111122223333:rule/dev-notes-Bus/dev-notes-paid";
    expect(policies).toEqual([expect.stringContaining(arn), expect.stringContaining(arn)]);
    expect(checkOutput(app.outdir)).toEqual([]);
  });
  test("queues refer to rules of their own stack, wherever the bus is", () => {
    const { home, other } = two();
    const targets = { jobs: new Queue(other, "Jobs") };
    new EventBus(home, "Bus").addRules(other, { paid: { pattern, targets } });
    expect(only(other, "aws_sqs_queue_policy").policy).toMatch(/aws_cloudwatch_event_rule\.[^.]+\.arn\}/);
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
      /connects stack dev-notes-Home to stack dev-notes-Other[\s\S]*policy-source-unnamed/,
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
    expect(checkOutput(app.outdir)).toEqual([]);
  });
});
