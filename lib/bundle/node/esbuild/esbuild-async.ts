import type { BuildOptions, BuildResult, Plugin } from "esbuild";
import { writeOutputFiles } from "../output-files";
import type { EsbuildOutcome, EsbuildRequest } from "./esbuild";
import { pluginsFor } from "./plugins";

export type AsyncBuild = (options: BuildOptions) => Promise<BuildResult>;

/** Runs one call of esbuild. */
export async function buildOutcome(
  build: AsyncBuild,
  { options, outputFolders, ...asked }: EsbuildRequest,
): Promise<EsbuildOutcome> {
  let loaded: Plugin[] = [];
  try {
    loaded = await pluginsFor(asked);
  } catch (error) {
    const pluginsProblem = error instanceof Error ? error.message : String(error);
    return { errors: [], warnings: [], pluginsProblem };
  }
  try {
    const { warnings, metafile, outputFiles } = await build({ ...options, plugins: loaded });
    if (outputFolders !== undefined) writeOutputFiles(outputFiles, outputFolders);
    return { errors: [], warnings, metafile };
  } catch (error) {
    const { errors, warnings } = error as Partial<EsbuildOutcome>;
    if (errors === undefined) throw error;
    return { errors, warnings: warnings ?? [] };
  }
}
