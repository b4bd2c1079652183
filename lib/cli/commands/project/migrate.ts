import type { Command } from "commander";
import type { MigrateOptions } from "../../migrate/migrate";
import type { GlobalOptions } from "../../project";

type Options = MigrateOptions & GlobalOptions;

/** `serverform migrate`: writes the stacks of an application of another tool. */
export function declareMigrate(program: Command): void {
  program
    .command("migrate")
    .description("convert an application of another tool to stacks")
    .argument("<tool>", "the tool: serverless, sam or sst-v1")
    .argument("[folder]", "folder of the application", ".")
    .option("--handlers", "sst-v1: rewrite the imports of SST's clients in handlers")
    .option("--json", "print a JSON object; other text goes to stderr")
    .action(async (tool: string, folder: string, _options: object, command: Command) => {
      await migrateApplication(tool, folder, command.optsWithGlobals());
    });
}

async function migrateApplication(tool: string, folder: string, options: Options): Promise<void> {
  const { migrate } = await import("../../migrate/migrate.js");
  const { Terminal } = await import("../../ui/terminal.js");
  const terminal = new Terminal(options);
  const output = await migrate(terminal, tool, folder, options);
  if (options.json === true) terminal.data(JSON.stringify(output));
}
