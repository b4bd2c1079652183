#!/usr/bin/env node
import { Command, CommanderError, Option } from "commander";
import { declareBind } from "./commands/bind";
import { declareBuild } from "./commands/build";
import { declareCompletion } from "./commands/completion";
import { declareDeploy } from "./commands/deploy";
import { declareDiff } from "./commands/diff";
import { declareEnv } from "./commands/env";
import { declareGraph } from "./commands/graph";
import { declareLocal } from "./commands/local";
import { declareLogs } from "./commands/logs";
import { declareRds } from "./commands/rds";
import { declareRemove } from "./commands/remove";
import { declareRoutes } from "./commands/routes";
import { declareSecrets } from "./commands/secrets";
import { declareStart } from "./commands/start";
import { declareUpdate } from "./commands/update";

/** The commands in the order of the help. They load their code when they run, so that `--help` answers quickly. */
const commands = [
  declareBuild,
  declareDeploy,
  declareDiff,
  declareRoutes,
  declareRemove,
  declareStart,
  declareLocal,
  declareGraph,
  declareLogs,
  declareBind,
  declareSecrets,
  declareEnv,
  declareRds,
  declareUpdate,
  declareCompletion,
] as const;

function commandLine(): Command {
  const program = new Command("serverform")
    .description("Builds, deploys and removes a serverform app.")
    .version(version(), "-v, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .option("--app <command>", "command that runs the app, instead of the one in cdktf.json")
    .addOption(new Option("--stage <name>", "stage to use").env("SERVERFORM_STAGE"))
    .option("--region <name>", "AWS region of the app")
    .option("--profile <name>", "AWS profile to use")
    .option("--role-arn <arn>", "IAM role that Terraform assumes")
    .option("--terraform <binary>", "Terraform binary, for example tofu")
    .option("--force", "build sites again that have not changed")
    .option("--verbose", "print the commands that run, and the call stacks of errors")
    .option("--no-color", "print without colours")
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .exitOverride();
  for (const declare of commands) declare(program);
  program.hook("preAction", (_, command) => refuseOptionsAsValues(command));
  return program;
}

/** Refuses an option as the value of the one before it: `--data --json`. Commander takes it. */
function refuseOptionsAsValues(command: Command): void {
  const all: Command[] = [];
  for (let each: Command | null = command; each !== null; each = each.parent) all.push(each);
  const names = new Set(all.flatMap(({ options }) => options.map(({ long }) => long)));
  for (const each of all) {
    for (const option of each.options) {
      const value: unknown = each.getOptionValue(option.attributeName());
      const values: readonly unknown[] = Array.isArray(value) ? value : [value];
      const isOption = values.some((text) => typeof text === "string" && names.has(text.split("=", 1)[0]));
      if (isOption) command.error(`error: option '${option.flags}' argument missing`);
    }
  }
}

async function main(args: readonly string[]): Promise<void> {
  // A reader that closes the pipe (`serverform deploy | head`) must not end a deployment.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  try {
    await commandLine().parseAsync([...args]);
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

function version(): string {
  const { version } = require("../../package.json") as { version: string };
  return version;
}

void main(process.argv);
