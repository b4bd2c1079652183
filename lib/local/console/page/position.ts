/**
 * The address that opens the editor at the place that a line of a stack names: of a file of the project alone. A line may be what a client
 * has sent.
 *
 * @param folder - the project; undefined where its files are not on this machine
 */
export function editorLink(line: string, folder: string | undefined): string | undefined {
  if (folder === undefined || line.length > longest) return undefined;
  const [, file = "", row, column = "1"] =
    /(?:^|[(\s])((?:\/|[A-Z]:\\)[^()]+?):(\d{1,7})(?::(\d{1,7}))?\)?$/.exec(line.trim()) ?? [];
  const separator = folder.includes("\\") ? "\\" : "/";
  if (row === undefined || !file.startsWith(folder + separator)) return undefined;
  const parts = file.split(/[\\/]/);
  // A path that leads out again, and names that only a stack of another program would have.
  if (parts.some((each) => each === ".." || each === ".") || /\p{C}/u.test(file)) return undefined;
  return `vscode://file${file.startsWith("/") ? "" : "/"}${parts.map((part) => encodeURIComponent(part).replace(/^([A-Z])%3A$/, "$1:")).join("/")}:${row}:${column}`;
}

/** The address that opens the editor at the file of a handler: `functions/orders.ts get`. */
export function sourceLink(source: string | undefined, folder: string | undefined): string | undefined {
  const file = source?.replace(/ [^ ]*$/, "");
  return file === undefined || folder === undefined ? undefined : editorLink(`${folder}/${file}:1`, folder);
}

const longest = 2000;
