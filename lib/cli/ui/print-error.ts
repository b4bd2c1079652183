import { explainFault } from "./explain-fault";
import { Interrupted, interruptedExitCode } from "./interrupt";
import { Terminal } from "./terminal";

/**
 * Prints an error that ended a command, and returns the exit status. Call stacks are only for --verbose.
 *
 * @param where - the command: `serverform deploy`
 */
export function printError(error: unknown, where: string, args: readonly string[]): number {
  if (error instanceof Interrupted) return interruptedExitCode;
  const terminal = new Terminal({ color: !args.includes("--no-color") });
  terminal.error(terminal.colors.red(explainFault(error, where).message));
  if (args.includes("--verbose")) terminal.error(stackOf(error));
  return 1;
}

const stackOf = (error: unknown): string =>
  error instanceof Error && error.stack !== undefined ? error.stack : String(error);
