import { type Command, CommanderError } from "commander";

/** Runs a command line, and prints what it throws. */
export async function runCommandLine(program: () => Command, args: readonly string[]): Promise<void> {
  // A reader that closes the pipe (`serverform deploy | head`) must not end a deployment.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  try {
    await program().parseAsync([...args]);
  } catch (error) {
    process.exitCode = await explain(error, args.includes("--verbose"));
  }
}

/** Prints an error and returns the exit status. Only unexpected errors are printed with their call stack. */
async function explain(error: unknown, verbose: boolean): Promise<number> {
  // Commander has already printed the message.
  if (error instanceof CommanderError) return error.exitCode;
  const { isLibraryError } = await import("../errors/error.js");
  const { Interrupted, interruptedExitCode } = await import("./ui/interrupt.js");
  if (error instanceof Interrupted) return interruptedExitCode;
  const { Terminal } = await import("./ui/terminal.js");
  const terminal = new Terminal({ color: !process.argv.includes("--no-color") });
  if (isLibraryError(error)) terminal.error(terminal.colors.red(error.message));
  if (!isLibraryError(error) || verbose)
    terminal.error(error instanceof Error && error.stack !== undefined ? error.stack : String(error));
  return 1;
}

/** The version of this package. */
export function libraryVersion(): string {
  const { version } = require("../../package.json") as { version: string };
  return version;
}
