import { join } from "node:path";
import { folderUpwards } from "./project";

/**
 * The command of an app with the binary itself in place of `npx <binary>`, if a package of the project has it.
 *
 * npx would run the same file, and takes about as long to find it as a small app takes to be synthesized.
 */
export function withLocalBinary(command: string, folder: string): string {
  const [found, name = ""] = /^npx ([A-Za-z][\w.-]*)(?= |$)/.exec(command) ?? [];
  if (found === undefined) return command;
  const binary = join("node_modules/.bin", name);
  const owner = folderUpwards(folder, binary);
  return owner === undefined ? command : `"${join(owner, binary)}"${command.slice(found.length)}`;
}
