import { type Command, Option } from "commander";
import type { GlobalOptions } from "../project";

interface UpdateOptions extends GlobalOptions {
  readonly to?: "cdktn";
}

/** `serverform update [version]`: sets the library and its peer dependencies to a version, or moves to CDK Terrain. */
export function declareUpdate(program: Command): void {
  program
    .command("update")
    .argument("[version]", "version, tag, or a file that npm pack made", "latest")
    .addOption(
      new Option("--to <cdk>", "move the project to CDK Terrain: packages and imports").choices(["cdktn"]),
    )
    .description("set serverform and its peer dependencies to a version")
    .option("--json", "print a JSON object; other text goes to stderr")
    .action(async (version: string, _options: object, command: Command) => {
      await update(version, command.optsWithGlobals());
    });
}

async function update(version: string, options: UpdateOptions): Promise<void> {
  const { moveProjectToCdktn, updateProject } = await import("../project/update.js");
  const { Terminal } = await import("../ui/terminal.js");
  const change = options.to === "cdktn" ? moveProjectToCdktn : updateProject;
  const terminal = new Terminal(options);
  const output = await change(terminal, process.cwd(), version);
  if (options.json === true) terminal.data(JSON.stringify(output));
}
