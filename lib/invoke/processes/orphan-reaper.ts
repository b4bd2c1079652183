import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";

/**
 * Reads `+ <pid>` and `- <pid>`, and ends the process groups that are left when nobody can write any more.
 *
 * A shell, because it costs a megabyte where Node costs forty.
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
 * Ends the processes of functions when this process is killed and cannot do it itself.
 *
 * They notice by themselves only while they wait for something to do, not in the middle of an endless loop.
 */
export class Reaper {
  private readonly process: ChildProcess | undefined;

  constructor() {
    if (process.platform === "win32") return;
    this.process = spawn("/bin/sh", ["-c", script], { stdio: ["pipe", "ignore", "ignore"], detached: true });
    // It may be missing or die: then it watches nothing, and nothing else is lost.
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
