import { readFileSync } from "node:fs";
import { dirname, isAbsolute, resolve } from "node:path";

/** The folders of this machine that a go.mod or go.work names in place of modules. */
export function replacementsOf(file: string): readonly string[] {
  return linesOf(file, "replace").flatMap((line) => {
    const [, target = ""] = /=>\s*("[^"]*"|`[^`]*`|\S+)/.exec(line) ?? [];
    const path = unquoted(target);
    // Others are modules.
    return /^\.\.?($|[\\/])/.test(path) || isAbsolute(path) ? [resolve(dirname(file), path)] : [];
  });
}

/** The paths of a directive, such as `use`. */
export const pathsOf = (file: string, directive: string): readonly string[] =>
  linesOf(file, directive).map((line) => unquoted(line.trim()));

/** The arguments of a directive, in one line or in parentheses. */
function linesOf(file: string, directive: string): readonly string[] {
  const found: string[] = [];
  let block: string | undefined;
  for (const each of readFileSync(file, "utf8").split(/\r?\n/)) {
    const line = each.replace(/(^|\s)\/\/.*$/, "").trim();
    const [, word = "", rest = ""] = /^(\w+)\s*(.*)$/.exec(line) ?? [];
    if (block !== undefined) {
      if (line === ")") block = undefined;
      else if (block === directive && line !== "") found.push(line);
    } else if (rest === "(") block = word;
    else if (word === directive) found.push(rest);
  }
  return found;
}

const unquoted = (text: string): string => text.replace(/^(["`])(.*)\1$/, "$2");
