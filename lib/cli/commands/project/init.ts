import type { Command } from "commander";
import type { InitOptions } from "../../init/choices";
import type { GlobalOptions } from "../../project";

/** `serverform init`: writes a new project, or adds the app to the existing one. */
export function declareInit(program: Command): void {
  configureInit(
    program.command("init").description("write a new app, or add one to the project in the folder"),
  );
}

/** The arguments and options of `serverform init` and of `create-serverform`. */
export function configureInit(command: Command): Command {
  return command
    .argument("[folder]", "folder of the app, which may be there already")
    .option("--template <name>", "hello, api, web, events or database (default: hello)")
    .option("--name <name>", "name of the app and its package (default: that of the folder)")
    .option("--package-manager <name>", "npm, pnpm, yarn or bun (default: the one that is in use)")
    .option("--test-runner <name>", "vitest, jest or node:test (default: vitest)")
    .option("--cdk <name>", "cdktf, or cdktn for CDK Terrain (default: that of the package)")
    .option("--ci <name>", "pipeline: github, gitlab or none (default: github)")
    .option("--from <tarball>", "install the library from a packed file, not from the registry")
    .option("--no-install", "write the files, and install no packages")
    .option("-y, --yes", "ask nothing, and take the defaults")
    .option("--json", "print a JSON object; other text goes to stderr")
    .action(async (folder: string | undefined, _options: object, command: Command) => {
      await init(folder, command.optsWithGlobals());
    });
}

async function init(folder: string | undefined, options: InitOptions & GlobalOptions): Promise<void> {
  const { initProject } = await import("../../init/init.js");
  const { Terminal } = await import("../../ui/terminal.js");
  const terminal = new Terminal(options);
  const output = await initProject(terminal, folder, options);
  if (options.json === true) terminal.data(JSON.stringify(output));
}
