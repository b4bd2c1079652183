import { appHints } from "./app-hints";

const stackLine = /^\s+at .+/;

/**
 * Shortens the output of a failed app command.
 *
 * Only the message of a library error remains. Of any other error's call stack only the first line in the project remains.
 */
export function condenseAppOutput(output: string, root: string): { text: string; fromLibrary: boolean } {
  const library = findLibraryError(output);
  if (library !== undefined) return { text: library, fromLibrary: true };
  const kept: string[] = [];
  let hasPlace = false;
  for (const line of withoutInternals(output.split(/\r?\n/))) {
    if (!stackLine.test(line)) {
      kept.push(line);
      // A new error: keep one line of its call stack, too.
      if (/^\S*Error\b/.test(line)) hasPlace = false;
      continue;
    }
    if (hasPlace || /node_modules|node:|<anonymous>\)?$/.test(line)) continue;
    hasPlace = true;
    kept.push(line.replace(/ \{$/, "").replace(`${root}/`, "").replace(`file://${root}/`, ""));
  }
  kept.push(...appHints(output, root));
  return {
    text: kept
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim(),
    fromLibrary: false,
  };
}

/**
 * Without the lines that are about Node.js and npm themselves: the source that threw, the properties of an error after its call stack, and
 * notices.
 */
function withoutInternals(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let skipsUntil: RegExp | undefined;
  for (const line of lines) {
    if (skipsUntil !== undefined) {
      if (!skipsUntil.test(line)) continue;
      const isEnd = line === "}";
      skipsUntil = undefined;
      if (isEnd) continue;
    }
    if (/^node:internal\/.+:\d+$/.test(line)) skipsUntil = /^\S*Error\b|^\}$/;
    else if (!/^Node\.js v\d|^npm notice/.test(line)) kept.push(line);
    if (/^ {4}at .+ \{$/.test(line)) skipsUntil = /^\}$/;
  }
  return kept;
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
