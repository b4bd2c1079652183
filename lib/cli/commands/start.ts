import type { Command } from "commander";
import { collect } from "../command-line";
import type { StartOptions } from "../live/options";

/** `serverform start`: the deployed stage calls functions on this machine until the command is interrupted. */
export function declareStart(program: Command): void {
  program
    .command("start")
    .description("deploy the app, and run its functions on this machine")
    .option(
      "--only <pattern>",
      "run only these functions locally, by construct path with *; repeatable",
      collect,
    )
    .option("--increase-timeout", "let functions run for 15 minutes, for debuggers")
    .option("--inspect [port]", "let debuggers attach to Node functions, starting with this port")
    .option("--outputs-file <file>", "write the outputs of the stacks to a JSON file")
    .option("--console-page [port]", "serve the console, a page that shows the invocations that run here")
    .option("--facts", "with --json: print each recorded fact with its causes")
    .option("--console", "print only the log of the functions after the deployment")
    .option("--remove", "deploy without wrappers, and remove the debug stack")
    .option("--no-watch", "do not watch for changed files")
    .option("--json", "print one JSON object per line")
    .option("-y, --yes", "deploy without asking")
    .action(async (_options: object, command: Command) => {
      const options = command.optsWithGlobals<StartOptions>();
      if (options.remove === true) {
        const { removeLive } = await import("../live/remove.js");
        process.exitCode = await removeLive(options);
        return;
      }
      const { start } = await import("../live/start.js");
      process.exitCode = await start(options);
    });
}
