import { readFileSync } from "node:fs";
import * as nodeModule from "node:module";
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
  if (owner === undefined) return command;
  // A shell reads other characters, also between quotation marks. Then the command stays as it is: npx finds the binary itself.
  if (!plainPath.test(owner) || !plainPath.test(process.execPath)) return command;
  const rest = command.slice(found.length);
  const isTsx = name === "tsx" && /^ [^\s-]\S*\.[cm]?[jt]sx?(?= |$)/.test(rest) && canImportTsx(owner);
  return isTsx ? `"${process.execPath}" --import tsx${rest}` : `"${join(owner, binary)}"${rest}`;
}

/** A path that every shell takes as it is between quotation marks. */
const plainPath =
  process.platform === "win32" ? /^[\p{L}\p{N} _@+=:,.~()\\/-]+$/u : /^[\p{L}\p{N} _@+=:,.~()/-]+$/u;

/**
 * Whether Node can load tsx itself. The command `tsx` starts Node with tsx in a second process, and its own process is a quarter
 * of the time of a small app.
 *
 * Source: https://tsx.is/dev-api/node-cli. Node has `register`, which it needs, from 20.6 on.
 */
function canImportTsx(owner: string): boolean {
  if (!("register" in nodeModule)) return false;
  try {
    const text = readFileSync(join(owner, "node_modules/tsx/package.json"), "utf8");
    const { version } = JSON.parse(text) as { version?: unknown };
    return Number.parseInt(String(version), 10) >= 4;
  } catch {
    // The binary is not of this package, or it is installed in another way.
    return false;
  }
}
