import { askRunningServer, localFolder, serverFolders } from "../../local";
import { fail } from "../errors";
import { findProject } from "../project/project";
import type { LocalCommandOptions } from "./options";

/** The output of `local env --json` and `local credentials --json`: variables of the environment by name. */
export type VariablesOutput = Readonly<Record<string, string>>;

/** The variables with which other programs use the running server, as lines that a shell reads. */
export async function describeVariables(options: LocalCommandOptions): Promise<string> {
  const { root } = findProject(process.cwd(), options);
  for (const folder of serverFolders(localFolder(root))) {
    const running = await askRunningServer(folder, {}, "/variables");
    if (running === undefined) continue;
    const variables = running.answer as VariablesOutput;
    if (options.json === true) return JSON.stringify(variables);
    return Object.entries(variables)
      .map(([name, value]) => `export ${name}=${value}`)
      .join("\n");
  }
  return fail("serverform local env", "local-server-missing", "env", {});
}
