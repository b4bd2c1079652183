import { type ChildProcess, spawn } from "node:child_process";
import { Duplex } from "node:stream";
import { type LogBudget, readLines } from "./log-lines";
import type { Reaper } from "./orphan-reaper";

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Whether it gets a pipe of its own to talk to the server, as its file 3. */
  readonly hasPipe?: boolean;
}

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
  /** Why the program could not even be started. */
  readonly problem?: NodeJS.ErrnoException;
}

export interface OutputListener {
  line(stream: "stdout" | "stderr", line: string): void;
  /** It has written so much that the rest is not shown. */
  tooMuch(): void;
  /** It is gone, though not everything that it wrote may have been read. */
  exited(): void;
}

/** How long pipes may stay open behind a process that has ended: a program that it left behind may hold them. */
const pipesCloseMs = 500;

/** One process of a function, with everything that it starts itself. */
export class WorkerProcess {
  /** Settles when it has ended and everything that it wrote has been read. */
  readonly ended: Promise<ProcessEnd>;
  readonly pipe: Duplex | undefined;
  output: OutputListener | undefined;

  private readonly child: ChildProcess;
  private readonly budget: LogBudget = { bytes: 0 };
  private hasEnded = false;

  constructor(
    { program, args, env, cwd, hasPipe = false }: Command,
    private readonly reaper: Reaper,
  ) {
    // A group of its own: Ctrl-C reaches this server only, which then ends the group with all that is in it.
    const stdio = ["ignore", "pipe", "pipe", hasPipe ? "pipe" : "ignore"] as const;
    this.child = spawn(program, args, { env, cwd, detached: true, stdio: [...stdio] });
    const pipe = this.child.stdio[3];
    this.pipe = pipe instanceof Duplex ? pipe : undefined;
    const { pid, stdout, stderr } = this.child;
    if (pid !== undefined) reaper.watch(pid);
    const tooMuch = (): void => this.output?.tooMuch();
    readLines(stdout, this.budget, (line) => this.output?.line("stdout", line), tooMuch);
    readLines(stderr, this.budget, (line) => this.output?.line("stderr", line), tooMuch);
    this.ended = this.waitForEnd();
  }

  /** From here on it may write as much as any process for one request. */
  resetBudget(): void {
    this.budget.bytes = 0;
  }

  /** Ends it, and what it has started, at once. */
  kill(): void {
    if (!this.hasEnded) this.killGroup();
  }

  private killGroup(): void {
    const { pid } = this.child;
    if (pid === undefined) return;
    try {
      if (process.platform === "win32") this.child.kill("SIGKILL");
      else process.kill(-pid, "SIGKILL");
    } catch {
      // Nothing of the group is left.
    }
  }

  private waitForEnd(): Promise<ProcessEnd> {
    return new Promise((resolve) => {
      const { child } = this;
      child.once("error", (problem) => {
        if (child.pid !== undefined) return;
        this.hasEnded = true;
        resolve({ code: null, signal: null, problem });
      });
      child.once("exit", (code, signal) => {
        // What it has started and left behind keeps the group, and with it the number, until it ends too.
        this.killGroup();
        this.hasEnded = true;
        this.output?.exited();
        if (child.pid !== undefined) this.reaper.forget(child.pid);
        const done = (): void => {
          clearTimeout(timer);
          child.stdout?.destroy();
          child.stderr?.destroy();
          resolve({ code, signal });
        };
        const timer = setTimeout(done, pipesCloseMs);
        child.once("close", done);
      });
    });
  }
}
