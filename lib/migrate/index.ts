import { createRequire } from "node:module";
import { resolve } from "node:path";
import { type MigrateOptions, Terminal } from "../cli";
import { migrate } from "./migrate";

/** The entry of the package `serverform-migrate`, for its own program and `serverform migrate`. */
export async function runMigration(tool: string, folder: string, options: MigrateOptions): Promise<void> {
  const terminal = new Terminal(options);
  const output = await migrate(terminal, tool, folder, { library: libraryOf(folder), ...options });
  if (options.json === true) terminal.data(JSON.stringify(output));
}

/** The package that the folder already uses. */
function libraryOf(folder: string): string {
  const cdktn = "serverform-cdktn";
  try {
    createRequire(resolve(folder, "package.json")).resolve(cdktn);
    return cdktn;
  } catch {
    return "serverform";
  }
}
