import type * as readline from "node:readline/promises";
import picocolors from "picocolors";
import { contained } from "../../facts/text/contained";
import { Interrupted } from "./interrupt";
import { handlerOutput, printableText } from "./printable-text";

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const frameMilliseconds = 100;
/** The width of a terminal that does not report its size. */
const defaultWidth = 80;

/** The streams that a terminal writes to and reads from. Tests pass their own. */
export interface TerminalStreams {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly errors: NodeJS.WriteStream;
}

export interface TerminalOptions {
  readonly color?: boolean;
  readonly verbose?: boolean;
  /** Whether a program reads stdout. Then only `data` is written to it, and text is written to stderr. */
  readonly json?: boolean;
}

/**
 * Prints the output of the commands and asks questions.
 *
 * All output for people passes here. The only control characters that pass are colours, line ends and tabs. Values of clients and
 * peers must be escaped before, since they may not begin a line either.
 *
 * If stdout is not a terminal, or a coding agent runs the command, the output is plain text without questions. We do not use a
 * spinner package for the status line: the small ones end the process at the first interrupt, but a deployment must wait for
 * Terraform.
 */
export class Terminal {
  readonly verbose: boolean;
  /** Whether the user can answer questions. */
  readonly interactive: boolean;
  readonly colored: boolean;
  readonly colors: ReturnType<typeof picocolors.createColors>;

  private readonly text: NodeJS.WriteStream;
  private statusText: string | undefined;
  private frame = 0;
  private timer: NodeJS.Timeout | undefined;
  /** Output that waits until the open question is answered. Undefined if no question is open. */
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
    const isTerminal =
      streams.output.isTTY === true && environment.TERM !== "dumb" && !isRunByAgent(environment);
    this.text = json ? streams.errors : streams.output;
    this.verbose = verbose;
    this.interactive = isTerminal && streams.input.isTTY === true;
    // The detection of picocolors is not used: it enables colours whenever CI is set, also for log files.
    this.colored = color && !environment.NO_COLOR && (forcedColor(environment) ?? isTerminal);
    this.colors = picocolors.createColors(this.colored);
  }

  /** Characters of a line; a file has no limit. */
  get width(): number {
    return this.streams.output.isTTY === true
      ? this.streams.output.columns || defaultWidth
      : Number.POSITIVE_INFINITY;
  }

  print(text = ""): void {
    this.above(() => this.text.write(`${handlerOutput(text)}\n`));
  }

  /** Writes lines to stdout unchanged, for a program. Does nothing at a terminal. */
  data(lines: string): void {
    const text = this.streams.output.isTTY === true ? handlerOutput(lines) : lines;
    this.above(() => this.streams.output.write(`${text}\n`));
  }

  warn(text: string): void {
    this.above(() => this.streams.errors.write(`${this.colors.yellow(`Warning: ${handlerOutput(text)}`)}\n`));
  }

  error(text: string): void {
    this.above(() => this.streams.errors.write(`${handlerOutput(text)}\n`));
  }

  /** Shows a status line with a spinner below the output. `undefined` removes it. */
  status(text: string | undefined): void {
    if (!this.interactive) return;
    this.clear();
    this.statusText = text === undefined ? undefined : printableText(text);
    if (text === undefined) {
      clearInterval(this.timer);
      this.timer = undefined;
      return;
    }
    this.timer ??= setInterval(
      contained("terminal", () => {
        this.frame = (this.frame + 1) % frames.length;
        this.draw();
      }),
      frameMilliseconds,
    ).unref();
    this.draw();
  }

  /** Asks for a line of text. An empty answer selects the suggestion. Requires `interactive`. */
  async ask(question: string, suggestion: string): Promise<string> {
    const answer = await this.question(`${question} ${this.colors.dim(`(${suggestion})`)} `);
    return answer.trim() || suggestion;
  }

  /** Asks for a confirmation. Every answer except "y" and "yes" means no. */
  async confirm(question: string): Promise<boolean> {
    const answer = await this.question(`${question} ${this.colors.dim("(yes/no)")} `);
    return ["y", "yes"].includes(answer.trim().toLowerCase());
  }

  // No prompt library: there are only two short questions, and the maintained libraries are ECMAScript modules only.
  private async question(text: string): Promise<string> {
    // It would wait forever. Commands refuse before, and name the option that answers.
    if (!this.interactive) throw new Error(`Nobody is here to answer: ${text}`);
    // Loaded here: Node.js 16, which is refused with this class, does not have it.
    const { createInterface } = require("node:readline/promises") as typeof readline;
    this.clear();
    this.held = [];
    const lines = createInterface({ input: this.streams.input, output: this.streams.output });
    try {
      return await new Promise<string>((resolve, reject) => {
        lines.once(
          "close",
          contained("terminal", () => reject(new Interrupted())),
        );
        lines.once(
          "SIGINT",
          contained("terminal", () => lines.close()),
        );
        lines.question(handlerOutput(text)).then(resolve, reject);
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

/** The value of `FORCE_COLOR`, in the form of Node.js: 0 and false mean no colours, every other value means colours. */
function forcedColor({ FORCE_COLOR: value }: NodeJS.ProcessEnv): boolean | undefined {
  return value === undefined ? undefined : !["0", "false"].includes(value);
}

/**
 * Variables that coding agents set for the commands that they run.
 *
 * Source: the table of std-env 4, https://github.com/unjs/std-env, without variables that people have in their own shells, too.
 */
const agentVariables = [
  "AI_AGENT",
  "AUGMENT_AGENT",
  "CLAUDECODE",
  "CLAUDE_CODE",
  "CODEX_SANDBOX",
  "CODEX_THREAD_ID",
  "COPILOT_AGENT",
  "COPILOT_CLI",
  "CURSOR_AGENT",
  "GEMINI_CLI",
  "JUNIE_DATA",
  "JUNIE_SHIM_PATH",
  "OPENCODE",
] as const;

/** Whether a coding agent runs the command. It answers no question, and reads no colours, even at a terminal. */
export function isRunByAgent(environment: NodeJS.ProcessEnv): boolean {
  return agentVariables.some((name) => (environment[name] ?? "") !== "");
}
