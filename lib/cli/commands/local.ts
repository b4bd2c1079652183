import type { Command } from "commander";
import { collect } from "../command-line";
import { declareLocalCredentials } from "./local/credentials";
import { declareLocalEnv } from "./local/env";
import { declareLocalInbox } from "./local/inbox";
import { declareLocalInvoke } from "./local/invoke";
import { declareLocalPermissions } from "./local/permissions";
import { declareLocalToken } from "./local/token";
import { declareLocalUsers } from "./local/users";

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
