import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { sources } from "../../cli/support/cli";
import { cleanEnvironment } from "../../examples/support";

const root = resolve(__dirname, "../../..");

// It runs the whole command; the tests wait for what it says, never for a time.
jest.setTimeout(120_000);

/** One line of the server. */
export type Line = Readonly<Record<string, unknown>> & { readonly event: string };

interface Api {
  readonly name: string;
  readonly urls: readonly string[];
}

/** `serverform local` in an example's folder, as its reader starts it, on any free ports. */
export class RunningExample {
  /** What it has printed so far. */
  readonly lines: Line[] = [];
  private readonly waiting = new Set<() => void>();
  private errors = "";
  private isOver = false;

  private constructor(
    private readonly folder: string,
    private readonly child: ChildProcess,
  ) {
    const output = child.stdout;
    if (output === null) throw new Error("no output");
    createInterface({ input: output }).on("line", (line) => {
      this.lines.push(JSON.parse(line) as Line);
      this.look();
    });
    child.stderr?.on("data", (data: Buffer) => {
      this.errors += data.toString();
    });
    child.once("close", () => {
      this.isOver = true;
      this.look();
    });
  }

  static async start(
    example: string,
    environment: Readonly<Record<string, string>> = {},
    args: readonly string[] = [],
  ): Promise<RunningExample> {
    const folder = join(root, example);
    const all = [...sources, "local", "--json", "--port", "0", "--no-watch", ...args];
    const child = spawn(process.execPath, all, {
      cwd: folder,
      env: { ...cleanEnvironment(), ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const running = new RunningExample(folder, child);
    await running.line(({ event }) => event === "ready");
    return running;
  }

  /** The address of an API, by the end of its name; without the slash at the end. */
  url(name: string): string {
    const { apis = [] } = this.lines.find(({ event }) => event === "ready") as { apis?: readonly Api[] };
    const found = apis.find((api) => api.name.endsWith(name))?.urls[0];
    if (found === undefined) throw new Error(`no API ${name} among ${JSON.stringify(apis)}`);
    return found.replace(/\/$/, "");
  }

  /** Waits for a line, also one that is there already. */
  async line(isWanted: (line: Line) => boolean): Promise<Line> {
    for (;;) {
      const found = this.lines.find(isWanted);
      if (found !== undefined) return found;
      if (this.isOver) throw new Error(`It ended: ${this.errors}\n${JSON.stringify(this.lines.slice(-5))}`);
      await new Promise<void>((done) => this.waiting.add(done));
    }
  }

  /** Runs another command in the same folder, as in another terminal; throws with what it printed when it fails. */
  command(...args: readonly string[]): string {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...sources, "local", ...args], {
      cwd: this.folder,
      env: cleanEnvironment(),
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
    return stdout.trim();
  }

  /** All that it has said, to find out why a test fails. */
  get transcript(): string {
    return `${this.errors}\n${this.lines.map((line) => JSON.stringify(line)).join("\n")}`;
  }

  /** Interrupts it, as Ctrl-C does; returns the exit status. */
  async stop(): Promise<number | null> {
    if (this.isOver) return this.child.exitCode;
    const closed = new Promise<number | null>((done) => this.child.once("close", (code) => done(code)));
    this.child.kill("SIGINT");
    return closed;
  }

  private look(): void {
    for (const done of [...this.waiting]) {
      this.waiting.delete(done);
      done();
    }
  }
}
