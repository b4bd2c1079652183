import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { BuildOptions, BuildResult, Plugin } from "esbuild";
import { writeOutputFiles } from "../output-files";
import type { EsbuildOutcome, EsbuildRequest, WorkerInput } from "./esbuild";
import { pluginsFor } from "./plugins";

// Runs esbuild asynchronously in its own process, because synthesis is synchronous. esbuild.ts starts it.

const stdin = 0;
const answer = 3;
/** Each build keeps its parsed files in memory, so their number is limited. */
const atOnce = 8;

async function main(): Promise<void> {
  const { esbuildPath, requests } = JSON.parse(readFileSync(stdin, "utf8")) as WorkerInput;
  const { build } = createRequire(esbuildPath)(esbuildPath) as { build: AsyncBuild };
  const outcomes: EsbuildOutcome[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < requests.length; index = next++) {
      const request = requests[index];
      if (request !== undefined) outcomes[index] = await buildOutcome(build, request);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  writeFileSync(answer, JSON.stringify(outcomes));
  // Plugins may leave timers or servers open.
  process.exit(0);
}

void main();

type AsyncBuild = (options: BuildOptions) => Promise<BuildResult>;

async function buildOutcome(
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
