import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";

/** What a process counts for where its memory cannot be measured: a Node process without much code. */
const usualBytes = 64 * 1024 * 1024;

/** The memory that a process uses, in bytes. Never rejects. */
export async function memoryOf(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0;
  const kilobytes = process.platform === "linux" ? await fromStatus(pid) : await fromPs(pid);
  return kilobytes === undefined ? usualBytes : kilobytes * 1024;
}

/** Source: https://man7.org/linux/man-pages/man5/proc_pid_status.5.html */
async function fromStatus(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const value = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return value === undefined ? undefined : Number(value);
}

function fromPs(pid: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    execFile("ps", ["-o", "rss=", "-p", String(pid)], (error, stdout) => {
      const value = Number(stdout.trim());
      resolve(error === null && value > 0 ? value : undefined);
    });
  });
}
