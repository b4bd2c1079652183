import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/**
 * Spawn options that keep the terminal's own interrupt away from a child.
 *
 * A terminal sends Ctrl-C to every process of the foreground group. Terraform takes a second interrupt as an order to
 * drop everything, so it must hear of each one from us only. On Windows a process of a group of its own would open a
 * window, and hears of the interrupt by itself.
 */
export const ownGroup = { detached: process.platform !== "win32" } as const;

/** Sends a signal to a child that was started with `ownGroup`, and to all that it has started. */
export function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  signalTo(child, child.pid === undefined ? undefined : -child.pid, signal);
}

/** Sends a signal to a child that was started with `ownGroup`, not to its own children. */
export function interruptChild(child: ChildProcess): void {
  signalTo(child, child.pid, "SIGINT");
}

function signalTo(child: ChildProcess, id: number | undefined, signal: NodeJS.Signals): void {
  if (process.platform === "win32" || id === undefined || child.exitCode !== null) return;
  try {
    process.kill(id, signal);
  } catch {
    // It has ended by itself in the meantime.
  }
}

/** Hands on each line of a stream; settles when the stream has ended. */
export async function linesOf(stream: Readable | null, onLine: (line: string) => void): Promise<void> {
  if (stream === null) return;
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }))
    onLine(line);
}
