import { resolve } from "node:path";
import type { Command } from "commander";

/** `serverform env -- <command>`: runs a site's development server with the values of the stage that `start` has deployed. */
export function declareEnv(program: Command): void {
  program
    .command("env")
    .argument("<command...>", "the command and its arguments, after --")
    .description("run a command with the environment of the site in this folder")
    .option("--path <folder>", "folder of the app, if it is not above this one")
    .action(async (words: readonly string[], { path }: { readonly path?: string }) => {
      const { siteEnvironment } = await import("../stage/site-environments.js");
      const { runCommand } = await import("../stage/run-command.js");
      const environment = siteEnvironment(process.cwd(), resolve(path ?? "."));
      process.exitCode = await runCommand(words, { ...process.env, ...environment });
    });
}
