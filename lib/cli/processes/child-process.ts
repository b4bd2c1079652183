import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { signalGroup } from "../../local";
import { checkInterrupt, type Interrupt } from "../ui/interrupt";

/**
 * Spawn options that run a child in its own process group, so that it does not receive interrupts from the terminal.
 *
 * A terminal sends Ctrl-C to every process of the foreground group. Terraform stops immediately on a second interrupt,
 * so it must receive interrupts only from this process. On Windows a detached process would open a window, and the
 * console passes on the interrupt.
 */
export const ownGroup = { detached: process.platform !== "win32" } as const;

/** Interrupts a child that was started with `ownGroup`, but not its descendants. */
export function interruptChild(child: ChildProcess): void {
  if (ownGroup.detached) child.kill("SIGINT");
}

/** The end of a process: its exit status, or the signal that has ended it, or the reason why it could not be started. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal?: NodeJS.Signals | null;
  readonly problem?: string;
}

/** Receives each line of a process. */
interface LineReader {
  readonly output: (line: string) => void;
  readonly errors: (line: string) => void;
}

/**
 * Waits for a child that was started with `ownGroup`. The first interrupt is passed on to its group, and the second one kills it; the
 * result is then `Interrupted`.
 */
export async function untilEnded(
  child: ChildProcess,
  interrupt: Interrupt,
  read: LineReader,
): Promise<ProcessEnd> {
  const { first, second } = interrupt;
  const stop = (): void => {
    if (ownGroup.detached) signalGroup(child, "SIGINT");
  };
  // Also after the end of the child: what it has started may still hold its output.
  const kill = (): void => signalGroup(child, "SIGKILL");
  first.addEventListener("abort", stop);
  second.addEventListener("abort", kill);
  const ended = new Promise<ProcessEnd>((done) => {
    child.once("error", ({ message }) => done({ code: null, problem: message }));
    child.once("close", (code, signal) => done({ code, signal }));
  });
  try {
    const [end] = await Promise.all([
      ended,
      linesOf(child.stdout, read.output),
      linesOf(child.stderr, read.errors),
    ]);
    checkInterrupt(interrupt);
    return end;
  } finally {
    first.removeEventListener("abort", stop);
    second.removeEventListener("abort", kill);
  }
}

/** Calls `onLine` with each line of a stream. Resolves when the stream ends. */
export async function linesOf(stream: Readable | null, onLine: (line: string) => void): Promise<void> {
  if (stream === null) return;
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }))
    onLine(line);
}
