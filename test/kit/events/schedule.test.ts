import { parseSchedule } from "../../../lib/kit/events";

const parse = (value: unknown) => parseSchedule("Cron", "schedule", value);

describe("schedules", () => {
  test.each([
    "rate(1 minute)",
    "rate(2 minutes)",
    "rate(1 hour)",
    "rate(12 hours)",
    "rate(1 day)",
    "rate(7 days)",
    "cron(0 12 * * ? *)",
    "cron(0/15 * * * ? *)",
    "cron(*/5 * * * ? *)",
    "cron(0 18 ? * MON-FRI *)",
    "cron(0 0 L * ? *)",
    "cron(0 0 LW * ? *)",
    "cron(0 0 29 FEB ? *)",
    "cron(0 0 31 2,3 ? *)",
    "cron(0 0 31 2-3 ? *)",
    "cron(0 0 28,31 2 ? *)",
    "cron(0 0 15W * ? *)",
    "cron(0 0 ? * 6L *)",
    "cron(0 0 ? * FRI#2 *)",
    "cron(0,30 8-17 ? JAN,MAR-JUN 2-6 2026-2030)",
    "cron(59 23 31 12 ? 2199)",
  ])("takes %s", (value) => {
    expect(parse(value)).toBe(value);
  });
  test.each([
    ["every day", /schedule-invalid/],
    ["at(2030-01-01T00:00:00)", /schedule-invalid/],
    ["", /schedule-invalid/],
    [5, /schedule-invalid/],
    [{}, /schedule-invalid/],
    ["rate(0 minutes)", /schedule-rate/],
    ["rate(1 minutes)", /plural.*\n.*"rate\(1 minute\)"/],
    ["rate(5 minute)", /singular.*\n.*"rate\(5 minutes\)"/],
    ["rate(30 seconds)", /schedule-rate/],
    ["rate(1.5 hours)", /schedule-rate/],
    ["rate()", /schedule-rate/],
    ["cron(0 12 * * ?)", /has 5 fields/],
    ["cron()", /has 0 fields/],
    ["cron(0 12 * * ? * *)", /has 7 fields/],
    ["cron(60 12 * * ? *)", /whose minutes is "60"/],
    ["cron(0 24 * * ? *)", /whose hours is "24"/],
    ["cron(? 12 * * ? *)", /whose minutes is "\?"/],
    ["cron(0 12 0 * ? *)", /whose day of the month is "0"/],
    ["cron(0 12 31 FEB,4 ? *)", /whose day of the month is "31"/],
    ["cron(0 12 30,31 2 ? *)", /whose day of the month is "30,31"/],
    ["cron(0 12 32 * ? *)", /whose day of the month is "32"/],
    ["cron(0 12 32W * ? *)", /whose day of the month is "32W"/],
    ["cron(0 12 * 13 ? *)", /whose month is "13"/],
    ["cron(0 12 * JUNE ? *)", /whose month is "JUNE"/],
    ["cron(0 12 ? * 0 *)", /whose day of the week is "0"/],
    ["cron(0 12 ? * 8 *)", /whose day of the week is "8"/],
    ["cron(0 12 ? * MON#6 *)", /whose day of the week is "MON#6"/],
    ["cron(0 12 ? * MON#1,TUE#2 *)", /whose day of the week is/],
    ["cron(0 12 * * ? 1969)", /whose year is "1969"/],
    ["cron(0 12 * * ? 2200)", /whose year is "2200"/],
    ["cron(0/0 12 * * ? *)", /whose minutes is "0\/0"/],
    ["cron(0/5/5 12 * * ? *)", /whose minutes/],
    ["cron(1-2-3 12 * * ? *)", /whose minutes/],
    ["cron(0 12 * * * *)", /whose day of the week is "\*"[\s\S]*\? if the day of the month/],
    ["cron(0 12 1 * MON *)", /whose day of the week is "MON"/],
    ["cron(0 12 ? * ? *)", /whose day of the week is "\?"/],
  ])("refuses %p", (value, message) => {
    expect(() => parse(value)).toThrow(message);
  });
  test.each([
    [{ rate: "1 minute" }, "rate(1 minute)"],
    [{ rate: "1 hours" }, "rate(1 hour)"],
    [{ rate: "3 Days" }, "rate(3 days)"],
    [{ rate: "120 seconds" }, "rate(2 minutes)"],
    [{ minute: "0", hour: "4" }, "cron(0 4 * * ? *)"],
    [{ minute: "0", hour: "4", day: "1" }, "cron(0 4 1 * ? *)"],
    [{ minute: "0", hour: "4", weekDay: "MON-FRI" }, "cron(0 4 ? * MON-FRI *)"],
    [{ day: "?", weekDay: "MON" }, "cron(* * ? * MON *)"],
    [{ day: "L", weekDay: "?" }, "cron(* * L * ? *)"],
    [{ month: "JAN", year: "2030" }, "cron(* * * JAN ? 2030)"],
  ])("writes %p as %s", (value, expression) => {
    expect(parse(value)).toBe(expression);
  });
  test.each([
    [{ rate: "30 seconds" }, /schedule\.rate is "30 seconds"/],
    [{ rate: "0 minutes" }, /schedule\.rate/],
    [{ rate: "soon" }, /schedule\.rate[\s\S]*duration-invalid/],
    [{ rate: "1 hour", hour: "4" }, /the key "hour"/],
    [{ day: "1", weekDay: "MON" }, /schedule\.day is given together with schedule\.weekDay/],
    [{ hour: "24" }, /schedule\.hour is .*whose hours is "24"/],
    [{ hours: "4" }, /the key "hours"[\s\S]*Did you mean "hour"/],
    [{ hour: 4 }, /schedule\.hour is 4/],
    [{ hour: "4 5" }, /schedule\.hour is "4 5"/],
    [{ hour: "" }, /schedule\.hour is ""/],
  ])("refuses the parts %p", (value, message) => {
    expect(() => parse(value)).toThrow(message);
  });
});
