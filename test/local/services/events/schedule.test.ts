import { nextRun, Schedules } from "../../../../lib/local/services/events/schedules";

const start = Date.UTC(2026, 0, 1, 10, 0, 30); // a Thursday

const next = (expression: string): string | undefined => {
  const time = nextRun(expression, start);
  return time === undefined ? undefined : new Date(time).toISOString();
};

// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html
describe("the next run of a schedule", () => {
  test.each([
    ["rate(1 minute)", "2026-01-01T10:01:30.000Z"],
    ["rate(2 hours)", "2026-01-01T12:00:30.000Z"],
    ["rate(3 days)", "2026-01-04T10:00:30.000Z"],
    ["cron(0/15 * * * ? *)", "2026-01-01T10:15:00.000Z"],
    ["cron(0 8 * * ? *)", "2026-01-02T08:00:00.000Z"],
    ["cron(0 8 ? * MON-FRI *)", "2026-01-02T08:00:00.000Z"],
    ["cron(0 8 ? * 2-6 *)", "2026-01-02T08:00:00.000Z"],
    ["cron(0 8 ? * 1 *)", "2026-01-04T08:00:00.000Z"],
    ["cron(0 8 ? * 2#1 *)", "2026-01-05T08:00:00.000Z"],
    ["cron(0 8 ? * 6L *)", "2026-01-30T08:00:00.000Z"],
    ["cron(0 0 L * ? *)", "2026-01-31T00:00:00.000Z"],
    ["cron(0 0 1 1 ? 2027)", "2027-01-01T00:00:00.000Z"],
    ["cron(0 0 1 1 ? 2025)", undefined],
    ["at noon", undefined],
  ])("%s", (expression, expected) => {
    expect(next(expression)).toBe(expected);
  });
  test.each([
    ["cron(0 9 * * ? *)", "Europe/Berlin", "2026-01-02T08:00:00.000Z"],
    ["at(2026-07-01T09:00:00)", "Europe/Berlin", "2026-07-01T07:00:00.000Z"],
    ["at(2026-01-01T10:00:31)", "UTC", "2026-01-01T10:00:31.000Z"],
    ["at(2026-01-01T10:00:30)", "UTC", undefined],
  ])("%s in %s", (expression, zone, expected) => {
    const time = nextRun(expression, start, zone);
    expect(time === undefined ? undefined : new Date(time).toISOString()).toBe(expected);
  });
});

describe("Schedules with a rate", () => {
  const minute = 60_000;

  /** Runs a rate on a clock whose timers fire late by some milliseconds. Returns the minutes at which it ran. */
  function runs(expression: string, minutes: number, lateMs = 0): readonly number[] {
    let now = 0;
    let due: { readonly at: number; readonly run: () => void } | undefined;
    const after = (wait: number, run: () => void) => {
      due = { at: now + wait, run };
      return () => {};
    };
    const ran: number[] = [];
    const next = (from: number) => nextRun(expression, from);
    const run = (time: number) => void ran.push(time / minute);
    new Schedules({ now: () => now, after }).plan([{ address: "rate", next, run }]);
    while (due !== undefined && due.at + lateMs <= minutes * minute) {
      now = due.at + lateMs;
      due.run();
    }
    return ran;
  }

  test("do not drift with timers that are late", () => {
    expect(runs("rate(15 minutes)", 61, 200)).toEqual([15, 30, 45, 60]);
  });

  test("run after more than a day", () => {
    expect(runs("rate(2 days)", 4 * 1440)).toEqual([2880, 5760]);
  });

  test("leave out what a sleeping machine has missed", () => {
    expect(runs("rate(1 minute)", 16, 5 * minute)).toEqual([1, 7]);
  });
});
