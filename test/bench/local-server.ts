import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** The command that starts a measured server. */
export interface ServerCommand {
  readonly args: readonly string[];
  readonly cwd: string;
  /** The file for its output: a reader in this process would use the CPU of the measured program. */
  readonly log: string;
  readonly environment: NodeJS.ProcessEnv;
  /** The line that it prints when it answers requests. */
  readonly ready: RegExp;
}

/** A process that a server has started, or itself. */
export interface ProcessFigures {
  readonly pid: number;
  readonly parent: number;
  readonly megabytes: number;
  readonly command: string;
}

const patienceMs = 120_000;
const pollMs = 5;

/** A server in a separate process. */
export class MeasuredServer {
  private constructor(
    private readonly child: ChildProcess,
    private readonly log: string,
    /** Milliseconds since 1970. */
    readonly readyAt: number,
  ) {}

  static async start({ args, cwd, log, environment, ready }: ServerCommand): Promise<MeasuredServer> {
    const output = openSync(log, "w");
    const child = spawn(process.execPath, args, {
      cwd,
      env: environment,
      stdio: ["ignore", output, output],
    });
    closeSync(output);
    const until = Date.now() + patienceMs;
    while (!ready.test(readFileSync(log, "utf8"))) {
      if (child.exitCode !== null || Date.now() > until) {
        child.kill("SIGKILL");
        throw new Error(`${args.join(" ")} did not start:\n${readFileSync(log, "utf8").slice(-2000)}`);
      }
      await delay(pollMs);
    }
    return new MeasuredServer(child, log, Date.now());
  }

  /** The first address that it has printed, with a slash at the end. */
  get url(): string {
    const found = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(readFileSync(this.log, "utf8"));
    if (found === null) throw new Error(`no address in ${this.log}`);
    return `${found[0]}/`;
  }

  /** It first, and then what it has started and what those have. */
  get processes(): readonly ProcessFigures[] {
    const all = execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss=,args="], { encoding: "utf8" })
      .trim()
      .split("\n")
      .map((line): ProcessFigures => {
        const [, pid, parent, kilobytes, command = ""] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
        return {
          pid: Number(pid),
          parent: Number(parent),
          megabytes: Number(kilobytes) / 1024,
          command,
        };
      });
    const below = (pid: number): ProcessFigures[] =>
      all.filter(({ parent }) => parent === pid).flatMap((each) => [each, ...below(each.pid)]);
    return [...all.filter(({ pid }) => pid === this.child.pid), ...below(this.child.pid ?? -1)];
  }

  /** The processor time of all its processes, in milliseconds; NaN where it is unknown. Linux counts it in ticks of 10 ms. */
  get cpuMs(): number {
    if (!existsSync("/proc/self/stat")) return Number.NaN;
    const ticks = this.processes.map(({ pid }) => {
      // The name of the program, in parentheses, may have spaces. User and system time are fields 14 and 15.
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
      return Number(fields[11]) + Number(fields[12]);
    });
    return 10 * ticks.reduce((sum, each) => sum + each, 0);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const closed = new Promise<void>((done) => this.child.once("close", () => done()));
    this.child.kill("SIGINT");
    await closed;
  }
}
