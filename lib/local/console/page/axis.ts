import type { Fact } from "../../history/fact";

/** A part of a trace in which something happens, and its place on the axis, in percent. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly width: number;
}

/** The time of a trace from left to right. Long times in which nothing happens are folded. */
export interface Axis {
  readonly from: number;
  readonly stretches: readonly Stretch[];
}

/** The shortest pause that is folded. */
const shortestFoldMs = 1000;
/** The width of a fold, in percent. */
const foldWidth = 18;
/** The maximum number of folds: beyond it, only the longest pauses are folded. */
const maxFolds = 3;
/** The shortest distance between two marks, in percent. */
const markDistance = 17;
/** The width of a letter of a mark on a narrow screen, in percent. */
const letterWidth = 2;

/** The axis of the facts of a trace. */
export function axisOf(facts: readonly Fact[]): Axis {
  const spans = facts
    .map(({ at, durationMs = 0 }) => ({ from: at, to: at + durationMs }))
    .sort((left, right) => left.from - right.from);
  const active: { from: number; to: number }[] = [];
  for (const span of spans) {
    const last = active.at(-1);
    if (last !== undefined && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else active.push({ ...span });
  }
  const [first] = active;
  // A fact without a duration has a place, too.
  if (active.length === 1 && first !== undefined) first.to = Math.max(first.to, first.from + 1);
  const parts = joined(active);
  const total = Math.max(
    1,
    parts.reduce((sum, { from, to }) => sum + to - from, 0),
  );
  const scale = (100 - foldWidth * (parts.length - 1)) / total;
  let left = 0;
  const stretches = parts.map(({ from, to }): Stretch => {
    const stretch = { from, to, left, width: (to - from) * scale };
    left += stretch.width + foldWidth;
    return stretch;
  });
  return { from: spans[0]?.from ?? 0, stretches };
}

/** Joins parts between which the pause is short, in itself or beside all that happens. */
function joined(active: readonly { from: number; to: number }[]): readonly { from: number; to: number }[] {
  const busy = active.reduce((sum, { from, to }) => sum + to - from, 0);
  const pauses = active.slice(1).map(({ from }, index) => from - (active[index]?.to ?? from));
  const least = [...pauses].sort((left, right) => right - left)[maxFolds] ?? 0;
  const parts: { from: number; to: number }[] = [];
  active.forEach((part, index) => {
    const pause = pauses[index - 1] ?? 0;
    const last = parts.at(-1);
    if (last !== undefined && (pause < shortestFoldMs || pause < busy || pause <= least)) last.to = part.to;
    else parts.push({ ...part });
  });
  return parts;
}

/** The place of a time, in percent. */
export function placeAt({ stretches }: Axis, time: number): number {
  const found = stretches.findLast(({ from }) => from <= time) ?? stretches[0];
  if (found === undefined) return 0;
  const part = (time - found.from) / Math.max(1, found.to - found.from);
  return found.left + found.width * Math.min(1, Math.max(0, part));
}

interface Mark {
  readonly left: number;
  readonly text: string;
}

/** The scale: times since the beginning. */
export function marksOf({ from, stretches }: Axis): readonly Mark[] {
  const total = stretches.reduce((sum, stretch) => sum + stretch.to - stretch.from, 0);
  const step = stepFor(total / 5);
  const marks: Mark[] = [];
  for (const stretch of stretches) {
    const begin = Math.ceil((stretch.from - from) / step) * step;
    const inner = Array.from({ length: 6 }, (_, index) => from + begin + index * step);
    // The name of a fold says when the next part begins.
    const first = marks.length === 0 ? [stretch.from] : [];
    for (const time of [...first, ...inner.filter((each) => each > stretch.from && each < stretch.to)]) {
      const left =
        stretch.left + (stretch.width * (time - stretch.from)) / Math.max(1, stretch.to - stretch.from);
      const isFree = left - (marks.at(-1)?.left ?? -markDistance) >= markDistance && left < 82;
      const text = durationText(time - from);
      // A mark at the end of a part would be below the name of the fold.
      const end = stretch.left + stretch.width;
      if (isFree && (end > 99 || end - left > letterWidth * (text.length + 1))) marks.push({ left, text });
    }
  }
  return marks;
}

/** The folded pauses, with their names. */
export const foldedPausesOf = ({ stretches }: Axis): readonly (Mark & { readonly width: number })[] =>
  stretches.slice(1).map((stretch, index) => {
    const before = stretches[index] ?? stretch;
    const left = before.left + before.width;
    return { left, width: foldWidth, text: `+ ${durationText(stretch.from - before.to)}` };
  });

/** 1, 2 or 5 times a power of ten. */
function stepFor(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= least) ?? 10 * power;
}

/** `850 ms`, `2.5 s`, `40 s`, `3 min` */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${Number((ms / 1000).toFixed(1))} s`;
  return ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
}
