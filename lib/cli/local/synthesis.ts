import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Prepared } from "../project/command-context";
import type { AppVariables } from "../project/synthesis";

/** What a local server serves, and how it is written. */
export interface LocalSynthesis {
  /** The folder that is served. */
  readonly output: string;
  /** The list of what is bundled on demand; undefined where the code is in the output, as of a plain CDKTF app. */
  readonly bundlesFile: () => string | undefined;
  run(): Promise<void>;
}

/**
 * Into a folder of its own: what a deployment would take must not be what only this machine can run.
 */
export function synthesizeForLocal(
  { project, synthesize }: Prepared,
  folder: string,
  from: string | undefined,
): LocalSynthesis {
  if (from !== undefined) return { output: resolve(from), bundlesFile: () => undefined, run: async () => {} };
  const bundlesFile = join(folder, "bundles.json");
  const variables: AppVariables = { SERVERFORM_BUNDLES_FILE: bundlesFile };
  const output = join(".serverform", "local", "out");
  return {
    output: resolve(project.root, output),
    bundlesFile: () => (existsSync(bundlesFile) ? bundlesFile : undefined),
    run: async () => {
      process.env.IS_LOCAL = "true";
      // The app makes the last folder only.
      mkdirSync(folder, { recursive: true });
      await synthesize(variables, output);
    },
  };
}
