import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The command of an app with the binary itself in place of `npx <binary>`, if a package of the project has it.
 *
 * npx would run the same file, and takes about as long to find it as a small app takes to be synthesized.
 */
export function withLocalBinary(command: string, folder: string): string {
  const [found, name = ""] = /^npx ([A-Za-z][\w.-]*)(?= |$)/.exec(command) ?? [];
  if (found === undefined) return command;
  const binary = foldersAbove(folder)
    .map((each) => join(each, "node_modules/.bin", name))
    .find((file) => existsSync(file));
  return binary === undefined ? command : `"${binary}"${command.slice(found.length)}`;
}

function foldersAbove(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersAbove(above)];
}
