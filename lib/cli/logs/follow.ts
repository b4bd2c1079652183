import type { Timers } from "../../local";
import { pause } from "../ui/pause";
import type { FunctionLine, LogQuery, LogReader } from "./log-reader";
import type { LogTarget } from "./targets";

const intervalMs = 2000;
/** Lines arrive in CloudWatch Logs up to this much later than they are written. */
const lateMs = 30_000;

/** Settings for following logs. */
export interface Following<Target extends LogTarget> {
  readonly reader: Pick<LogReader, "read">;
  readonly targets: readonly Target[];
  readonly query: LogQuery;
  readonly timers: Timers;
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly print: (lines: readonly FunctionLine<Target>[]) => void;
}

/**
 * Prints new lines until it is ended, each once.
 *
 * It asks again and again, in place of a live tail, which AWS charges by the minute and limits to 10 log groups.
 */
export async function followLogs<Target extends LogTarget>({
  reader,
  targets,
  query,
  timers,
  signal,
  print,
}: Following<Target>): Promise<void> {
  let since = query.since;
  let seen = new Map<string, number>();
  while (!signal.aborted) {
    const lines = await reader.read(targets, { ...query, since });
    print(lines.filter(({ eventId }) => !seen.has(eventId)));
    const latest = lines.at(-1)?.timestamp ?? since;
    since = Math.max(since, latest - lateMs);
    seen = new Map(
      [...seen, ...lines.map(({ eventId, timestamp }) => [eventId, timestamp] as const)].filter(
        ([, timestamp]) => timestamp >= since,
      ),
    );
    await pause(timers, intervalMs, signal);
  }
}
