import type { Command } from "commander";

/** `serverform local env`: prints variables for a shell: `eval "$(serverform local env)"`. */
export function declareLocalEnv(local: Command): void {
  local
    .command("env")
    .description(
      "print the variables that point the AWS CLI, SDKs and other tools to the running local server",
    )
    .option("--json", "print a JSON object with the variables")
    .action(async (_options: object, command: Command) => {
      const { describeVariables } = await import("../../local/credentials.js");
      const { Terminal } = await import("../../ui/terminal.js");
      new Terminal().data(await describeVariables(command.optsWithGlobals()));
    });
}
