#!/usr/bin/env node
import { Command, CommanderError, Option } from "commander";

/** The commands; each one is loaded when it is asked for, so that `--version` and `--help` answer at once. */
function commandLine(onExit: (code: number) => void): Command {
  const program = new Command("serverform")
    .description("Builds, deploys and removes a serverform app.")
    .version(version(), "--version", "print the version")
    .helpOption("--help", "print this help")
    .helpCommand(false)
    .option("--app <command>", "command that runs the app, instead of the one in cdktf.json")
    .addOption(new Option("--stage <name>", "stage to work on").env("SERVERFORM_STAGE"))
    .option("--region <name>", "AWS region of the app")
    .option("--profile <name>", "AWS profile to work with")
    .option("--role-arn <arn>", "IAM role that Terraform assumes")
    .option("--verbose", "print what is run, and the call stack of an error")
    .option("--no-color", "print without colours")
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .exitOverride();

  program
    .command("build")
    .description("write the Terraform configuration and list what is in it")
    .action(async (_options: object, command: Command) => {
      const { build } = await import("./commands/build.js");
      onExit(await build(command.optsWithGlobals()));
    });
  program
    .command("deploy")
    .argument("[stack]", "one stack, without its dependencies; may contain *")
    .description("deploy the stacks in the order of their dependencies")
    .option("--outputs-file <file>", "write the outputs of the stacks to a JSON file")
    .option("--auto-approve", "deploy without asking", true)
    .option("--no-auto-approve", "show the plan of each stack and ask")
    .action(async (stack: string | undefined, _options: object, command: Command) => {
      const { deploy } = await import("./commands/deploy.js");
      onExit(await deploy(stack, command.optsWithGlobals()));
    });
  program
    .command("diff")
    .argument("[stacks...]", "only these stacks; may contain *")
    .description("show what a deployment would change")
    .action(async (stacks: string[], _options: object, command: Command) => {
      const { diff } = await import("./commands/diff.js");
      onExit(await diff(stacks, command.optsWithGlobals()));
    });
  program
    .command("remove")
    .argument("[stack]", "one stack, without those that depend on it; may contain *")
    .description("remove the stacks, dependents first")
    .action(async (stack: string | undefined, _options: object, command: Command) => {
      const { remove } = await import("./commands/remove.js");
      onExit(await remove(stack, command.optsWithGlobals()));
    });
  const local = program
    .command("local")
    .description("serve the app on this machine, without AWS")
    .option("--port <number>", "port of the first API; the others take the next ones", "4000")
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--from <folder>", "serve this Terraform JSON, instead of running the app")
    .option("--data <folder>", "keep tables in this folder, instead of in memory")
    .option(
      "--endpoint <name=url>",
      "a service, or the URI of an integration, that you run elsewhere; repeatable",
      collect,
    )
    .option("--inspect [port]", "let debuggers attach to Node functions, from this port on")
    .option("--schedules", "run schedules by themselves")
    .option("--no-watch", "do not look for changed files")
    .option("--json", "print one JSON object per line")
    .action(async (_options: object, command: Command) => {
      const { local } = await import("./commands/local.js");
      onExit(await local(command.optsWithGlobals()));
    });
  local
    .command("invoke")
    .argument("<function>", "name of the function or the end of its construct path")
    .argument(
      "[event]",
      "the event as JSON, or a file that holds it; of the job of a schedule, else, what the schedule sends",
    )
    .description("invoke a function, in the server that runs or in one for this call")
    .action(async (name: string, event: string | undefined, _options: object, command: Command) => {
      const { invoke } = await import("./commands/local-invoke.js");
      onExit(await invoke(name, event, command.optsWithGlobals()));
    });
  local
    .command("token")
    .description("print a token of a local user pool, to try routes with")
    .requiredOption("--user <name>", "who the token is for")
    .option("--pool <name>", "name, id or construct path of the user pool")
    .option("--client <id>", "client of the pool")
    .option("--group <name...>", "groups of the user")
    .option("--scope <name...>", "scopes of the token")
    .option("--use <kind>", "access or id", "access")
    .option("--ttl <seconds>", "how long it is good")
    .action(async (_options: object, command: Command) => {
      const { token } = await import("./commands/local-token.js");
      onExit(await token(command.optsWithGlobals()));
    });
  program
    .command("update")
    .argument("[version]", "version or tag", "latest")
    .description("set serverform, and the packages it works with, to a version")
    .action(async (wanted: string, _options: object, command: Command) => {
      const { update } = await import("./commands/update.js");
      onExit(await update(wanted, command.optsWithGlobals()));
    });
  return program;
}

/** Takes an option that may be given several times. */
function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

async function main(args: readonly string[]): Promise<void> {
  // A reader that goes away (`serverform deploy | head`) must not end a deployment half-way.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  try {
    await commandLine((code) => {
      process.exitCode = code;
    }).parseAsync([...args]);
  } catch (error) {
    process.exitCode = await explain(error, args.includes("--verbose"));
  }
}

/** Prints an error as one message, and returns the exit status. The call stack is for our own mistakes. */
async function explain(error: unknown, verbose: boolean): Promise<number> {
  // Commander has printed it.
  if (error instanceof CommanderError) return error.exitCode;
  const { isServerformError } = await import("../errors/error.js");
  const { Interrupted, interruptedExitCode } = await import("./ui/interrupt.js");
  if (error instanceof Interrupted) return interruptedExitCode;
  const { Terminal } = await import("./ui/terminal.js");
  const terminal = new Terminal({ color: !process.argv.includes("--no-color") });
  if (isServerformError(error)) terminal.error(terminal.colors.red(error.message));
  if (!isServerformError(error) || verbose)
    terminal.error(error instanceof Error && error.stack !== undefined ? error.stack : String(error));
  return 1;
}

function version(): string {
  const { version } = require("../../package.json") as { version: string };
  return version;
}

void main(process.argv);
