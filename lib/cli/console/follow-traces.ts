import type { Timers } from "../../invoke";
import { pause } from "../ui/pause";
import type { Segment } from "./x-ray/segment";
import type { TraceReader } from "./x-ray/trace-reader";

const intervalMs = 15_000;
/** Segments arrive up to this much later than they begin. */
const lateMs = 60_000;
/** The most traces that one look asks for. AWS charges for each trace that is read. */
const maxTraces = 100;

/** Settings for following traces. */
interface FollowedTraces {
  readonly reader: Pick<TraceReader, "summaries" | "traces">;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** Whether a service is one of the app, by its name. */
  readonly isOfApp: (service: string) => boolean;
  readonly timers: Timers;
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly take: (segments: readonly Segment[]) => void;
  /** Is told how many traces were left out. */
  readonly omitted: (count: number) => void;
}

/**
 * Reads the traces of an app until it is ended. A trace is read again while segments of it may still come.
 *
 * X-Ray has no way to ask for an app: all traces of the region are listed, and only those of the app are read.
 */
export async function followTraces(followed: FollowedTraces): Promise<void> {
  const { reader, isOfApp, timers, signal, take, omitted } = followed;
  let { since } = followed;
  while (!signal.aborted) {
    const now = timers.now();
    const { all, isCut } = await reader.summaries(since, now);
    const own = all.filter(({ services }) => services.some(isOfApp)).map(({ id }) => id);
    const left = own.length - maxTraces;
    if (left > 0 || isCut) omitted(Math.max(1, left));
    for (const segments of await reader.traces(own.slice(0, maxTraces))) take(segments);
    since = Math.max(since, now - lateMs);
    await pause(timers, intervalMs, signal);
  }
}
