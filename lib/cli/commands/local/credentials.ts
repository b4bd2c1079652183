import type { Command } from "commander";

/** `serverform local credentials`: prints variables for a shell: `eval "$(serverform local credentials)"`. */
export function declareLocalCredentials(local: Command): void {
  local
    .command("credentials")
    .description("print the credentials that sign requests to iam routes of the local server")
    .option("--user <name>", "sign as this user of the app's identity pool")
    .option("--guest", "sign as a guest of the app's identity pool")
    .option("--pool <name>", "name, id or construct path of the user's pool")
    .option("--json", "print a JSON object with the variables")
    .action(async (_options: object, command: Command) => {
      const { describeCredentials } = await import("../../local/credentials.js");
      const { Terminal } = await import("../../ui/terminal.js");
      new Terminal().data(await describeCredentials(command.optsWithGlobals()));
    });
}
