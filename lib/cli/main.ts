#!/usr/bin/env node
import { Command, CommanderError, Option } from "commander";
import { declareBind } from "./commands/bind";
import { declareBuild } from "./commands/build";
import { declareCompletion } from "./commands/completion";
import { declareDeploy } from "./commands/deploy";
import { declareDiff } from "./commands/diff";
import { declareEnv } from "./commands/env";
import { declareExplain } from "./commands/explain";
import { adviceOnOption, foreignCommands } from "./commands/foreign-commands";
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
  declareLogs,
  declareBind,
  declareSecrets,
  declareEnv,
  declareRds,
  declareUpdate,
  declareExplain,
  declareCompletion,
] as const;

/** All commands with their options. They load their code when they run. */
export function commandLine(): Command {
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
    .configureOutput({ outputError: (text, write) => write(`${text}${adviceOnOption(text)}`) })
    .exitOverride();
  for (const declare of commands) declare(program);
  refuseForeignCommands(program);
  program.hook("preAction", (_, command) => refuseOptionsAsValues(command));
  return program;
}

/** Commands of other tools are commands that only tell what to write. They are in no help. */
function refuseForeignCommands(program: Command): void {
  const known = new Set(program.commands.map((each) => each.name()));
  for (const [name, remedy] of Object.entries(foreignCommands)) {
    if (known.has(name)) continue;
    program
      .command(name, { hidden: true })
      .argument("[words...]")
      .allowUnknownOption()
      .action(async () => {
        const { fail } = await import("./errors.js");
        fail("serverform", "command-unknown", "command", { value: name, remedy });
      });
  }
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

/** Runs a command. Sets the exit status of the process, and prints an error as its text. */
export async function runCommandLine(
  args: readonly string[],
  program = commandLine(),
  load: () => Promise<typeof import("./ui/print-error.js")> = () => import("./ui/print-error.js"),
): Promise<void> {
  try {
    await program.parseAsync([...args]);
  } catch (error) {
    // Commander has already printed the message.
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else
      process.exitCode = (await load()).printError(
        error,
        `serverform ${commandOf(args, program)}`.trim(),
        args,
      );
  }
}

/** The words that name a command: `secrets set`. */
function commandOf(args: readonly string[], program: Command): string {
  const names: string[] = [];
  let current: Command = program;
  for (const word of args.slice(2)) {
    const next = current.commands.find((each) => each.name() === word);
    if (next === undefined) continue;
    names.push(word);
    current = next;
  }
  return names.join(" ");
}

function version(): string {
  const { version } = require("../../package.json") as { version: string };
  return version;
}

// Tests import the commands without running one.
if (require.main === module) {
  // A reader that closes the pipe (`serverform deploy | head`) must not end a deployment.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  void runCommandLine(process.argv);
}
