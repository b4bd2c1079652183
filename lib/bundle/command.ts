import { spawnSync } from "node:child_process";

export interface CommandOutcome {
  readonly ok: boolean;
  /** True if the program does not exist. */
  readonly missing: boolean;
  readonly command: string;
  /** Follows "which" in messages: `failed with exit code 1`. */
  readonly reason: string;
  /** The output, or its last lines. */
  readonly output: string;
  /** The complete standard output. */
  readonly stdout: string;
}

interface CommandOptions {
  readonly cwd: string;
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

const maxOutputBytes = 64 * 1024 * 1024;
const maxOutputLines = 60;

export function run(program: string, args: readonly string[], options: CommandOptions): CommandOutcome {
  return spawn(program, args, [program, ...args].join(" "), options);
}

/**
 * Runs shell commands one after the other in one shell, until one fails.
 *
 * Each one is on lines of its own, so that a comment at its end does not hide the next one.
 */
export function runShell(commands: readonly string[], options: CommandOptions): CommandOutcome {
  const script = commands.map((command) => `{ :\n${command}\n}`).join(" && ");
  return spawn("/bin/sh", ["-c", script], commands.join(" && "), options);
}

function spawn(
  program: string,
  args: readonly string[],
  command: string,
  { cwd, env }: CommandOptions,
): CommandOutcome {
  const result = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: "utf8",
    maxBuffer: maxOutputBytes,
  });
  const error = result.error as NodeJS.ErrnoException | undefined;
  return {
    ok: error === undefined && result.status === 0,
    missing: error?.code === "ENOENT",
    command,
    reason: reasonOf(result.status, result.signal, error),
    output: lastLines(`${result.stdout ?? ""}${result.stderr ?? ""}`),
    stdout: result.stdout ?? "",
  };
}

function reasonOf(status: number | null, signal: string | null, error: Error | undefined): string {
  if (error !== undefined) return `could not run: ${error.message}`;
  return signal === null ? `failed with exit code ${status}` : `was ended by ${signal}`;
}

function lastLines(output: string): string {
  const lines = output.trim().split("\n");
  if (lines.length === 1 && lines[0] === "") return "(nothing)";
  return lines.length > maxOutputLines
    ? ["...", ...lines.slice(-maxOutputLines)].join("\n")
    : lines.join("\n");
}
