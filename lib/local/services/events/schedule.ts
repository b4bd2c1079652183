import { Cron } from "croner";

/**
 * The next run of a schedule after a time, in milliseconds since 1970; undefined when it never runs again.
 *
 * `rate(5 minutes)` counts from the start; `cron(0 8 ? * MON-FRI *)` and `at(2030-01-31T09:00:00)` are in the time zone.
 * Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html
 */
export function nextRun(expression: string, after: number, timezone = "UTC"): number | undefined {
  const rate = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression.trim());
  if (rate !== null) return after + Number(rate[1]) * unitMs[rate[2] as keyof typeof unitMs];
  const [, kind, content = ""] = /^(cron|at)\((.*)\)$/.exec(expression.trim()) ?? [];
  if (kind === undefined) return undefined;
  try {
    return new Cron(kind === "at" ? content : translate(content), { timezone, sloppyRanges: true })
      .nextRun(new Date(after))
      ?.getTime();
  } catch {
    return undefined;
  }
}

const unitMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** The library counts weekdays from 0, starts with seconds, and does not support `?`. */
function translate(cron: string): string {
  const [minute, hour, day, month, weekDay = "*", year = "*"] = cron.trim().split(/\s+/);
  const shifted = weekDay.replace(/(?<![#\d/])[1-7](?!\d)/g, (digit) => String(Number(digit) - 1));
  const fields = [minute, hour, day, month, shifted].map((field) => (field === "?" ? "*" : field));
  return ["0", ...fields, year].join(" ");
}
