import type { Command } from "commander";
import type { GlobalOptions } from "../../project";

/** `serverform migrate`: writes the stacks of an application of another tool. */
export function declareMigrate(program: Command): void {
  program
    .command("migrate")
    .description("convert an application of another tool to stacks")
    .argument("<tool>", "the tool: serverless or sam")
    .argument("[folder]", "folder of the application", ".")
    .action(async (tool: string, folder: string, _options: object, command: Command) => {
      const { migrate } = await import("../../migrate/migrate.js");
      const { Terminal } = await import("../../ui/terminal.js");
      await migrate(new Terminal(command.optsWithGlobals<GlobalOptions>()), tool, folder);
    });
}
