import type { Command } from "commander";
import type { GlobalOptions } from "../project";

/** `serverform update [version]`: sets the library and its peer dependencies to a version. */
export function declareUpdate(program: Command): void {
  program
    .command("update")
    .argument("[version]", "version or tag", "latest")
    .description("set serverform and its peer dependencies to a version")
    .action(async (version: string, _options: object, command: Command) => {
      await update(version, command.optsWithGlobals());
    });
}

async function update(version: string, options: GlobalOptions): Promise<void> {
  const { updateProject } = await import("../project/update.js");
  const { Terminal } = await import("../ui/terminal.js");
  await updateProject(new Terminal(options), process.cwd(), version);
}
