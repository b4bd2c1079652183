import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/**
 * Spawn options that run a child in its own process group, so that it does not receive interrupts from the terminal.
 *
 * A terminal sends Ctrl-C to every process of the foreground group. Terraform stops immediately on a second interrupt,
 * so it must receive interrupts only from this process. On Windows a detached process would open a window, and the
 * console passes on the interrupt.
 */
export const ownGroup = { detached: process.platform !== "win32" } as const;

/** Sends a signal to a child that was started with `ownGroup`, and to its descendants. */
export function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  signalTo(child, child.pid === undefined ? undefined : -child.pid, signal);
}

/** Interrupts a child that was started with `ownGroup`, but not its descendants. */
export function interruptChild(child: ChildProcess): void {
  signalTo(child, child.pid, "SIGINT");
}

function signalTo(child: ChildProcess, id: number | undefined, signal: NodeJS.Signals): void {
  if (process.platform === "win32" || id === undefined || child.exitCode !== null) return;
  try {
    process.kill(id, signal);
  } catch {
    // The process has already ended.
  }
}

/** Calls `onLine` with each line of a stream. Resolves when the stream ends. */
export async function linesOf(stream: Readable | null, onLine: (line: string) => void): Promise<void> {
  if (stream === null) return;
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }))
    onLine(line);
}
