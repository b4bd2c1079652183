import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";

/** Longer lines are cut off, so that an endless line does not fill the memory. */
const maxLineLength = 64 * 1024;

/** Limit for the output of a process during one request; the rest is read and discarded. */
export const maxLogBytes = 4 * 1024 * 1024;

/** Number of bytes that a process has written since the last reset, on both streams. */
export interface LogBudget {
  bytes: number;
}

/**
 * Passes the output of a process on, line by line.
 *
 * Output beyond the budget is only read. A process that writes faster than that waits for its own pipe.
 */
export function readLines(
  stream: Readable | null,
  budget: LogBudget,
  onLine: (line: string) => void,
  onTooMuch: () => void,
): void {
  if (stream === null) return;
  const decoder = new StringDecoder("utf8");
  let rest = "";
  const emit = (line: string): void =>
    onLine(line.length > maxLineLength ? line.slice(0, maxLineLength) : line);
  stream.on("data", (chunk: Buffer) => {
    const before = budget.bytes;
    budget.bytes += chunk.length;
    if (before >= maxLogBytes) return;
    const lines = (rest + decoder.write(chunk)).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) emit(line);
    if (rest.length > maxLineLength) {
      emit(rest);
      rest = "";
    }
    if (budget.bytes >= maxLogBytes) {
      rest = "";
      onTooMuch();
    }
  });
  stream.on("end", () => {
    rest += decoder.end();
    if (rest !== "") emit(rest);
    rest = "";
  });
  stream.on("error", () => {});
}
