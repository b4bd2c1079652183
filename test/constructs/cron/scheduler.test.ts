import { Fn } from "cdktf";
import { Stack } from "../../../lib";
import { Cron, type CronProps } from "../../../lib/constructs/cron";
import { Queue } from "../../../lib/constructs/queue";
import { standardErrorOf } from "../../support/environment";
import { addresses, only, testApp, testStack } from "../../support/stack";

const job = "functions/notes.get";
const daily = { schedule: "cron(0 9 * * ? *)", job } as const;

function cron(props: Partial<CronProps>) {
  const stack = testStack();
  return { stack, cron: new Cron(stack, "Report", { ...daily, ...props }) };
}
const schedule = (props: Partial<CronProps>) => only(cron(props).stack, "aws_scheduler_schedule");

describe("Cron with EventBridge Scheduler", () => {
  test("makes a schedule, its role and a function, and neither rule nor permission", () => {
    const { stack } = cron({ timezone: "Europe/Berlin" });
    expect(addresses(stack).filter((each) => !/^data\.|_Job_/.test(each))).toMatchInlineSnapshot(`
      [
        "aws_iam_role.Report_Role_DCD74D5A",
        "aws_iam_role_policy.Report_Policies_Base_31F851B7",
        "aws_scheduler_schedule.Report_Schedule_CA97B16C",
      ]
    `);
  });
  test("the function keeps its address", () => {
    const functionsOf = (props: Partial<CronProps>) =>
      addresses(cron(props).stack).filter((each) => each.startsWith("aws_lambda_function."));
    expect(functionsOf({ timezone: "UTC" })).toEqual(functionsOf({}));
  });
  test("the schedule has expression, time zone, name, state and target", () => {
    expect(schedule({ timezone: "Europe/Berlin" })).toMatchObject({
      name: "dev-notes-Report",
      schedule_expression: "cron(0 9 * * ? *)",
      schedule_expression_timezone: "Europe/Berlin",
      flexible_time_window: { mode: "OFF" },
      state: "ENABLED",
      target: {
        arn: expect.stringMatching(/^\$\{aws_lambda_function\.Report_Job_Function_\w+\.arn\}$/),
        role_arn: expect.stringMatching(/^\$\{aws_iam_role\.Report_Role_\w+\.arn\}$/),
      },
    });
  });
  test.each([
    [
      { flexibleWindow: "15 minutes" },
      {
        flexible_time_window: {
          mode: "FLEXIBLE",
          maximum_window_in_minutes: 15,
        },
      },
    ],
    [{ flexibleWindow: "1 minute" }, { flexible_time_window: { maximum_window_in_minutes: 1 } }],
    [{ flexibleWindow: "24 hours" }, { flexible_time_window: { maximum_window_in_minutes: 1440 } }],
    [{ start: "2090-01-01T00:00Z" }, { start_date: "2090-01-01T00:00:00Z" }],
    [{ end: "2090-01-01T01:00:00+01:00" }, { end_date: "2090-01-01T00:00:00Z" }],
    [{ at: "2090-01-31T09:00", schedule: undefined }, { schedule_expression: "at(2090-01-31T09:00:00)" }],
    [{ timezone: "US/Pacific" }, { schedule_expression_timezone: "US/Pacific" }],
    [{ timezone: "UTC", enabled: false }, { state: "DISABLED" }],
    [{ timezone: "UTC", cdk: { schedule: { groupName: "jobs" } } }, { group_name: "jobs" }],
  ] as const)("%j", (props, expected) => {
    expect(schedule(props)).toMatchObject(expected);
  });
  test("the role may invoke only the job, for schedules of the group", () => {
    const { stack } = cron({ timezone: "UTC" });
    const text = JSON.stringify(stack.toTerraform());
    expect(text).toContain("scheduler.amazonaws.com");
    expect(text).toContain(":schedule-group/default");
    expect(text.match(/lambda:InvokeFunction/g)).toHaveLength(1);
  });
  test("event, retries and dead letters of the job", () => {
    const stack = testStack();
    const deadLetterQueue = new Queue(stack, "Dead");
    const target = { event: { a: 1 }, retryAttempts: 2, deadLetterQueue };
    new Cron(stack, "Report", {
      ...daily,
      timezone: "UTC",
      job: { function: job, cdk: { target } },
    });
    expect(only(stack, "aws_scheduler_schedule").target).toMatchObject({
      input: '{"a":1}',
      retry_policy: {
        maximum_retry_attempts: 2,
        maximum_event_age_in_seconds: 86_400,
      },
      dead_letter_config: {
        arn: expect.stringContaining("aws_sqs_queue.Dead"),
      },
    });
    expect(JSON.stringify(stack.toTerraform())).toContain("sqs:SendMessage");
  });
  test("cdk has schedule and role, and an error says that there is no rule", () => {
    const { cron: made } = cron({ timezone: "UTC" });
    expect(Object.keys(made.cdk)).toEqual(["schedule", "role"]);
    expect(() => made.cdk.rule).toThrow(/cdk\.rule does not exist[\s\S]*cron-without-rule/);
  });
  test("metadata names schedule and time zone", () => {
    const { data } = cron({ timezone: "UTC" }).cron.getConstructMetadata();
    expect(data).toMatchObject({
      schedule: "cron(0 9 * * ? *)",
      timezone: "UTC",
    });
    expect(data.scheduleName).toEqual(expect.any(String));
    expect(data).not.toHaveProperty("ruleName");
  });
});

