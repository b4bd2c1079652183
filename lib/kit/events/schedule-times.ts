import type { Where } from "../../facts/errors/error";
import { isUnresolved } from "../core/tokens/unresolved";
import { parseDuration } from "../core/units";
import { fail } from "./errors";

/**
 * Refuses a time zone that does not exist.
 *
 * Names are case-sensitive: `Europe/Berlin`. Offsets such as `+01:00` are not time zones of AWS.
 */
export function checkTimeZone(where: Where, prop: string, value: unknown): void {
  if (isUnresolved(value)) return;
  const known = ["UTC", ...Intl.supportedValuesOf("timeZone")];
  const other = known.find((each) => each !== value && each.toLowerCase() === String(value).toLowerCase());
  if (typeof value === "string" && other === undefined && /^[A-Z]/.test(value) && isZone(value)) return;
  fail(where, "time-zone-unknown", prop, { value, known });
}

function isZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }) !== undefined;
  } catch {
    return false;
  }
}

/** The expression of a schedule that runs once: `at(2030-01-31T09:00:00)`. */
export function parseAt(where: Where, prop: string, value: unknown): string {
  if (isUnresolved(value)) return `at(${value})`;
  const expected =
    'a date and a time of day without a time zone, which belongs in timezone: "2030-01-31T09:00"';
  const [, minute, second = ":00"] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?$/.exec(typeof value === "string" ? value : "") ?? [];
  const written = `${minute}${second}`;
  if (minute !== undefined && exactTime(`${written}Z`) !== undefined) return `at(${written})`;
  return fail(where, "schedule-time", prop, { value, expected });
}

/**
 * Whether the time of an `at(...)` expression is over. A time that is known only at deployment is not over.
 *
 * @param timeZone - where the clock shows that time
 */
export function isOver(expression: string, timeZone: string, nowMs = Date.now()): boolean {
  if (isUnresolved(expression) || isUnresolved(timeZone)) return false;
  return timeOf(Date.parse(`${expression.slice("at(".length, -1)}Z`), timeZone) <= nowMs;
}

/** A date and time with `Z` or an offset, in UTC as the provider writes it: `2030-01-31T08:00:00Z`. */
export function parseDate(where: Where, prop: string, value: unknown): string {
  if (isUnresolved(value)) return String(value);
  const parts = typeof value === "string" ? /^(.{10}T\d\d:\d\d)(:\d\d)?(Z|[+-]\d\d:\d\d)$/.exec(value) : null;
  const [, minute = "", second = ":00", zone = ""] = parts ?? [];
  const isExact = exactTime(`${minute}${second}Z`) !== undefined;
  const time = isExact ? Date.parse(`${minute}${second}${zone}`) : Number.NaN;
  if (!Number.isNaN(time)) return withoutMilliseconds(time);
  return fail(where, "schedule-time", prop, {
    value,
    expected:
      'a date and time in UTC, or with an offset: "2030-01-31T08:00:00Z" or "2030-01-31T09:00:00+01:00"',
  });
}

/** Refuses an end that is not after the start. Both are as `parseDate` returns them. */
export function checkPeriod(where: Where, prop: string, start: string | undefined, end: string | undefined) {
  if (start === undefined || end === undefined || isUnresolved(start) || isUnresolved(end)) return;
  if (Date.parse(end) <= Date.parse(start)) fail(where, "schedule-end", prop, { value: end, start });
}

/** The minutes of a flexible window. */
export function parseWindow(where: Where, prop: string, value: unknown): number {
  const minutes = parseDuration(where, prop, value) / 60;
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > 1440) {
    fail(where, "flexible-window", prop, { value });
  }
  return minutes;
}

/** The time of a text; undefined for a day that does not exist, such as February 30th. */
function exactTime(text: string): number | undefined {
  const time = Date.parse(text);
  return !Number.isNaN(time) && withoutMilliseconds(time) === text ? time : undefined;
}

function withoutMilliseconds(time: number): string {
  return new Date(time).toISOString().replace(/\.\d{3}Z$/, "Z");
}

/** When a clock in a time zone shows what a clock in UTC shows at `clockMs`. */
function timeOf(clockMs: number, timeZone: string): number {
  const guess = clockMs - offsetAt(clockMs, timeZone);
  return clockMs - offsetAt(guess, timeZone);
}

/** By how much clocks of a time zone are ahead of UTC, in milliseconds. */
function offsetAt(timeMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return Date.parse(`${parts.format(timeMs).replace(" ", "T")}Z`) - Math.floor(timeMs / 1000) * 1000;
}
