import { replacementOf } from "../../errors/foreign-packages";

const stackLine = /^\s+at .+/;

/**
 * Shortens the output of a failed app command.
 *
 * Of a library error only the message remains. Of any other error's call stack only the first line in the project
 * remains.
 */
export function condenseAppOutput(output: string, root: string): { text: string; fromLibrary: boolean } {
  const library = findLibraryError(output);
  if (library !== undefined) return { text: library, fromLibrary: true };
  const kept: string[] = [];
  let hasPlace = false;
  for (const line of output.split(/\r?\n/)) {
    if (/^Node\.js v\d/.test(line)) continue;
    if (!stackLine.test(line)) {
      kept.push(line);
      // A new error: keep one line of its call stack, too.
      if (/^\S*Error\b/.test(line)) hasPlace = false;
      continue;
    }
    if (hasPlace || /node_modules|node:|<anonymous>\)?$/.test(line)) continue;
    hasPlace = true;
    kept.push(line.replace(`${root}/`, "").replace(`file://${root}/`, ""));
  }
  kept.push(...packageHints(output), ...diskHints(output));
  return {
    text: kept
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim(),
    fromLibrary: false,
  };
}

/** A full disk, with the file that could not be written where Node.js names one. */
function diskHints(output: string): readonly string[] {
  const [found, file] = /ENOSPC: no space left on device, \w+(?: '([^'\n]+)')?/.exec(output) ?? [];
  if (found === undefined) return [];
  return [
    "",
    `The disk is full${file === undefined ? "" : ` (${file})`}. Free some space on it, and repeat the command.`,
  ];
}

/** Replacements of modules of SST, which Node.js, tsx and the compiler do not find. */
function packageHints(output: string): readonly string[] {
  const missing = output.matchAll(/Cannot find (?:module|package) ["']([^"'\n]+)["']/g);
  return [...new Set([...missing].map(([, module = ""]) => module))].flatMap((module) => {
    const replacement = replacementOf(module);
    return replacement === undefined ? [] : ["", `In place of ${JSON.stringify(module)} ${replacement}.`];
  });
}

/**
 * The message of a library error in the text that Node.js prints for an uncaught error.
 *
 * Node.js may add a reference mark (`<ref *1>`), brackets (if the error has no call stack) and properties.
 */
function findLibraryError(output: string): string | undefined {
  const lines = output.split(/\r?\n/);
  const start = lines.findIndex((line) => /^(?:<ref \*\d+> )?(?:Uncaught )?\[?ServerformError: /.test(line));
  if (start === -1) return undefined;
  const message: string[] = [];
  for (const line of lines.slice(start)) {
    if (stackLine.test(line)) break;
    const [, code, rest] = /^(\s+\[[a-z0-9-]+\])(\]?(?: \{)?)$/.exec(line) ?? [];
    message.push(code ?? line);
    if (rest) break;
  }
  return message
    .join("\n")
    .replace(/^.*?ServerformError: /, "")
    .trim();
}
