import { type ChildProcess, spawn } from "node:child_process";
import { Duplex } from "node:stream";
import { contained } from "../../../facts/text/contained";
import { signalGroup } from "../signal-group";
import { type LogBudget, readLines } from "./log-lines";
import type { OrphanReaper } from "./orphan-reaper";

export interface ProcessCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Whether the process gets a pipe to this one, as its file descriptor 3. */
  readonly hasPipe?: boolean;
  /** The marks around parts of stdout that belong to stderr. */
  readonly stderrMarks?: readonly [begin: string, end: string];
}

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
  /** The reason why the program could not start. */
  readonly problem?: NodeJS.ErrnoException;
}

export interface OutputListener {
  line(stream: "stdout" | "stderr", line: string): void;
  /** The output has exceeded the limit; the rest is not shown. */
  tooMuch(): void;
  /** The process has ended. Some of its output may still be unread. */
  exited(): void;
}

/** How long the pipes of an ended process may stay open: a program that it has started may still hold them. */
const pipesCloseMs = 500;

export class WorkerProcess {
  /** Settles when the process has ended and its output has been read. */
  readonly ended: Promise<ProcessEnd>;
  readonly pipe: Duplex | undefined;
  output: OutputListener | undefined;

  private readonly child: ChildProcess;
  private readonly budget: LogBudget = { bytes: 0 };
  private hasEnded = false;

  constructor(
    { program, args, env, cwd, hasPipe = false, stderrMarks: marks }: ProcessCommand,
    private readonly reaper: OrphanReaper,
  ) {
    // A separate process group: Ctrl-C reaches only this process, which then kills the whole group.
    const stdio = ["ignore", "pipe", "pipe", hasPipe ? "pipe" : "ignore"] as const;
    this.child = spawn(program, args, { env, cwd, detached: true, stdio: [...stdio] });
    const pipe = this.child.stdio[3];
    this.pipe = pipe instanceof Duplex ? pipe : undefined;
    const { pid, stdout, stderr } = this.child;
    if (pid !== undefined) reaper.watch(pid);
    const reading = {
      budget: this.budget,
      line: (name: "stdout" | "stderr", line: string) => this.output?.line(name, line),
      tooMuch: () => this.output?.tooMuch(),
    };
    readLines({ ...reading, stream: stdout, name: "stdout", marks });
    readLines({ ...reading, stream: stderr, name: "stderr" });
    this.ended = this.waitForEnd();
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Starts a new request, with the full limit for output. */
  resetBudget(): void {
    this.budget.bytes = 0;
  }

  /** Kills the process and everything that it has started. */
  kill(): void {
    if (!this.hasEnded) signalGroup(this.child, "SIGKILL");
  }

  private waitForEnd(): Promise<ProcessEnd> {
    return new Promise((resolve) => {
      const { child } = this;
      child.on(
        "error",
        contained("process of a function", (problem) => {
          if (child.pid !== undefined) return;
          this.hasEnded = true;
          resolve({ code: null, signal: null, problem });
        }),
      );
      child.once(
        "exit",
        contained("process of a function", (code, signal) => {
          // Programs that it has started keep the group, and with it the process id, until they end too.
          signalGroup(child, "SIGKILL");
          this.hasEnded = true;
          this.output?.exited();
          if (child.pid !== undefined) this.reaper.forget(child.pid);
          const done = contained("process of a function", (): void => {
            clearTimeout(timer);
            child.stdout?.destroy();
            child.stderr?.destroy();
            resolve({ code, signal });
          });
          const timer = setTimeout(done, pipesCloseMs);
          child.once("close", done);
        }),
      );
    });
  }
}
