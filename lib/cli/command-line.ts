import { type Command, CommanderError } from "commander";

/** Loads the function that adapts commands in a text to the shell. Only errors need it. */
type LoadAsTyped = () => Promise<(text: string) => string>;

/** Runs a command line. Sets the exit status of the process, and prints errors. */
export async function runCommandLine(
  program: Command,
  args: readonly string[],
  load: () => Promise<typeof import("./ui/print-error.js")> = () => import("./ui/print-error.js"),
  asTyped?: LoadAsTyped,
): Promise<void> {
  try {
    await program.parseAsync([...args]);
  } catch (error) {
    const where = commandOf(args, program);
    if (error instanceof CommanderError) {
      // Commander has already printed the message.
      process.exitCode = error.exitCode;
      if (error.exitCode !== 0) (await load()).printUsageError(error.message, where, args);
    } else process.exitCode = (await load()).printError(error, where, args, await asTyped?.());
  }
}

export function runProgram(program: Command, asTyped?: LoadAsTyped): void {
  // A reader that closes the pipe (`serverform deploy | head`) must not end a deployment.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  // A second interrupt ends the process while the command still waits.
  const endHere = (status: number): void => {
    const { Interrupted, interruptedExitCode } =
      require("./ui/interrupt") as typeof import("./ui/interrupt.js");
    if (status !== interruptedExitCode) return;
    const { printError } = require("./ui/print-error") as typeof import("./ui/print-error.js");
    printError(new Interrupted(), commandOf(process.argv, program), process.argv);
  };
  process.once("exit", endHere);
  void runCommandLine(program, process.argv, undefined, asTyped).finally(() => process.off("exit", endHere));
}

/** The words that name a command: `serverform secrets set`. */
function commandOf(args: readonly string[], program: Command): string {
  const names = [program.name()];
  const options = [...program.options];
  let current = program;
  const words = args.slice(2).values();
  for (const word of words) {
    if (word === "--") break;
    // The next word is its value.
    if (options.some(({ required, short, long }) => required && [short, long].includes(word))) words.next();
    const next = current.commands.find((each) => each.name() === word);
    if (next === undefined) continue;
    names.push(word);
    options.push(...next.options);
    current = next;
  }
  return names.join(" ");
}

export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

export function libraryVersion(): string {
  const { version } = require("../../package.json") as { version: string };
  return version;
}
