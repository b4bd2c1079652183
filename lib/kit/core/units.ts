import type { Where } from "../../facts/errors/error";
import { fail } from "./errors";

type DurationUnit = "second" | "seconds" | "minute" | "minutes" | "hour" | "hours" | "day" | "days";

/** A whole number and a unit, for example `"30 seconds"` or `"3 Days"`; the unit is not case-sensitive. */
export type Duration = `${number} ${DurationUnit | Capitalize<DurationUnit>}`;

const secondsOf = { second: 1, minute: 60, hour: 3600, day: 86_400 } as const;

/** Parses a duration into seconds, or throws an error that names the prop. */
export function parseDuration(where: Where, prop: string, value: unknown, within?: DurationRange): number {
  const match = typeof value === "string" ? /^(\d+) (second|minute|hour|day)s?$/i.exec(value) : null;
  if (match === null) return fail(where, "duration-invalid", prop, { value });
  const seconds = Number(match[1]) * secondsOf[match[2]?.toLowerCase() as keyof typeof secondsOf];
  if (within === undefined) return seconds;
  const { min = 0, max, step = 1, range } = within;
  if (seconds < min || seconds > max || seconds % step !== 0)
    fail(where, "out-of-range", prop, { value, range });
  return seconds;
}

/** The accepted durations of a prop, in seconds. */
interface DurationRange {
  /** @default 0 */
  readonly min?: number;
  readonly max: number;
  /** All accepted durations are multiples of it. @default 1 */
  readonly step?: number;
  /** The range in words: `1 to 365 whole days`. */
  readonly range: string;
}

/** A whole number and a unit, for example `"512 MB"` or `"1 GB"`; 1 GB is 1024 MB. */
export type Size = `${number} ${"MB" | "GB"}`;

/** Parses a size into megabytes, or throws an error that names the prop. */
export function parseSize(where: Where, prop: string, value: unknown): number {
  const match = typeof value === "string" ? /^(\d+) (MB|GB)$/.exec(value) : null;
  if (match === null) return fail(where, "size-invalid", prop, { value });
  return Number(match[1]) * (match[2] === "GB" ? 1024 : 1);
}
