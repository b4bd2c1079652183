import type { Command } from "commander";
import { collect } from "../command-line";
import { declareLocalCredentials } from "./local/credentials";
import { declareLocalInvoke } from "./local/invoke";
import { declareLocalToken } from "./local/token";
import { declareLocalUsers } from "./local/users";

/** `serverform local permissions <file>`: compares the permissions of functions with those that they have used. */
function declareLocalPermissions(local: Command): void {
  local
    .command("permissions")
    .argument("<file>", "file of --permissions report=<file>, or of permissionsFile in serverform/testing")
    .description("list the used, unused and missing permissions of the functions, over all runs in a file")
    .option("--fail-on <kinds>", "exit with 1 for any of missing,unused")
    .option("--patch", "print the lines of code that change; other text goes to stderr")
    .option("--json", "print a JSON object; other text goes to stderr")
    .action(async (file: string, _options: object, command: Command) => {
      const { permissionsOfFile } = await import("../access/permissions-of-file.js");
      process.exitCode = await permissionsOfFile(file, command.optsWithGlobals());
    });
}

/** `serverform local env`: prints variables for a shell: `eval "$(serverform local env)"`. */
function declareLocalEnv(local: Command): void {
  local
    .command("env")
    .description(
      "print the variables that point the AWS CLI, SDKs and other tools to the running local server",
    )
    .option("--json", "print a JSON object with the variables")
    .action(async (_options: object, command: Command) => {
      const { describeVariables } = await import("../local/variables.js");
      const { Terminal } = await import("../ui/terminal.js");
      new Terminal().data(await describeVariables(command.optsWithGlobals()));
    });
}

/** `serverform local inbox`: prints the mails and messages of the running server. */
function declareLocalInbox(local: Command): void {
  local
    .command("inbox")
    .description("print the mails and messages that the running local server kept on this machine")
    .option("--json", "print a JSON array of the messages")
    .action(async (_options: object, command: Command) => {
      const { askAboutUsers } = await import("../local/users.js");
      const { Terminal } = await import("../ui/terminal.js");
      new Terminal().data(await askAboutUsers(command.optsWithGlobals(), { action: "inbox" }));
    });
}

const subcommands = [
  declareLocalInvoke,
  declareLocalToken,
  declareLocalCredentials,
  declareLocalEnv,
  declareLocalInbox,
  declareLocalUsers,
  declareLocalPermissions,
] as const;

/** `serverform local`: serves the app on this machine until the command is interrupted. */
export function declareLocal(program: Command): void {
  const local = program
    .command("local")
    .description("serve the app on this machine, without AWS")
    .option("--port <number>", "port of the first API; other APIs use the next ports", "4000")
    .option("--services-port <number>", "port of the emulated AWS services (default: any free port)")
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--from <folder>", "serve this Terraform JSON, instead of running the app")
    .option(
      "--data <folder>",
      "keep tables, objects, messages, users and databases in this folder, instead of in memory",
    )
    .option(
      "--endpoint <name=url>",
      "URL that replaces an AWS service or the URI of an integration; repeatable",
      collect,
    )
    .option(
      "--state <stage>",
      "use the ids, services and data of this deployed stage, instead of emulating them",
    )
    .option(
      "--only <pattern>",
      "with --state: run only these functions locally, the others in AWS; repeatable",
      collect,
    )
    .option("-y, --yes", "with --state: allow a production stage")
    .option("--inspect [port]", "let debuggers attach to Node functions, starting with this port")
    .option("--idle-memory <MB>", "memory that idle function processes may use together")
    .option("--seed <file>", "create the users of this JSON file at the start")
    .option(
      "--permissions <mode>",
      "treatment of calls without a permission: enforce, warn or off (default: enforce); or report[=file]: list used, unused and missing permissions at the end",
    )
    .option("--fail-on <kinds>", "with --permissions report: exit with 1 for any of missing,unused")
    .option("--schedules", "run schedules at their times")
    .option("--fast-retries", "retry failed events of functions after 1 and 2 seconds, not minutes")
    .option(
      "--console [port]",
      "serve the console, a page that shows requests and events and can repeat them",
    )
    .option("--docs [port]", "serve the OpenAPI documents as a page, with Scalar or Swagger UI")
    .option("--history <number>", "number of recorded facts to keep; 0: none (default: 10000)")
    .option("--facts", "with --json: print each recorded fact with its causes")
    .option("--no-watch", "do not watch for changed files")
    .option("--json", "print one JSON object per line")
    .action(async (_options: object, command: Command) => {
      const { serve } = await import("../local/serve.js");
      process.exitCode = await serve(command.optsWithGlobals());
    });
  for (const declare of subcommands) declare(local);
}
