import type { Command } from "commander";

/** `serverform bind -- <command>`: runs a command with the variables of the stage's bound functions. */
export function declareBind(program: Command): void {
  program
    .command("bind")
    .alias("load-config")
    .argument("<command...>", "the command and its arguments, after --")
    .description("run a command with the bound variables of the stage")
    .action(async (words: readonly string[], _options: object, command: Command) => {
      const { runBound } = await import("../stage/bind.js");
      process.exitCode = await runBound(words, command.optsWithGlobals());
    });
}
