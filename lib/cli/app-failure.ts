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

/** The message of one of the library's errors in what Node.js prints of an uncaught error. */
function findLibraryError(output: string): string | undefined {
  const lines = output.split(/\r?\n/);
  const start = lines.findIndex((line) => /^(?:Uncaught )?ServerformError: /.test(line));
  if (start === -1) return undefined;
  const rest = lines.slice(start);
  const end = rest.findIndex((line) => stackLine.test(line) || /^\s*\{$/.test(line));
  const message = rest.slice(0, end === -1 ? undefined : end).join("\n");
  // Without a stack the printed properties begin on the last line of the message.
  return message
    .replace(/^.*?ServerformError: /, "")
    .replace(/ \{\s*$/, "")
    .trim();
}
