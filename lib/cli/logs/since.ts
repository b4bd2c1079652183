import { fail } from "../errors";

const milliseconds = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** The time that `--since` means: `30s`, `10m`, `2 hours`, `1 day`, or a time as ISO 8601. */
export function parseSince(value: string, now: number, where = "serverform logs"): number {
  const [, count, unit] = /^(\d+) ?(s|m|h|d|seconds?|minutes?|hours?|days?)$/i.exec(value.trim()) ?? [];
  if (count !== undefined && unit !== undefined)
    return now - Number(count) * milliseconds[unit[0]?.toLowerCase() as keyof typeof milliseconds];
  const time = /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? fail(where, "logs-since-invalid", "--since", { value }) : time;
}
