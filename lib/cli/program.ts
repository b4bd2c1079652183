import { Command, Option } from "commander";
import { libraryVersion } from "./command-line";
import { declareBind } from "./commands/bind";
import { declareBuild } from "./commands/build";
import { declareCompletion } from "./commands/completion";
import { declareConsole } from "./commands/console";
import { declareOpenapi } from "./commands/contracts/openapi";
import { declareRoutes } from "./commands/contracts/routes";
import { declareTypes } from "./commands/contracts/types";
import { declareDeploy } from "./commands/deploy";
import { declareDiff } from "./commands/diff";
import { declareDocs } from "./commands/docs";
import { declareEnv } from "./commands/env";
import { declareExplain } from "./commands/explain";
import { declareGraph } from "./commands/graph";
import { declareLocal } from "./commands/local";
import { declareLogs } from "./commands/logs";
import { declareMcp } from "./commands/mcp";
import { declareInit } from "./commands/project/init";
import { declareMigrate } from "./commands/project/migrate";
import { declareRds } from "./commands/rds";
import { declareRemove } from "./commands/remove";
import { declareSecrets } from "./commands/secrets";
import { declareStacks } from "./commands/stacks";
import { declareStart } from "./commands/start";
import { declareUpdate } from "./commands/update";
import { translated } from "./foreign-words";

/** The commands in the order of the help. They load their code when they run, so that `--help` is fast. */
const commands = [
  declareInit,
  declareMigrate,
  declareBuild,
  declareDeploy,
  declareDiff,
  declareStacks,
  declareOpenapi,
  declareRoutes,
  declareTypes,
  declareRemove,
  declareStart,
  declareLocal,
  declareGraph,
  declareLogs,
  declareConsole,
  declareBind,
  declareSecrets,
  declareEnv,
  declareRds,
  declareUpdate,
  declareDocs,
  declareExplain,
  declareMcp,
  declareCompletion,
] as const;

/** The commands load their code when they run. */
export function commandLine(): Command {
  const program = new Command("serverform")
    .description("Builds, deploys and removes a serverform app.")
    .version(libraryVersion(), "-v, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .option("--app <command>", "command that runs the app, instead of the one in cdktf.json")
    .addOption(new Option("--stage <name>", "stage to use").env("SERVERFORM_STAGE"))
    .option("--region <name>", "AWS region of the app")
    .option("--profile <name>", "AWS profile to use")
    .option("--role-arn <arn>", "IAM role that Terraform assumes")
    .option("--terraform <binary>", "Terraform binary, for example tofu")
    .option("--force", "rebuild sites that have not changed")
    .option("--verbose", "print the commands that run, and the call stacks of errors")
    .option("--no-color", "print without colours")
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .exitOverride();
  for (const declare of commands) declare(program);
  explainErrors(program);
  refuseRepeatedOptions(program);
  program.hook("preAction", (_, command) => refuseOptionsAsValues(command));
  return program;
}

/** Makes the errors of a command show its usage. */
function explainErrors(command: Command): void {
  // A separate object: Commander shares the settings of the parent with its commands.
  command.configureOutput({ outputError: (text, write) => write(translated(text, command)) });
  for (const each of command.commands) explainErrors(each);
}

/** Options that select the target of a command: a second value would select another target. */
export const decisiveOptions: ReadonlySet<string> = new Set(["stage", "region", "profile", "role-arn"]);

/**
 * Refuses a second value of an option that selects the target: `--stage dev --stage prod`. For other options the last value
 * applies, so that `npm start -- --port 4100` overrides the script.
 */
function refuseRepeatedOptions(command: Command): void {
  for (const option of command.options) {
    if (!decisiveOptions.has(option.name())) continue;
    let count = 0;
    command.hook("preAction", () => {
      count = 0;
    });
    command.on(`option:${option.name()}`, () => {
      count += 1;
      if (count > 1) command.error(`error: option '${option.flags}' is given twice, and takes one value`);
    });
  }
  for (const each of command.commands) refuseRepeatedOptions(each);
}

/** Refuses an option as the value of the previous option: `--data --json`. Commander would accept it. */
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