describe("a notice says that at is in the past", () => {
  const noticesOf = (props: Partial<CronProps>) => {
    const app = testApp();
    new Cron(new Stack(app, "Main"), "Report", { job, ...props });
    return standardErrorOf(() => app.synth());
  };
  const past = /at of a Cron is in the past.*dev-notes-Main\/Report/;
  const clock = (msFromNow: number) => new Date(Date.now() + msFromNow).toISOString().slice(0, 19);
  const hour = 3_600_000;

  test("and the Cron is deployed as before", () => {
    expect(noticesOf({ at: "2020-01-31T09:00" })).toMatch(past);
    expect(schedule({ at: "2020-01-31T09:00", schedule: undefined })).toMatchObject({
      schedule_expression: "at(2020-01-31T09:00:00)",
    });
  });
  test("or that end is", () => {
    const ended = { schedule: "rate(1 day)", end: "2020-01-31T09:00Z" } as const;
    expect(noticesOf(ended)).toMatch(/end of a Cron is in the past.*dev-notes-Main\/Report/);
    expect(noticesOf({ ...ended, end: "2090-01-31T09:00Z" })).not.toContain("in the past");
  });
  test.each([
    ["a time to come", { at: "2090-01-31T09:00" }, false],
    ["an hour ago in UTC", { at: clock(-hour) }, true],
    ["in New York, where that is hours from now", { at: clock(-hour), timezone: "America/New_York" }, false],
    ["in an hour in UTC, and over in Tokyo", { at: clock(hour), timezone: "Asia/Tokyo" }, true],
    ["known only at deployment", { at: "2020-01-31T09:00", timezone: Fn.lower("UTC") }, false],
  ])("%s", (_, props, isPast) => {
    expect(past.test(noticesOf(props))).toBe(isPast);
  });
});

describe("Cron with EventBridge Scheduler refuses", () => {
  const withTarget = (target: object) => ({
    timezone: "UTC",
    job: { function: job, cdk: { target } },
  });
  test.each([
    [{ timezone: "Europe/Berlim" }, /timezone is "Europe\/Berlim"[\s\S]*Did you mean "Europe\/Berlin"/],
    [{ timezone: "europe/berlin" }, /time-zone-unknown/],
    [{ timezone: "+01:00" }, /time-zone-unknown/],
    [{ timezone: "UTC", schedule: "rate(1 day)" }, /time-zone-rate/],
    [{ at: "2090-02-30T09:00", schedule: undefined }, /schedule-time/],
    [{ at: "2090-01-31T09:00Z", schedule: undefined }, /belongs in timezone/],
    [{ at: "2090-01-31T09:00" }, /schedule is given together with at/],
    [
      { at: "2090-01-31T09:00", schedule: undefined, end: "2091-01-01T00:00Z" },
      /end is given together with at/,
    ],
    [{ timezone: "UTC", schedule: undefined }, /schedule is missing/],
    [{ timezone: "UTC", schedule: "daily" }, /schedule-invalid/],
    [{ start: "2090-01-01" }, /start is "2090-01-01", which is not a time/],
    [{ start: "2090-01-01T00:00Z", end: "2090-01-01T00:00Z" }, /end is .*not after start/],
    [{ flexibleWindow: "59 seconds" }, /flexible-window/],
    [{ flexibleWindow: "0 minutes" }, /flexible-window/],
    [{ flexibleWindow: "1441 minutes" }, /flexible-window/],
    [{ timezone: "UTC", cdk: { rule: {} } }, /cdk\.rule is given together with timezone/],
    [{ cdk: { schedule: {} } }, /cdk\.schedule is given without timezone, at/],
    [{ timezone: "UTC", cdk: { schedule: { state: "DISABLED" } } }, /Use enabled/],
    [withTarget({ inputPath: "$.a" }), /the key "inputPath"/],
    [
      withTarget({
        deadLetterQueue: "arn:aws:sqs:us-east-1:111122223333:a.fifo",
      }),
      /dead-letter-fifo/,
    ],
    [withTarget({ deadLetterQueue: "arn:aws:sns:us-east-1:111122223333:a" }), /deadLetterQueue is/],
    [withTarget({ retryAttempts: 186 }), /outside 0 to 185/],
  ])("%j", (props, message) => {
    const stack = testStack();
    expect(() => new Cron(stack, "Report", { ...daily, ...props } as CronProps)).toThrow(message);
    expect(addresses(stack)).toEqual([]);
  });
});
