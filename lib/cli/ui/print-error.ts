import { isLibraryError, type ServerformError } from "../../facts/errors/error";
import { type ErrorFields, errorFields } from "../../facts/errors/error-fields";
import { fileFacts } from "../../facts/errors/fault-texts";
import { explainAwsError } from "../aws/aws-errors";
import { problem } from "../errors";
import { Interrupted, interruptedExitCode } from "./interrupt";
import { printableJson } from "./printable-text";
import { Terminal } from "./terminal";

/** The object on stdout of a command with `--json` that has failed, or the line of one that continues. */
export interface ErrorOutput {
  readonly event: "error";
  /** All mistakes that were found, at least one. */
  readonly errors: readonly ErrorFields[];
}

/**
 * Prints an error that ended a command, and returns the exit status. Call stacks are only for --verbose.
 *
 * With `--json` its parts are on stdout. Its text is also on stderr, because logs of pipelines contain only that.
 *
 * @param where - the command: `serverform deploy`
 * @param asTyped - adapts the commands of remedies to the shell
 */
export function printError(
  error: unknown,
  where: string,
  args: readonly string[],
  asTyped: (text: string) => string = (text) => text,
): number {
  const terminal = new Terminal({ color: !args.includes("--no-color"), json: wantsJson(args) });
  const isInterrupt = error instanceof Interrupted;
  // The command prints the text of an interrupt when it arrives.
  if (!isInterrupt) {
    terminal.error(terminal.colors.red(asTyped(explainFault(error, where).message)));
    if (args.includes("--verbose")) terminal.error(stackOf(error));
  }
  if (wantsJson(args)) terminal.data(errorJson(error, where));
  return isInterrupt ? interruptedExitCode : 1;
}

/** An error as the JSON object that programs read. */
export function errorJson(error: unknown, where: string): string {
  return outputOf(errorFields(explainFault(error, where)));
}

/** Prints a usage error as JSON. Its text is already on stderr. */
export function printUsageError(message: string, where: string, args: readonly string[]): void {
  if (!wantsJson(args)) return;
  const text = message.replace(/^error: /, "");
  new Terminal({ json: true }).data(
    outputOf([{ code: "command-line-invalid", path: where, prop: "", message: text }]),
  );
}

const outputOf = (errors: readonly ErrorFields[]): string =>
  printableJson({ event: "error", errors } satisfies ErrorOutput);

/** Arguments after `--` belong to another program. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return (end === -1 ? args : args.slice(0, end)).includes("--json");
}

const stackOf = (error: unknown): string =>
  error instanceof Error && error.stack !== undefined ? error.stack : String(error);

/**
 * Any error of a command as an error of the library: of AWS, of the file system, or an internal one.
 *
 * @param where - the command: `serverform deploy`
 */
export function explainFault(thrown: unknown, where: string): ServerformError {
  if (thrown instanceof Interrupted) return problem(where, "interrupted", "the command", {});
  const error = explainAwsError(thrown, where);
  if (isLibraryError(error)) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  const file = fileFacts(cause);
  return file === undefined
    ? problem(where, "internal", "the command", { cause, at: undefined })
    : problem(where, "file-unusable", "the command", file);
}
