import { meantDuration } from "../../facts/errors/meant-units";
import { ownValue } from "../../facts/errors/own-value";

/** The field of a cron expression that AWS refuses. */
export interface CronProblem {
  readonly field: string;
  readonly part: string;
  readonly allowed: string;
}

interface CronField {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Names of the values, starting with `min`. */
  readonly names?: readonly string[] | undefined;
  /** Forms that only this field has. */
  readonly special?: ((part: string, isValue: (text: string) => boolean) => boolean) | undefined;
  readonly allowed: string;
}

const months = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ");
const monthLengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const weekDays = "SUN MON TUE WED THU FRI SAT".split(" ");

/** Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html */
export const cronFields: readonly CronField[] = [
  { name: "minutes", min: 0, max: 59, allowed: "0 to 59, with , - * /" },
  { name: "hours", min: 0, max: 23, allowed: "0 to 23, with , - * /" },
  {
    name: "day of the month",
    min: 1,
    max: 31,
    special: (part, isValue) =>
      part === "L" || part === "LW" || (part.endsWith("W") && isValue(part.slice(0, -1))),
    allowed: "1 to 31, with , - * ? / L W",
  },
  { name: "month", min: 1, max: 12, names: months, allowed: "1 to 12 or JAN to DEC, with , - * /" },
  {
    name: "day of the week",
    min: 1,
    max: 7,
    names: weekDays,
    special: (part, isValue) => {
      const [, day = "", nth] = /^(.*?)(?:L|#([1-5]))$/.exec(part) ?? [];
      return part === "L" || (day !== "" && isValue(day) && (nth !== undefined || part.endsWith("L")));
    },
    allowed: "1 to 7 or SUN to SAT, with , - * ? / L #",
  },
  { name: "year", min: 1970, max: 2199, allowed: "1970 to 2199, with , - * /" },
];

/** The first field of a cron expression that AWS refuses; undefined if all six are valid. */
export function cronProblem(parts: readonly string[]): CronProblem | undefined {
  for (const [index, field] of cronFields.entries()) {
    const part = parts[index] ?? "";
    if (!isField(field, part)) return { field: field.name, part, allowed: field.allowed };
  }
  const [, , day = "", month = "", weekDay = ""] = parts;
  if (hasNoDay(day, month)) {
    return { field: "day of the month", part: day, allowed: "a day that one of the months has" };
  }
  if ((day === "?") !== (weekDay === "?")) return undefined;
  const allowed = "? if the day of the month is given; exactly one of the two must be ?";
  return { field: "day of the week", part: weekDay, allowed };
}

/** Whether none of the months has any of the days: 31 of FEB. Ranges and increments are not looked into. */
function hasNoDay(day: string, month: string): boolean {
  const lengths = month
    .toUpperCase()
    .split(",")
    .map((each) => monthLengths[months.includes(each) ? months.indexOf(each) : Number(each) - 1]);
  const longest = Math.max(...lengths.map((length) => length ?? 31));
  return /^\d+(,\d+)*$/.test(day) && day.split(",").every((each) => Number(each) > longest);
}

function isField(field: CronField, text: string): boolean {
  const { special } = field;
  if (text === "?") return special !== undefined;
  // A list cannot contain the nth day.
  if (text.includes("#") && text.includes(",")) return false;
  const isValue = (value: string) => isValueOf(field, value);
  return text
    .toUpperCase()
    .split(",")
    .every((part) => isPart(field, part) || special?.(part, isValue) === true);
}

/** Whether a part is `*`, a value or a range, each with or without an increment. */
function isPart(field: CronField, part: string): boolean {
  const [base = "", step, ...more] = part.split("/");
  if (more.length > 0) return false;
  if (step !== undefined && !(/^\d+$/.test(step) && Number(step) > 0 && Number(step) <= field.max))
    return false;
  if (base === "*") return true;
  const ends = base.split("-");
  return ends.length <= 2 && ends.every((end) => isValueOf(field, end));
}

function isValueOf({ min, max, names = [] }: CronField, text: string): boolean {
  if (names.includes(text)) return true;
  return /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
}

const named: Readonly<Record<string, string>> = {
  hourly: "cron(0 * * * ? *)",
  daily: "cron(0 0 * * ? *)",
  midnight: "cron(0 0 * * ? *)",
  weekly: "cron(0 0 ? * SUN *)",
  monthly: "cron(0 0 1 * ? *)",
  yearly: "cron(0 0 1 1 ? *)",
  annually: "cron(0 0 1 1 ? *)",
};

/** The schedule that a text of another form means: a line of crontab, `@daily`, `every 5 minutes`. Undefined for others. */
export function meantSchedule(value: unknown): string | undefined {
  const meant = typeof value === "string" ? read(value.trim()) : undefined;
  const [, fields] = /^cron\((.*)\)$/.exec(meant ?? "") ?? [];
  return fields === undefined || cronProblem(fields.split(" ")) === undefined ? meant : undefined;
}

function read(text: string): string | undefined {
  const name = /^(?:every\s+)?@?(\w+)$/i.exec(text)?.[1]?.toLowerCase();
  const schedule = name === undefined ? undefined : ownValue(named, name);
  if (schedule !== undefined) return schedule;
  const content = /^cron\s*\((.*)\)$/is.exec(text)?.[1] ?? text;
  const parts = content.trim().split(/\s+/);
  if (parts.length === 5) return fromCrontab(parts);
  if (parts.length === 6 && /^cron/i.test(text)) return withOneDay(parts);
  return meantRate(/^rate\s*\((.*)\)$/is.exec(text)?.[1] ?? text);
}

function meantRate(text: string): string | undefined {
  const each = text.trim().replace(/^every\s+/i, "");
  const duration = meantDuration(/^\d/.test(each) ? each : `1 ${each}`);
  return duration === undefined || / seconds?$/.test(duration) ? undefined : `rate(${duration})`;
}

/**
 * A line of crontab has no year, counts weekdays from 0 for Sunday, and may have both days as `*`.
 *
 * Source: https://pubs.opengroup.org/onlinepubs/9699919799/utilities/crontab.html
 */
function fromCrontab(parts: readonly string[]): string | undefined {
  const [minute = "*", hour = "*", day = "*", month = "*", weekDay = "*"] = parts;
  if (!parts.every((part) => /^[\dA-Z*,/?-]+$/i.test(part))) return undefined;
  if (weekDay === "*" || weekDay === "?") return `cron(${minute} ${hour} ${day} ${month} ? *)`;
  if (day !== "*" && day !== "?") return undefined;
  const counted = weekDay.replace(/(?<!\/)\d/g, (digit) => String((Number(digit) % 7) + 1));
  return `cron(${minute} ${hour} ? ${month} ${counted} *)`;
}

/** Exactly one of the two days is `?`. */
function withOneDay(parts: readonly string[]): string | undefined {
  const [minute, hour, day, month, weekDay, year] = parts;
  if ((day === "?") !== (weekDay === "?")) return `cron(${parts.join(" ")})`;
  if (weekDay === "*") return `cron(${minute} ${hour} ${day} ${month} ? ${year})`;
  return day === "*" ? `cron(${minute} ${hour} ? ${month} ${weekDay} ${year})` : undefined;
}
