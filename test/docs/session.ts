import { type ChildProcess, execFile, spawn } from "node:child_process";
import { promisify } from "node:util";

/** A command of a document, and what is shown below it. */
interface Step {
  readonly command: string;
  readonly shown: readonly string[];
}

/** The steps of a shell block: commands, and behind `# ` the output of each. */
export function stepsOf(block: string): readonly Step[] {
  const steps: { command: string; shown: string[] }[] = [];
  for (const line of block.split("\n").filter((each) => each !== "")) {
    if (line.startsWith("# ")) steps.at(-1)?.shown.push(line.slice(2));
    else steps.push({ command: line, shown: [] });
  }
  return steps;
}

const mark = "-- next command --";

/** Runs commands in one shell, as a reader does, and returns the output of each. */
export async function runSteps(
  steps: readonly Step[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<readonly string[]> {
  const script = steps.map(({ command }) => `${command}\nprintf '%s' '${mark}'\n`).join("");
  const { stdout } = await promisify(execFile)("sh", ["-c", script], options);
  return stdout.split(mark).slice(0, -1);
}

/** The parts of the output of `curl -i` that a page shows: the status, some headers and the body. */
export function linesLike(shown: readonly string[], output: string): readonly string[] {
  const [head = "", ...rest] = output.split("\r\n\r\n");
  const [status = "", ...headers] = head.split("\r\n");
  const body = rest.join("\r\n\r\n");
  return [
    status,
    ...headers.filter((header) => shown.includes(header)),
    ...body.split("\n").filter((line) => line !== ""),
  ];
}

/** Ids, times and durations differ in each run. */
export function withoutChance(text: string): string {
  return text
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "<id>")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replace(/\b\d+ ms\b/g, "<n> ms");
}

/** A command that runs until it is interrupted. */
export class RunningCommand {
  output = "";
  private errors = "";
  private readonly child: ChildProcess;
  private readonly closed: Promise<void>;
  private isOver = false;
  private wake = (): void => {};

  constructor(command: string, options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }) {
    // A group of its own, as a terminal makes it: an interrupt reaches all of its processes.
    this.child = spawn("sh", ["-c", command], { ...options, detached: true });
    this.child.stdout?.on("data", (data: Buffer) => {
      this.output += data.toString();
      this.wake();
    });
    this.child.stderr?.on("data", (data: Buffer) => {
      this.errors += data.toString();
    });
    this.closed = new Promise((done) => this.child.once("close", () => done()));
    void this.closed.then(() => {
      this.isOver = true;
      this.wake();
    });
  }

  /** Waits until its output is as it should be. */
  async until(isThere: (output: string) => boolean): Promise<void> {
    while (!isThere(this.output)) {
      if (this.isOver) throw new Error(`It has ended: ${this.errors}\n${this.output}`);
      await new Promise<void>((done) => {
        this.wake = done;
      });
    }
  }

  /** Interrupts it as Ctrl-C does, and waits for the end of all that it has started and that holds its output. */
  async interrupt(): Promise<void> {
    if (!this.isOver && this.child.pid !== undefined) process.kill(-this.child.pid, "SIGINT");
    await this.closed;
  }
}
