import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { Cron, type CronProps } from "../../../lib/constructs/cron";
import { Queue } from "../../../lib/constructs/queue";
import { Topic } from "../../../lib/constructs/topic";
import { Stack } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import { listedTypes, typesOf } from "../../docs/resources-table";
import { checkOutput } from "../../support/reference-check";
import { addresses, inlineActions, only, testApp, testStack } from "../../support/stack";

const job = "functions/notes.get";
const schedule = "rate(5 minutes)";

function cron(props: Partial<CronProps> = {}): { stack: Stack; cron: Cron } {
  const stack = testStack();
  return {
    stack,
    cron: new Cron(stack, "Report", { job, schedule, ...props }),
  };
}

describe("Cron", () => {
  test("starts when its rule may invoke the job", () => {
    expect(only(cron().stack, "aws_cloudwatch_event_target").depends_on).toEqual([
      expect.stringContaining("aws_lambda_permission.Report_Permission"),
    ]);
  });
  test("creates the documented resources", () => {
    const scheduled = cron({ schedule: "cron(0 9 * * ? *)", timezone: "UTC" }).stack;
    const all = [cron().stack, scheduled].flatMap((stack) => addresses(stack));
    expect([...typesOf(all)].sort()).toEqual([...listedTypes("lib/constructs/cron/README.md")].sort());
  });
  test("the rule has the schedule, a name and a state", () => {
    expect(only(cron().stack, "aws_cloudwatch_event_rule")).toEqual({
      name: "dev-notes-Report",
      schedule_expression: "rate(5 minutes)",
      state: "ENABLED",
    });
  });
  test("the target is the job", () => {
    const target = only(cron().stack, "aws_cloudwatch_event_target");
    expect(target.target_id).toBe("Job");
    expect(target.arn).toMatch(/^\$\{aws_lambda_function\.Report_Job_Function_\w+\.arn\}$/);
    expect(target.rule).toMatch(/^\$\{aws_cloudwatch_event_rule\.Report_Rule_\w+\.name\}$/);
  });
  test("only this rule may invoke the function", () => {
    const permission = only(cron().stack, "aws_lambda_permission");
    expect(permission.principal).toBe("events.amazonaws.com");
    expect(permission.source_arn).toMatch(/^\$\{aws_cloudwatch_event_rule\.Report_Rule_\w+\.arn\}$/);
  });
  test("enabled: false keeps everything, without invocations", () => {
    expect(only(cron({ enabled: false }).stack, "aws_cloudwatch_event_rule").state).toBe("DISABLED");
  });
  test("cdk.rule.enabled wins over enabled", () => {
    const { stack } = cron({
      enabled: true,
      cdk: { rule: { enabled: false } },
    });
    expect(only(stack, "aws_cloudwatch_event_rule").state).toBe("DISABLED");
  });
  test("cdk.rule.enabled: undefined is not given", () => {
    const { stack } = cron({ enabled: false, cdk: { rule: { enabled: undefined } } });
    expect(only(stack, "aws_cloudwatch_event_rule").state).toBe("DISABLED");
  });
  test("cdk.rule is laid over the rule", () => {
    const { stack } = cron({
      cdk: { rule: { description: "Daily", ruleName: "daily" } },
    });
    expect(only(stack, "aws_cloudwatch_event_rule")).toMatchObject({
      description: "Daily",
      name: "daily",
    });
  });
  test("a name prefix replaces the name", () => {
    const rule = only(cron({ cdk: { rule: { namePrefix: "daily-" } } }).stack, "aws_cloudwatch_event_rule");
    expect(rule).toMatchObject({ name_prefix: "daily-" });
    expect(rule).not.toHaveProperty("name");
  });
  test.each([
    [{ rate: "1 hour" }, "rate(1 hour)"],
    [{ minute: "0", hour: "4" }, "cron(0 4 * * ? *)"],
    ["rate(2 days)", "rate(2 days)"],
  ] as const)("cdk.rule.schedule %p is %s", (given, expression) => {
    const { stack } = cron({
      schedule: undefined,
      cdk: { rule: { schedule: given } },
    });
    expect(only(stack, "aws_cloudwatch_event_rule").schedule_expression).toBe(expression);
  });
  test("cdk.rule.schedule wins over schedule", () => {
    const { stack } = cron({ cdk: { rule: { schedule: "rate(1 day)" } } });
    expect(only(stack, "aws_cloudwatch_event_rule").schedule_expression).toBe("rate(1 day)");
  });
  test("the job may be a function of another stack", () => {
    const app = testApp();
    const [one, two] = [new Stack(app, "One"), new Stack(app, "Two")];
    const fn = new Function(one, "Fn", { handler: job });
    expect(new Cron(two, "Cron", { job: fn, schedule }).jobFunction).toBe(fn);
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
  });
  test("bind and attachPermissions reach the job", () => {
    const { stack, cron: made } = cron();
    made.bind([new Topic(stack, "Topic")]);
    made.attachPermissions(["ses:SendEmail"]);
    expect(inlineActions(stack)).toEqual(expect.arrayContaining(["sns:Publish", "ses:SendEmail"]));
  });
  test("metadata names schedule, rule and job", () => {
    const { cron: made } = cron();
    expect(made.getConstructMetadata()).toEqual({
      type: "Cron",
      data: {
        schedule,
        ruleName: expect.any(String),
        job: { node: made.jobFunction.node.addr, stack: "dev-notes-Main" },
      },
    });
  });
  test("the output has no dangling reference", () => {
    const app = testApp();
    const stack = new Stack(app, "Main");
    const queue = new Queue(stack, "Dead");
    new Cron(stack, "Cron", {
      schedule,
      job: { function: job, cdk: { target: { deadLetterQueue: queue } } },
    });
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
  });
});

