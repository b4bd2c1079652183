import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { contained } from "../../../facts/text/contained";

/** Longer lines are cut off, so that an endless line does not fill the memory. */
const maxLineLength = 64 * 1024;

/** Limit for the output of a process during one request; the rest is discarded. */
export const maxLogBytes = 4 * 1024 * 1024;

/** Number of bytes that a process has written on both streams since the last reset. */
export interface LogBudget {
  bytes: number;
}

type StreamName = "stdout" | "stderr";

export interface ReadLinesOptions {
  readonly stream: Readable | null;
  /** The stream of output without marks. */
  readonly name: StreamName;
  /** The marks at the beginning and the end of parts that belong to stderr. */
  readonly marks?: readonly [begin: string, end: string] | undefined;
  readonly budget: LogBudget;
  line(name: StreamName, line: string): void;
  tooMuch(): void;
}

/**
 * Forwards the output of a process line by line.
 *
 * Output beyond the budget is discarded. A process that writes faster than that waits for its own pipe.
 */
export function readLines({ stream, name, marks, budget, line: onLine, tooMuch }: ReadLinesOptions): void {
  if (stream === null) return;
  const decoder = new StringDecoder("utf8");
  const rests: Record<StreamName, string> = { stdout: "", stderr: "" };
  /** The beginning of a mark at the end of a chunk. */
  let cut = "";
  let current = name;
  const emit = (of: StreamName, line: string): void =>
    onLine(of, line.length > maxLineLength ? line.slice(0, maxLineLength) : line);
  const take = (text: string): void => {
    const lines = (rests[current] + text).split("\n");
    rests[current] = lines.pop() ?? "";
    for (const line of lines) emit(current, line);
    if (rests[current].length > maxLineLength) {
      emit(current, rests[current]);
      rests[current] = "";
    }
  };
  const takeMarked = (text: string, [begin, end]: readonly [string, string]): void => {
    let left = cut + text;
    cut = "";
    for (;;) {
      const mark = current === name ? begin : end;
      const at = left.indexOf(mark);
      if (at < 0) break;
      take(left.slice(0, at));
      current = current === name ? "stderr" : name;
      left = left.slice(at + mark.length);
    }
    const last = left.lastIndexOf("\u0000");
    const mark = current === name ? begin : end;
    if (last >= 0 && mark.startsWith(left.slice(last))) {
      cut = left.slice(last);
      left = left.slice(0, last);
    }
    take(left);
  };
  stream.on(
    "data",
    contained("output of a function", (chunk: Buffer) => {
      const before = budget.bytes;
      budget.bytes += chunk.length;
      const text = decoder.write(chunk);
      // Beyond the limit, only the marks are read.
      if (before >= maxLogBytes) {
        if (marks !== undefined) current = streamAfter(text, marks, current, name);
        return;
      }
      if (marks === undefined) take(text);
      else takeMarked(text, marks);
      if (budget.bytes >= maxLogBytes) {
        rests.stdout = "";
        rests.stderr = "";
        tooMuch();
      }
    }),
  );
  stream.on(
    "end",
    contained("output of a function", () => {
      take(cut + decoder.end());
      for (const each of ["stdout", "stderr"] as const) {
        if (rests[each] !== "") emit(each, rests[each]);
        rests[each] = "";
      }
    }),
  );
  stream.on("error", () => {});
}

function streamAfter(
  text: string,
  [begin, end]: readonly [string, string],
  current: StreamName,
  name: StreamName,
): StreamName {
  const [lastBegin, lastEnd] = [text.lastIndexOf(begin), text.lastIndexOf(end)];
  if (lastBegin === lastEnd) return current;
  return lastBegin > lastEnd ? "stderr" : name;
}

/** A name for the log stream of one process, in Lambda's form: `2026/08/01/[$LATEST]0f3a...`. */
export function logStreamName(nowMs: number): string {
  const day = new Date(nowMs).toISOString().slice(0, 10).replaceAll("-", "/");
  return `${day}/[$LATEST]${randomBytes(16).toString("hex")}`;
}
