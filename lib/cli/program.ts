import { Command, Option } from "commander";
import type { RoutesOutput } from "./access/route-rows";
import { libraryVersion } from "./command-line";
import { declareBind } from "./commands/bind";
import { declareBuild } from "./commands/build";
import { declareCompletion } from "./commands/completion";
import { declareConsole } from "./commands/console";
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
import type { GlobalOptions } from "./project";

/** `serverform types`: prints the types of routes or events. */
function declareTypes(program: Command): void {
  program
    .command("types")
    .description("print the types of the routes, for the client")
    .option("--from <folder>", "folder with Terraform JSON, instead of the app's")
    .option("--out <file>", "write the types to a file")
    .option("--events", "print the types of the events of functions, instead of those of routes")
    .option("--items", "print the types of the records of tables with a schema, instead of those of routes")
    .option("--handlers", "refer to the types of the handlers, instead of loading their schemas")
    .action(async (_options: object, command: Command) => {
      process.exitCode = await types(command.optsWithGlobals());
    });
}

interface TypesOptions extends GlobalOptions {
  readonly from?: string;
  readonly out?: string;
  readonly events?: boolean;
  readonly items?: boolean;
  readonly handlers?: boolean;
}

async function types(options: TypesOptions): Promise<number> {
  const { mkdirSync, writeFileSync } = await import("node:fs");
  const { dirname, resolve } = await import("node:path");
  const { openFacts } = await import("./access/open-facts.js");
  const { eventTypes } = await import("./types/events.js");
  const { itemTypes } = await import("./types/items.js");
  const { routeTypes } = await import("./types/route-types.js");
  const { events = false, handlers = false, items = false } = options;
  await refuseTogether({ "--events": events, "--items": items, "--handlers": handlers });
  const content = events || handlers || items ? "stacks" : "stacks and code";
  const { terminal, facts, folder, root } = await openFacts({ ...options, json: true }, "types", content);
  const out = options.out === undefined ? undefined : resolve(options.out);
  const place = { root, folder: out === undefined ? root : dirname(out) };
  const { text, notes } = events
    ? eventTypes(facts, root)
    : items
      ? await itemTypes(folder, root)
      : routeTypes(facts, place, handlers ? "handlers" : "schemas");
  for (const note of notes) terminal.warn(note);
  if (out === undefined) {
    terminal.data(text.trimEnd());
    return 0;
  }
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, text);
  return 0;
}

async function refuseTogether(options: Readonly<Record<string, boolean>>): Promise<void> {
  const [first, second] = Object.keys(options).filter((name) => options[name]);
  if (first === undefined || second === undefined) return;
  const { fail } = await import("./errors.js");
  fail("serverform types", "options-exclude", first, { other: second });
}

/** `serverform routes`: lists the routes, who may call them, and what their functions may do. */
function declareRoutes(program: Command): void {
  program
    .command("routes")
    .description("list the routes, their callers, and the permissions of their functions")
    .option("--from <folder>", "folder with Terraform JSON, instead of the app's")
    .option("--open", "only routes that everyone may call")
    .option(
      "--who <caller>",
      "only routes that this caller may call: anyone, iam, key, an authorizer, a scope",
    )
    .option("--can <action>", "only routes whose function may do this: s3:DeleteObject")
    .option("--markdown", "print a table of Markdown; other text goes to stderr")
    .option("--json", "print a JSON object; other text goes to stderr")
    .action(async (_options: object, command: Command) => {
      process.exitCode = await routes(command.optsWithGlobals());
    });
}

interface RoutesOptions extends GlobalOptions {
  readonly from?: string;
  readonly open?: boolean;
  readonly who?: string;
  readonly can?: string;
  readonly markdown?: boolean;
}

async function routes(options: RoutesOptions): Promise<number> {
  const { openFacts } = await import("./access/open-facts.js");
  const { routeRows } = await import("./access/route-rows.js");
  const { printRoutes, routesMarkdown } = await import("./access/print-routes.js");
  const { terminal, facts } = await openFacts(options, "routes");
  const rows = routeRows(facts, options);
  for (const problem of facts.problems) terminal.warn(problem);
  const output: RoutesOutput = { routes: rows, problems: facts.problems };
  if (options.json === true) terminal.data(JSON.stringify(output));
  else if (options.markdown === true) terminal.data(routesMarkdown(rows));
  else printRoutes(terminal, rows, facts.routes.length);
  return 0;
}

/** `serverform openapi`: prints the contract of an API. */
function declareOpenapi(program: Command): void {
  program
    .command("openapi")
    .description("print the OpenAPI document of an API")
    .option("--from <folder>", "folder with Terraform JSON, instead of the app's")
    .option("--api <name>", "the API, if there are several")
    .option("--server <url>", "address of the API, for the document")
    .option("--api-version <version>", "version of the API (default: that of package.json)")
    .option("--out <file>", "write the document to a file")
    .action(async (_options: object, command: Command) => {
      process.exitCode = await openapi(command.optsWithGlobals());
    });
}

interface OpenapiOptions extends GlobalOptions {
  readonly from?: string;
  readonly api?: string;
  readonly server?: string;
  readonly apiVersion?: string;
  readonly out?: string;
}

async function openapi(options: OpenapiOptions): Promise<number> {
  const { writeFileSync } = await import("node:fs");
  const { openFacts } = await import("./access/open-facts.js");
  const { generateDocument } = await import("./openapi/generate.js");
  const { terminal, facts, root } = await openFacts({ ...options, json: true }, "openapi", "stacks and code");
  const { api, server, apiVersion: version, out } = options;
  const { document, notes } = generateDocument(facts, { api, server, version, root });
  for (const note of notes) terminal.warn(note);
  const text = JSON.stringify(document, null, 2);
  if (out === undefined) terminal.data(text);
  else writeFileSync(out, `${text}\n`);
  return 0;
}

/** The commands in the order of the help. They load their code when they run, so that `--help` answers quickly. */
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

/** All commands with their options. They load their code when they run. */
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

/** Errors of a command name the usage of that command. */
function explainErrors(command: Command): void {
  // An object of its own: Commander shares the settings of the parent with its commands.
  command.configureOutput({ outputError: (text, write) => write(translated(text, command)) });
  for (const each of command.commands) explainErrors(each);
}

/** Options that say what a command is about: a second value would be about something else. */
export const decisiveOptions: ReadonlySet<string> = new Set(["stage", "region", "profile", "role-arn"]);

/**
 * Refuses a second value of an option that says what a command is about: `--stage dev --stage prod`. Of other options the last one counts,
 * so that `npm start -- --port 4100` overrides what a script gives.
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
