import { fail } from "../cli/errors";
import type { AsyncWork } from "./async-work";
import type { TestTime } from "./test-time";

const millisecondsOf = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Parses `90s`, `15 minutes`, `1h` or `2 days` into milliseconds. */
export function parseTime(prop: string, text: string): number {
  const [, count = "", unit = ""] = /^(\d+) ?(s|seconds?|m|minutes?|h|hours?|d|days?)$/i.exec(text) ?? [];
  if (count === "") return fail("serveLocal", "local-time-invalid", prop, { value: text });
  return Number(count) * millisecondsOf[unit.charAt(0).toLowerCase() as keyof typeof millisecondsOf];
}

/** The time of a server: that of this machine, and what the test adds to it. */
export class TestClock {
  /** @internal */
  constructor(
    private readonly time: TestTime,
    private readonly work: AsyncWork,
  ) {}

  /** Milliseconds since 1970. */
  now(): number {
    return this.time.now();
  }

  /**
   * Lets time pass: schedules run, delayed messages and retries arrive, tokens and codes expire. Resolves when all this is done. The
   * clock of functions does not advance.
   *
   * @param duration - a whole number and a unit: `90s`, `15 minutes`, `1h`, `2 days`
   * @throws ServerformError with the code `local-time-invalid`
   */
  advance(duration: string): Promise<void> {
    return this.work.advance(parseTime("clock.advance", duration));
  }
}
