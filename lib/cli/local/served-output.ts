import { existsSync } from "node:fs";
import { join } from "node:path";
import { runInLocalContext } from "./context";
import type { LocalCommandOptions } from "./options";
import { synthesizeForLocal } from "./synthesis";

/** The output that a local server serves or served last. If there is none, the app is synthesized. */
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
