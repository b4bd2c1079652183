import type { Command } from "commander";
import type { GlobalOptions } from "../../project";
import type { MigrateOptions, RunMigrate } from "../../project/migrate-package";

/** `serverform migrate`: runs the package `serverform-migrate`, which writes the stacks of an application of another tool. */
export function declareMigrate(program: Command): void {
  configureMigrate(
    program.command("migrate").description("convert an application of another tool to stacks"),
    runInstalled,
  ).addHelpText(
    "after",
    "\nNeeds the package serverform-migrate: npm install --save-dev serverform-migrate.\nWithout it, run: npx serverform-migrate <tool> [folder]",
  );
}

/** The arguments and options of `serverform migrate` and of `serverform-migrate`. */
export function configureMigrate(command: Command, run: RunMigrate): Command {
  return command
    .argument("<tool>", "the tool: serverless, sam or sst-v1")
    .argument("[folder]", "folder of the application", ".")
    .option("--handlers", "sst-v1: rewrite the imports of SST's clients in handlers")
    .option("--json", "print a JSON object; other text goes to stderr")
    .action(async (tool: string, folder: string, _options: object, command: Command) => {
      await run(tool, folder, command.optsWithGlobals<MigrateOptions & GlobalOptions>());
    });
}

async function runInstalled(tool: string, folder: string, options: MigrateOptions): Promise<void> {
  const { loadMigration } = await import("../../project/migrate-package.js");
  const { packageName } = await import("../../../facts/errors/package-name.js");
  await loadMigration(tool, folder)(tool, folder, { ...options, library: packageName });
}
