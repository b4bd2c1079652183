import type { Command } from "commander";

/** `serverform local token`: prints only the token, so that other commands can use the output. */
export function declareLocalToken(local: Command): void {
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
      const { createLocalToken } = await import("../local/token.js");
      process.stdout.write(`${await createLocalToken(command.optsWithGlobals())}\n`);
    });
}
