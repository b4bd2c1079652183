const stackLine = /^\s+at .+/;

/**
 * What a failed app command has to say, as short as it can be: a library error is its own message, of any other error
 * the call stack shrinks to the line of the project where it happened.
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
      // Each error shows its own place.
      if (/^\S*Error\b/.test(line)) hasPlace = false;
      continue;
    }
    if (hasPlace || /node_modules|node:|<anonymous>$/.test(line)) continue;
    hasPlace = true;
    kept.push(line.replace(`${root}/`, "").replace(`file://${root}/`, ""));
  }
  return {
    text: kept
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim(),
    fromLibrary: false,
  };
}

/**
 * The message of one of the library's errors in what Node.js prints of an uncaught error.
 *
 * Around it there may be a mark (`<ref *1>`), brackets (an error without a call stack) and properties.
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