describe("cdk.target of a job", () => {
  const target = (given: object) => {
    const { stack } = cron({ job: { function: job, cdk: { target: given } } });
    return only(stack, "aws_cloudwatch_event_target");
  };
  test("event is the input of the job", () => {
    expect(target({ event: { full: true, path: "${a}" } }).input).toBe('{"full":true,"path":"$${a}"}');
  });
  test("false is an event too", () => {
    expect(target({ event: false }).input).toBe("false");
  });
  test("retryAttempts and maxEventAge are the retry policy", () => {
    expect(target({ retryAttempts: 0, maxEventAge: "1 hour" }).retry_policy).toEqual({
      maximum_retry_attempts: 0,
      maximum_event_age_in_seconds: 3600,
    });
  });
  test("the one left out is written with the value of AWS", () => {
    expect(target({ retryAttempts: 2 }).retry_policy).toMatchObject({
      maximum_event_age_in_seconds: 86_400,
    });
    expect(target({ maxEventAge: "1 minute" }).retry_policy).toMatchObject({
      maximum_retry_attempts: 185,
    });
  });
  test("keys of the provider are laid over it", () => {
    expect(target({ inputPath: "$.detail" }).input_path).toBe("$.detail");
  });
  test("a dead-letter queue of the library lets the rule send there", () => {
    const stack = testStack();
    const queue = new Queue(stack, "Dead");
    new Cron(stack, "Cron", {
      schedule,
      job: { function: job, cdk: { target: { deadLetterQueue: queue } } },
    });
    expect(only(stack, "aws_cloudwatch_event_target").dead_letter_config).toEqual({
      arn: expect.stringContaining("aws_sqs_queue.Dead"),
    });
    expect(only(stack, "aws_sqs_queue_policy").policy).toMatch(
      /events\.amazonaws\.com.*sqs:SendMessage.*ArnEquals.*aws_cloudwatch_event_rule\.Cron_Rule_\w+\.arn/,
    );
  });
  test("the ARN of a queue of the library does the same", () => {
    const stack = testStack();
    const queue = new Queue(stack, "Dead");
    const given = { deadLetterQueue: queue.queueArn };
    new Cron(stack, "Cron", {
      schedule,
      job: { function: job, cdk: { target: given } },
    });
    expect(only(stack, "aws_sqs_queue_policy").policy).toContain("events.amazonaws.com");
  });
  test("the ARN of another queue is used unchanged", () => {
    const arn = "arn:aws:sqs:us-east-1:111122223333:dead";
    expect(target({ deadLetterQueue: arn }).dead_letter_config).toEqual({
      arn,
    });
  });
  test("a dead-letter queue of another stack names the rule by its written ARN", () => {
    const app = testApp({ account: "111122223333" });
    const [one, two] = [new Stack(app, "One"), new Stack(app, "Two")];
    const queue = new Queue(one, "Dead");
    new Cron(two, "Cron", {
      schedule,
      job: { function: job, cdk: { target: { deadLetterQueue: queue } } },
    });
    expect(only(one, "aws_sqs_queue_policy").policy).toContain(
      "arn:aws:events:us-east-1:111122223333:rule/dev-notes-Cron",
    );
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
  });
  test.each([
    [{ retryAttempts: 186 }, /job\.cdk\.target\.retryAttempts is 186, outside 0 to 185/],
    [{ retryAttempts: -1 }, /retryAttempts is -1/],
    [{ maxEventAge: "59 seconds" }, /maxEventAge is "59 seconds", outside 1 minute to 24 hours/],
    [{ maxEventAge: "25 hours" }, /maxEventAge is "25 hours"/],
    [{ deadLetterQueue: "dead" }, /deadLetterQueue is "dead"/],
    [{ messageGroupId: "a" }, /messageGroupId is given, but the target is not a queue/],
    [{ event: 1, input: "2" }, /event is given together with input/],
    [{ event: "x".repeat(8191) }, /has 8193 characters/],
    [{ arn: "x" }, /the key "arn"/],
    [{ retryPolicy: {} }, /the key "retryPolicy"[\s\S]*Use retryAttempts and maxEventAge/],
    [{ evnt: 1 }, /the key "evnt"[\s\S]*Did you mean "event"/],
  ])("refuses %p", (given, message) => {
    expect(() => target(given)).toThrow(message);
  });
  test.each(["60 seconds", "24 hours"])("takes maxEventAge %s", (maxEventAge) => {
    expect(() => target({ maxEventAge })).not.toThrow();
  });
  test("8192 characters of input are taken", () => {
    expect(() => target({ event: "x".repeat(8190) })).not.toThrow();
  });
});

