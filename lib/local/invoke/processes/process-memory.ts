import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { contained } from "../../../facts/text/contained";

/** The assumed memory of a process that cannot be measured: a Node process with little code. */
const usualBytes = 64 * 1024 * 1024;

/** The memory that a process uses, in bytes. Never rejects. */
export async function memoryOf(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0;
  const kilobytes = process.platform === "linux" ? fromStatus(pid) : await fromPs(pid);
  return kilobytes === undefined ? usualBytes : kilobytes * 1024;
}

/**
 * Reads synchronously: the file is in memory, and an asynchronous read takes several times as long.
 *
 * Source: https://man7.org/linux/man-pages/man5/proc_pid_status.5.html
 */
function fromStatus(pid: number): number | undefined {
  try {
    const value = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return value === undefined ? undefined : Number(value);
  } catch {
    // The process has ended.
    return undefined;
  }
}

function fromPs(pid: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    execFile(
      "ps",
      ["-o", "rss=", "-p", String(pid)],
      contained("idle processes", (error, stdout) => {
        const value = Number(stdout.trim());
        resolve(error === null && value > 0 ? value : undefined);
      }),
    );
  });
}
