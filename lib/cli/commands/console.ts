import { type Command, Option } from "commander";
import type { ConsoleCommandOptions } from "../console/run";

/** `serverform console`: the console of a deployed stage. */
export function declareConsole(program: Command): void {
  program
    .command("console")
    .description("serve a page that shows what happens on a stage, from its logs and traces")
    .option("--since <time>", "from when on: 30s, 10m, 2h, 1d, or a time as ISO 8601", "10m")
    .addOption(new Option("--port <port>", "port of the page on this machine").default("0", "any free port"))
    .option("--json", "print the address as a JSON object; other text goes to stderr")
    .action(async (_options: object, command: Command) => {
      const { runConsole } = await import("../console/run.js");
      await runConsole(command.optsWithGlobals<ConsoleCommandOptions>());
    });
}
