import { meantDuration } from "../../facts/errors/meant-units";
import { ownValue } from "../../facts/errors/own-value";
import { cronProblem } from "./cron-expression";

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
