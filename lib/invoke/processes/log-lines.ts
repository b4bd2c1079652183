import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";

/** Longer lines are cut: nobody reads them, and they would be held in memory until they end. */
const maxLineLength = 64 * 1024;

/** What a process may write while it answers one request; the rest is read and thrown away. */
export const maxLogBytes = 4 * 1024 * 1024;

/** How much a process has written since the count was last reset; shared by both of its streams. */
export interface LogBudget {
  bytes: number;
}

/**
 * Hands on what a process writes, line by line.
 *
 * A process that writes more than this machine takes is slowed down by its own pipe. What is beyond the budget costs
 * no more than reading it.
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
