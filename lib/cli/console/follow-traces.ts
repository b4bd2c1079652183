import type { Timers } from "../../local/invoke";
import { pause } from "../ui/pause";
import type { Segment } from "./x-ray/segment";
import type { TraceReader } from "./x-ray/trace-reader";

/** The time between two looks. */
export const intervalMs = 15_000;
/** Segments arrive up to this much later than they begin. */
const lateMs = 60_000;
/** The maximum number of traces in one request. AWS charges for each trace that is read. */
export const maxTraces = 100;

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
  /** Receives the number of traces that are left out, whenever it changes. */
  readonly omitted: (left: OmittedTraces) => void;
}

/** Traces that are not read, because one look reads no more. */
export interface OmittedTraces {
  readonly count: number;
  /** Whether X-Ray has listed a part of the traces only, so that there may be more. */
  readonly isAtLeast: boolean;
}

/**
 * Reads the traces of an app until it is ended. A trace is read again while segments of it may still come.
 *
 * X-Ray has no way to ask for an app: all traces of the region are listed, and only those of the app are read.
 */
export async function followTraces(followed: FollowedTraces): Promise<void> {
  const { reader, isOfApp, timers, signal, take, omitted } = followed;
  let { since } = followed;
  let known: OmittedTraces = { count: 0, isAtLeast: false };
  let lastLeft: ReadonlySet<string> = new Set();
  while (!signal.aborted) {
    const now = timers.now();
    const { all, isCut } = await reader.summaries(since, now);
    const own = all.filter(({ services }) => services.some(isOfApp)).map(({ id }) => id);
    const read = own.slice(0, maxTraces);
    const left = new Set(own.slice(maxTraces));
    // A look lists the last traces of the one before again.
    const added = [...left].filter((id) => !lastLeft.has(id)).length;
    const count = known.count + added - read.filter((id) => lastLeft.has(id)).length;
    const isAtLeast = known.isAtLeast || isCut;
    if (count !== known.count || isAtLeast !== known.isAtLeast) omitted({ count, isAtLeast });
    known = { count, isAtLeast };
    lastLeft = left;
    for (const segments of await reader.traces(read)) take(segments);
    since = Math.max(since, now - lateMs);
    await pause(timers, intervalMs, signal);
  }
}
