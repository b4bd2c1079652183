import type { ChildProcess } from "node:child_process";

/** Signals a process that has a group of its own, and everything that it has started. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (process.platform === "win32" || child.pid === undefined) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // No process of the group is left.
  }
}
