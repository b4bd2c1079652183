import type { Where } from "../../facts/errors/error";
import { checkKeys, isPlainObject, isReference } from "../core/checks/check";
import { refuseValue } from "../core/errors";
import { isUnresolved } from "../core/tokens/unresolved";
import { type Duration, parseDuration } from "../core/units";
import { cronFields, cronProblem } from "./cron-expression";
import { fail } from "./errors";

/** The fields of a cron expression, in UTC. Fields that are left out are `*`; of `day` and `weekDay`, the one left out is `?`. */
export interface CronOptions {
  /** 0 to 59. @default "*" */
  readonly minute?: string | undefined;
  /** 0 to 23. @default "*" */
  readonly hour?: string | undefined;
  /** Day of the month, 1 to 31, `L` for the last. @default "*" - "?" with weekDay */
  readonly day?: string | undefined;
  /** 1 to 12 or JAN to DEC. @default "*" */
  readonly month?: string | undefined;
  /** 1 to 7, where 1 is Sunday, or SUN to SAT. @default "?" */
  readonly weekDay?: string | undefined;
  /** Years from 1970 to 2199: `2026`, `2026-2030`. @default "*" */
  readonly year?: string | undefined;
}

/** `rate(5 minutes)` or `cron(0 12 * * ? *)`, in UTC. */
export type ScheduleExpression = `rate(${string})` | `cron(${string})`;

/** A recurring schedule. */
export type Schedule = ScheduleExpression | { readonly rate: Duration } | CronOptions;

const optionKeys = ["minute", "hour", "day", "month", "weekDay", "year"];

/**
 * Returns the expression of a schedule; throws an error that names the invalid field.
 *
 * Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html
 */
export function parseSchedule(where: Where, prop: string, schedule: unknown): string {
  if (isPlainObject(schedule)) {
    if ("rate" in schedule) return rateOf(where, prop, schedule);
    return cronOf(where, prop, schedule);
  }
  if (isReference(schedule)) return String(schedule);
  const [, kind, content = ""] = /^(rate|cron)\((.*)\)$/s.exec(String(schedule)) ?? [];
  if (typeof schedule !== "string" || kind === undefined) {
    return fail(where, "schedule-invalid", prop, { value: schedule });
  }
  if (kind === "rate") checkRate(where, prop, schedule, content);
  else checkCron(where, prop, schedule, content);
  return schedule;
}

function checkRate(where: Where, prop: string, value: string, content: string): void {
  const [, digits, unit, plural] = /^(\d+) (minute|hour|day)(s?)$/.exec(content) ?? [];
  const count = Number(digits);
  if (digits === undefined || unit === undefined || count === 0) {
    const reason = "is not a rate of whole minutes, hours or days";
    fail(where, "schedule-rate", prop, { value, reason, instead: "rate(5 minutes)" });
  }
  if ((count === 1) === (plural === "s")) {
    const right = rate(count, unit);
    const reason = count === 1 ? "has a unit in the plural" : "has a unit in the singular";
    fail(where, "schedule-rate", prop, { value, reason, instead: right });
  }
}

function checkCron(where: Where, prop: string, value: string, content: string): void {
  const parts = content.trim().split(/\s+/);
  if (parts.length !== cronFields.length) {
    const count = content.trim() === "" ? 0 : parts.length;
    fail(where, "schedule-fields", prop, { value, count });
  }
  const found = cronProblem(parts);
  if (found !== undefined) fail(where, "schedule-field", prop, { value, ...found });
}

function rateOf(where: Where, prop: string, schedule: Readonly<Record<string, unknown>>): string {
  checkKeys(where, prop, schedule, ["rate"]);
  const seconds = parseDuration(where, `${prop}.rate`, schedule.rate);
  if (seconds === 0 || seconds % 60 !== 0) {
    const facts = { value: schedule.rate, reason: "is not a whole number of minutes", instead: "5 minutes" };
    fail(where, "schedule-rate", `${prop}.rate`, facts);
  }
  const [, unit = "minute"] = /^\d+ (minute|hour|day)/i.exec(String(schedule.rate)) ?? [];
  const secondsOf = { minute: 60, hour: 3600, day: 86_400 };
  const name = unit.toLowerCase() as keyof typeof secondsOf;
  return rate(seconds / secondsOf[name], name);
}

function rate(count: number, unit: string): string {
  return `rate(${count} ${unit}${count === 1 ? "" : "s"})`;
}

function cronOf(where: Where, prop: string, options: Readonly<Record<string, unknown>>): string {
  checkKeys(where, prop, options, optionKeys);
  if (Object.keys(options).length === 0) fail(where, "schedule-invalid", prop, { value: options });
  for (const [key, value] of Object.entries(options)) {
    if (typeof value === "string" && value.trim() !== "" && !/\s/.test(value)) continue;
    refuseValue(where, `${prop}.${key}`, value, 'a string: "0", "*", "1-5" or "0/15"');
  }
  const { minute = "*", hour = "*", month = "*", year = "*", day, weekDay } = options;
  if (day !== undefined && weekDay !== undefined && day !== "?" && weekDay !== "?") {
    fail(where, "props-exclude", `${prop}.day`, { other: `${prop}.weekDay` });
  }
  const isWeekly = weekDay !== undefined && weekDay !== "?";
  const parts = [minute, hour, isWeekly ? "?" : (day ?? "*"), month, isWeekly ? weekDay : "?", year].map(
    String,
  );
  const value = `cron(${parts.join(" ")})`;
  const found = parts.some((part) => isUnresolved(part)) ? undefined : cronProblem(parts);
  if (found !== undefined) {
    const key = optionKeys[cronFields.findIndex(({ name }) => name === found.field)];
    fail(where, "schedule-field", `${prop}.${key}`, { value, ...found });
  }
  return value;
}
