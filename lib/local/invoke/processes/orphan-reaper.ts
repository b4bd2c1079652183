import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";

/**
 * Reads `+ <pid>` and `- <pid>`. At the end of its input, kills the remaining process groups.
 *
 * A shell script, because a shell takes a megabyte of memory and Node forty.
 */
const script = `
pids=" "
while read -r what pid; do
  case "$what" in
    +) pids="$pids$pid " ;;
    -) pids="\${pids%% $pid *} \${pids#* $pid }" ;;
  esac
done
for pid in $pids; do kill -KILL "-$pid" 2>/dev/null; done
`;

/**
 * Kills the processes of functions if this process is killed and cannot do it itself.
 *
 * A process that waits for an invocation notices the end of this one and exits, but an endless loop does not.
 */
export class OrphanReaper {
  private readonly process: ChildProcess | undefined;

  constructor() {
    if (process.platform === "win32") return;
    this.process = spawn("/bin/sh", ["-c", script], { stdio: ["pipe", "ignore", "ignore"], detached: true });
    // Without a shell there is no reaper; everything else works.
    this.process.on("error", () => {});
    this.process.stdin?.on("error", () => {});
    this.process.unref();
    (this.process.stdin as Socket | null)?.unref();
  }

  watch(pid: number): void {
    this.process?.stdin?.write(`+ ${pid}\n`);
  }

  forget(pid: number): void {
    this.process?.stdin?.write(`- ${pid}\n`);
  }

  async stop(): Promise<void> {
    const child = this.process;
    if (child === undefined || child.exitCode !== null || child.pid === undefined) return;
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.ref();
    child.stdin?.end();
    await ended;
  }
}
