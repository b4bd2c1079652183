import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { type Interrupt, Interrupted } from "../ui/interrupt";
import { killGroup, linesOf, ownGroup } from "./child-process";

interface CapturedOptions {
  readonly cwd: string;
  readonly interrupt: Interrupt;
  /** Whether to run the command in a shell. */
  readonly shell?: boolean;
  /** A file descriptor that the process writes its answer to. */
  readonly answerDescriptor?: 3;
  /** Variables in addition to those of this process, which win. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly onLine?: (line: string) => void;
}

/** The result of a process. */
export interface CapturedRun {
  /** Why the process failed: `failed with exit code 1`. Undefined if it succeeded. */
  readonly problem: string | undefined;
  /** The last lines of the output. */
  readonly output: string;
  /** The text that was written to `answerDescriptor`. */
  readonly answer: string;
}

const shownLines = 60;

/** Runs a process until it ends. An interrupt ends the process and throws `Interrupted`. */
export async function runCaptured(
  program: string,
  args: readonly string[],
  { cwd, interrupt, shell = false, answerDescriptor, variables, onLine }: CapturedOptions,
): Promise<CapturedRun> {
  if (interrupt.first.aborted) throw new Interrupted();
  const stdio: ("ignore" | "pipe")[] = ["ignore", "pipe", "pipe"];
  if (answerDescriptor !== undefined) stdio[answerDescriptor] = "pipe";
  const child = spawn(program, args, {
    cwd,
    shell,
    stdio,
    env: { ...variables, ...process.env },
    ...ownGroup,
  });
  const stop = (): void => killGroup(child, "SIGINT");
  interrupt.first.addEventListener("abort", stop);
  const ended = new Promise<string | undefined>((done) => {
    child.once("error", (error) => done(`could not run: ${error.message}`));
    child.once("close", (code, signal) =>
      done(
        code === 0 ? undefined : signal === null ? `failed with exit code ${code}` : `was ended by ${signal}`,
      ),
    );
  });
  const lines: string[] = [];
  const take = (line: string): void => {
    lines.push(line);
    onLine?.(line);
  };
  const answerStream = answerDescriptor === undefined ? null : (child.stdio[answerDescriptor] as Readable);
  const [answer, problem] = await Promise.all([
    answerStream === null ? "" : text(answerStream),
    ended,
    linesOf(child.stdout, take),
    linesOf(child.stderr, take),
  ]);
  interrupt.first.removeEventListener("abort", stop);
  if (interrupt.first.aborted) throw new Interrupted();
  return { problem, output: lines.slice(-shownLines).join("\n").trim() || "(nothing)", answer };
}
