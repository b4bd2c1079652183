import { existsSync, mkdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { localFolder } from "../../local";
import { type Model, readModel } from "../../model";
import type { CommandContext } from "../project/command-context";
import { findProject, openProject } from "../project/project";
import type { AppVariables } from "../project/synthesis";
import { runInLocalContext } from "./context";
import type { LocalCommandOptions } from "./options";

export interface LocalSynthesis {
  readonly output: string;
  /** The list of bundles to build on demand. Undefined if the output contains the code, as in a plain CDKTF app. */
  readonly bundlesFile: () => string | undefined;
  run(): Promise<void>;
}

/**
 * Prepares the synthesis of the app into a separate folder.
 *
 * The output is for this machine only, so it must not replace the output that gets deployed.
 */
export function synthesizeForLocal(
  { project, synthesize }: Pick<CommandContext, "project" | "synthesize">,
  folder: string,
  from: string | undefined,
  variables: AppVariables = { IS_LOCAL: "true" },
): LocalSynthesis {
  if (from !== undefined) return { output: resolve(from), bundlesFile: () => undefined, run: async () => {} };
  const bundlesFile = join(folder, "bundles.json");
  const all: AppVariables = { SERVERFORM_BUNDLES_FILE: bundlesFile, SERVERFORM_LOCAL: "true", ...variables };
  const output = join(folder, "out");
  return {
    output,
    bundlesFile: () => (existsSync(bundlesFile) ? bundlesFile : undefined),
    run: async () => {
      // The app does not create parent folders.
      mkdirSync(folder, { recursive: true });
      await synthesize(all, relative(project.root, output));
    },
  };
}

/** The current or last output of a local server. Without one, synthesizes the app. */
export async function servedOutput(
  options: LocalCommandOptions,
  folder: string,
  command: string,
): Promise<string> {
  const output = join(folder, "out");
  if (!existsSync(output)) {
    await runInLocalContext({ ...options, json: true }, { command }, (context) =>
      synthesizeForLocal(context, folder, undefined).run(),
    );
  }
  return output;
}

/** The app that a local server serves, or the one in the folder of `--from`, and the folder with its keys. */
export async function servedModel(
  options: LocalCommandOptions,
  command: string,
): Promise<{ readonly model: Model; readonly folder: string }> {
  const { from } = options;
  const { root } = (from === undefined ? openProject : findProject)(process.cwd(), options);
  const folder = localFolder(root);
  const output = from === undefined ? await servedOutput(options, folder, command) : resolve(from);
  return { model: readModel(output), folder };
}
