import type { Command } from "commander";
import type { TokenOptions, TokenOutput } from "../../local/token";

/** `serverform local token`: prints only the token, so that other commands can use the output. */
export function declareLocalToken(local: Command): void {
  local
    .command("token")
    .description("print a token of a local user pool or of an authorizer's issuer, for testing routes")
    .requiredOption("--user <name>", "name of the user")
    .option("--pool <name>", "name, id or construct path of the user pool")
    .option(
      "--authorizer <name>",
      "name or construct path of the authorizer that accepts the token, in place of --pool",
    )
    .option("--client <id>", "client of the pool")
    .option("--group <name...>", "groups of the user")
    .option("--scope <name...>", "scopes of the token")
    .option("--claim <name=value...>", "further claims: a string, or JSON for other values")
    .option("--use <kind>", "kind of token: access or id (default: as the authorizer takes, or access)")
    .option("--ttl <seconds>", "lifetime of the token")
    .option("--json", "print a JSON object; other text goes to stderr")
    .action(async (_options: object, command: Command) => {
      const { createLocalToken } = await import("../../local/token.js");
      const { Terminal } = await import("../../ui/terminal.js");
      const options = command.optsWithGlobals<TokenOptions>();
      const token = await createLocalToken(options);
      new Terminal().data(options.json === true ? JSON.stringify({ token } satisfies TokenOutput) : token);
    });
}