describe("Cron refuses", () => {
  const made = (props: object) => () => new Cron(testStack(), "Cron", props as CronProps);
  test.each([
    [{ job }, /Cron: schedule is missing/],
    [{ schedule }, /Cron: job is missing/],
    [{ job, schedule: "daily" }, /schedule is "daily", which is not a schedule/],
    [{ job, schedule: "cron(0 25 * * ? *)" }, /whose hours is "25"/],
    [{ job, cdk: { rule: { schedule: { hour: "25" } } } }, /cdk\.rule\.schedule\.hour/],
    [{ job, cdk: { rule: { scheduleExpression: "daily" } } }, /cdk\.rule\.scheduleExpression is "daily"/],
    [{ job, schedule, enabled: "yes" }, /enabled is "yes"/],
    [{ job, schedule, enable: true }, /the key "enable"[\s\S]*Did you mean "enabled"/],
    [{ job, schedule, cdk: { rul: {} } }, /cdk has the key "rul"/],
    [{ job, schedule, cdk: { rule: { eventPattern: {} } } }, /"eventPattern"[\s\S]*EventBus/],
    [{ job, schedule, cdk: { rule: { eventBusName: "a" } } }, /"eventBusName"[\s\S]*default bus/],
    [{ job, schedule, cdk: { rule: { isEnabled: true } } }, /"isEnabled"[\s\S]*Use enabled/],
    [{ job, schedule, cdk: { rule: { ruleName: "a b" } } }, /cdk\.rule\.ruleName is "a b"/],
    [{ job, schedule, cdk: { rule: { name: "x".repeat(65) } } }, /65 characters/],
    [{ job: { function: job, cdk: { targt: {} } }, schedule }, /job\.cdk has the key "targt"/],
    [{ job: { type: "queue", function: job }, schedule }, /job\.type is "queue"/],
    [{ job: { function: 5 }, schedule }, /job\.function is 5/],
  ])("%p", (props, message) => {
    expect(made(props)).toThrow(message);
  });
  test("a function of the provider", () => {
    const stack = testStack();
    const fn = new LambdaFunction(stack, "Fn", {
      functionName: "fn",
      role: "arn:aws:iam::111122223333:role/a",
    });
    expect(() => new Cron(stack, "Cron", { job: fn as never, schedule })).toThrow(/function-provider-object/);
  });
  test("a rule whose name AWS would refuse", () => {
    expect(() => new Cron(testStack(), "C".repeat(60), { job, schedule })).toThrow(/name-too-long/);
  });
  test("nothing is created before the check", () => {
    const stack = testStack();
    expect(
      () =>
        new Cron(stack, "Cron", {
          job: { function: job, cdk: { target: { arn: "a" } } } as never,
          schedule,
        }),
    ).toThrow();
    expect(stack.node.findAll().filter((each) => each.node.id === "Rule")).toEqual([]);
  });
});
