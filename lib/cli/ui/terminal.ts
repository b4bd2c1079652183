import { createInterface } from "node:readline/promises";
import picocolors from "picocolors";
import { Interrupted } from "./interrupt";

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const frameMilliseconds = 100;

/** The streams that a terminal writes to and reads from; tests give their own. */
export interface TerminalStreams {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly errors: NodeJS.WriteStream;
}

/** What the commands need to know of the global options. */
export interface TerminalOptions {
  readonly color?: boolean;
  readonly verbose?: boolean;
  /** Whether the output is for a program: only `data` goes there, and all text to the errors. */
  readonly json?: boolean;
}

/**
 * Everything that the commands print and ask.
 *
 * Without a terminal there is no colour, no moving line and no question. The moving line is our own twenty lines: the
 * small spinner packages end the process at the first interrupt, and a deployment has to wait for Terraform then.
 */
export class Terminal {
  readonly verbose: boolean;
  /** Whether somebody is there to answer. */
  readonly interactive: boolean;
  /** Whether output may contain colours. */
  readonly colored: boolean;
  readonly colors: ReturnType<typeof picocolors.createColors>;

  private readonly text: NodeJS.WriteStream;
  private statusText: string | undefined;
  private frame = 0;
  private timer: NodeJS.Timeout | undefined;
  /** What is to be written when the open question has been answered; undefined while there is none. */
  private held: (() => void)[] | undefined;

  constructor(
    { color = true, verbose = false, json = false }: TerminalOptions = {},
    private readonly streams: TerminalStreams = {
      input: process.stdin,
      output: process.stdout,
      errors: process.stderr,
    },
    environment: NodeJS.ProcessEnv = process.env,
  ) {
    const isTerminal = streams.output.isTTY === true && environment.TERM !== "dumb";
    this.text = json ? streams.errors : streams.output;
    this.verbose = verbose;
    this.interactive = isTerminal && streams.input.isTTY === true;
    // Not picocolors' own guess: that one colours whenever CI is set, also into a log file.
    this.colored = isTerminal && color && !environment.NO_COLOR;
    this.colors = picocolors.createColors(this.colored);
  }

  print(text = ""): void {
    this.above(() => this.text.write(`${text}\n`));
  }

  /** Writes lines for a program to read. */
  data(lines: string): void {
    this.above(() => this.streams.output.write(`${lines}\n`));
  }

  warn(text: string): void {
    this.above(() => this.streams.errors.write(`${this.colors.yellow(`Warning: ${text}`)}\n`));
  }

  error(text: string): void {
    this.above(() => this.streams.errors.write(`${text}\n`));
  }

  /** Shows what is going on in one moving line at the bottom; `undefined` takes it away. */
  status(text: string | undefined): void {
    if (!this.interactive) return;
    this.clear();
    this.statusText = text;
    if (text === undefined) {
      clearInterval(this.timer);
      this.timer = undefined;
      return;
    }
    this.timer ??= setInterval(() => {
      this.frame = (this.frame + 1) % frames.length;
      this.draw();
    }, frameMilliseconds).unref();
    this.draw();
  }

  /** Asks for a line of text; an empty answer is the suggestion. Only with somebody there to answer. */
  async ask(question: string, suggestion: string): Promise<string> {
    const answer = await this.question(`${question} ${this.colors.dim(`(${suggestion})`)} `);
    return answer.trim() || suggestion;
  }

  /** Asks for a decision; everything but yes is no. */
  async confirm(question: string): Promise<boolean> {
    const answer = await this.question(`${question} ${this.colors.dim("(yes/no)")} `);
    return ["y", "yes"].includes(answer.trim().toLowerCase());
  }

  // Two questions of one line each need no prompt library: those that are still kept are ECMAScript modules only.
  private async question(text: string): Promise<string> {
    this.clear();
    this.held = [];
    const lines = createInterface({ input: this.streams.input, output: this.streams.output });
    try {
      return await new Promise<string>((resolve, reject) => {
        lines.once("close", () => reject(new Interrupted()));
        lines.once("SIGINT", () => lines.close());
        lines.question(text).then(resolve, reject);
      });
    } finally {
      lines.close();
      const held = this.held;
      this.held = undefined;
      for (const write of held) write();
      this.draw();
    }
  }

  private above(write: () => void): void {
    if (this.held !== undefined) {
      this.held.push(write);
      return;
    }
    this.clear();
    write();
    this.draw();
  }

  private clear(): void {
    if (this.statusText !== undefined && this.held === undefined) this.streams.output.write("\r\u001b[2K");
  }

  private draw(): void {
    if (this.statusText === undefined || this.held !== undefined) return;
    const width = Math.max(20, (this.streams.output.columns || 80) - 4);
    const text = this.statusText.length > width ? `${this.statusText.slice(0, width - 1)}…` : this.statusText;
    this.streams.output.write(`\r\u001b[2K${this.colors.cyan(frames[this.frame] ?? "")} ${text}`);
  }
}
