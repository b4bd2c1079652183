import type { Command } from "commander";
import type { SecretsOptions, SecretsRequest } from "../secrets/run";

/** `serverform secrets set|get|list|remove`: the values of `Config.Secret`. */
export function declareSecrets(program: Command): void {
  const secrets = program
    .command("secrets")
    .description("set and show the values of secrets: of a stage, of all stages, or of the local server");
  declare(secrets, "set <name> [value]", "set a value; without one on the command line, the standard input");
  declare(secrets, "get <name>", "print a value");
  declare(secrets, "list", "print the names of the secrets that have a value");
  declare(secrets, "remove <name>", "remove a value");
}

function declare(secrets: Command, usage: string, description: string): void {
  const action = usage.split(" ")[0] as SecretsRequest["action"];
  secrets
    .command(usage)
    .description(description)
    .option("--fallback", "for all stages that have no value of their own")
    .option("--local", "for the local server")
    .option("--json", "print a JSON object; other text goes to stderr")
    .action(async (...args: readonly unknown[]) => {
      const command = args.at(-1) as Command;
      const [name, value] = command.args;
      const { runSecrets } = await import("../secrets/run.js");
      await runSecrets({ action, name, value }, command.optsWithGlobals<SecretsOptions>());
    });
}
