import { escapePattern } from "../../../../facts/text/escape-pattern";
import type { Clock } from "../../../invoke";

const pad = (value: number, length: number): string => String(value).padStart(length, "0");

const months = "January February March April May June July August September October November December".split(
  " ",
);

/** The output for a run of a letter of Java's `DateTimeFormatter`. */
const letters: Readonly<Record<string, (parts: Parts, count: number) => string>> = {
  y: ({ year }, count) => (count === 2 ? pad(year % 100, 2) : pad(year, count)),
  u: ({ year }, count) => (count === 2 ? pad(year % 100, 2) : pad(year, count)),
  M: ({ month }, count) => {
    const name = months[month - 1] ?? "";
    return count >= 4 ? name : count === 3 ? name.slice(0, 3) : pad(month, count);
  },
  d: ({ day }, count) => pad(day, count),
  H: ({ hour }, count) => pad(hour, count),
  h: ({ hour }, count) => pad(hour % 12 === 0 ? 12 : hour % 12, count),
  m: ({ minute }, count) => pad(minute, count),
  s: ({ second }, count) => pad(second, count),
  S: ({ milli }, count) => pad(milli, 3).padEnd(count, "0").slice(0, count),
  a: ({ hour }) => (hour < 12 ? "AM" : "PM"),
  E: ({ weekday }, count) => (count >= 4 ? weekday : weekday.slice(0, 3)),
  z: ({ zone }) => zone,
  V: ({ zone }) => zone,
  X: ({ offsetMinutes }, count) => (offsetMinutes === 0 ? "Z" : offset(offsetMinutes, count)),
  x: ({ offsetMinutes }, count) => offset(offsetMinutes, count),
  Z: ({ offsetMinutes }) => offset(offsetMinutes, 2),
};

function offset(minutes: number, count: number): string {
  const sign = minutes < 0 ? "-" : "+";
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  if (count === 1 && rest === 0) return `${sign}${pad(hours, 2)}`;
  return `${sign}${pad(hours, 2)}${count >= 3 ? ":" : ""}${pad(rest, 2)}`;
}

/** The quoted texts and the runs of letters of a format. */
const token = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+/g;

/**
 * `util.time`.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/time-helpers-in-util-time-js.html
 */
export function timeUtil(clock: Clock) {
  return {
    nowISO8601: () => new Date(clock.now()).toISOString(),
    nowEpochSeconds: () => Math.floor(clock.now() / 1000),
    nowEpochMilliSeconds: () => clock.now(),
    nowFormatted: (format: unknown, zone?: unknown) => formatted(clock.now(), String(format), zone),
    parseFormattedToEpochMilliSeconds: (text: unknown, format: unknown, zone?: unknown) =>
      parsed(String(text), String(format), zone),
    parseISO8601ToEpochMilliSeconds: (text: unknown) => epochOf(Date.parse(String(text)), text, "ISO 8601"),
    epochMilliSecondsToSeconds: (milliseconds: unknown) => Math.floor(Number(milliseconds) / 1000),
    epochMilliSecondsToISO8601: (milliseconds: unknown) => new Date(Number(milliseconds)).toISOString(),
    epochMilliSecondsToFormatted: (milliseconds: unknown, format: unknown, zone?: unknown) =>
      formatted(Number(milliseconds), String(format), zone),
  };
}

function formatted(epochMs: number, format: string, zone: unknown): string {
  const parts = partsOf(epochMs, zone === undefined ? "UTC" : String(zone));
  return format.replace(token, (whole: string, quoted: string | undefined, letter: string | undefined) => {
    if (quoted !== undefined) return quoted === "" ? "'" : quoted.replaceAll("''", "'");
    if (letter === undefined) return whole;
    const write = Object.hasOwn(letters, letter) ? letters[letter] : undefined;
    if (write === undefined) throw new Error(`Unknown pattern letter: ${letter}`);
    return write(parts, whole.length);
  });
}

function partsOf(epochMs: number, zone: string) {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
    weekday: "long",
  });
  const found = new Map(format.formatToParts(epochMs).map(({ type, value }) => [type, value]));
  const at = (type: Intl.DateTimeFormatPartTypes): number => Number(found.get(type));
  const [year, month, day, hour, minute, second] = [
    at("year"),
    at("month"),
    at("day"),
    at("hour"),
    at("minute"),
    at("second"),
  ];
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  const milli = ((epochMs % 1000) + 1000) % 1000;
  return {
    year,
    month,
    day,
    hour,
    minute,
    second,
    milli,
    weekday: found.get("weekday") ?? "",
    zone,
    offsetMinutes: Math.round((wall - (epochMs - milli)) / 60_000),
  };
}

type Parts = Readonly<ReturnType<typeof partsOf>>;

/** The pattern that reads the text of a letter. */
const readers: Readonly<Record<string, string>> = {
  y: "\\d+",
  u: "\\d+",
  M: "\\d+",
  d: "\\d+",
  H: "\\d+",
  h: "\\d+",
  m: "\\d+",
  s: "\\d+",
  S: "\\d+",
  a: "[AaPp][Mm]",
  X: "Z|[+-]\\d{2}:?\\d{0,2}",
  x: "[+-]\\d{2}:?\\d{0,2}",
  Z: "Z|[+-]\\d{2}:?\\d{2}",
};

function parsed(text: string, format: string, zone: unknown): number {
  const order: string[] = [];
  const pattern = format.replace(
    token,
    (whole: string, quoted: string | undefined, letter: string | undefined) => {
      if (quoted !== undefined) return escapePattern(quoted === "" ? "'" : quoted);
      if (letter === undefined) return escapePattern(whole);
      const reader = Object.hasOwn(readers, letter) ? readers[letter] : undefined;
      if (reader === undefined) throw new Error(`Unknown pattern letter: ${letter}`);
      order.push(letter);
      // Adjacent numbers are told apart by their length: yyyyMMdd.
      return reader === "\\d+" && whole.length > 1 ? `(\\d{${whole.length}})` : `(${reader})`;
    },
  );
  const found = new RegExp(`^${pattern}$`).exec(text);
  if (found === null) return epochOf(Number.NaN, text, format);
  const at = new Map(order.map((letter, index) => [letter, found[index + 1] ?? ""]));
  const value = (letter: string, otherwise: number): number => Number(at.get(letter) ?? otherwise);
  const noon = at.get("a")?.toUpperCase();
  const hour = noon === undefined ? value("H", 0) : (value("h", 12) % 12) + (noon === "PM" ? 12 : 0);
  const year = value("y", value("u", 1970));
  const milli = Number((at.get("S") ?? "0").padEnd(3, "0").slice(0, 3));
  const wall = Date.UTC(year, value("M", 1) - 1, value("d", 1), hour, value("m", 0), value("s", 0), milli);
  const given = at.get("X") ?? at.get("x") ?? at.get("Z");
  if (given !== undefined) return wall - minutesOf(given) * 60_000;
  return zone === undefined ? wall : wall - partsOf(wall, String(zone)).offsetMinutes * 60_000;
}

function minutesOf(text: string): number {
  const [, sign, hours = "0", minutes = "0"] = /^([+-])(\d{2}):?(\d{2})?$/.exec(text) ?? [];
  const all = Number(hours) * 60 + Number(minutes || 0);
  return sign === "-" ? -all : all;
}

function epochOf(epochMs: number, text: unknown, format: string): number {
  if (Number.isNaN(epochMs)) throw new Error(`Unable to parse ${JSON.stringify(text)} as ${format}.`);
  return epochMs;
}
