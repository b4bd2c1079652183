import { statSync } from "node:fs";
import { resolve, sep } from "node:path";

const library = resolve(__dirname, "../../../..");

/** Size and time of files by their path, and the version of Node. */
export type CodeFacts = Readonly<Record<string, string>>;

/**
 * The loaded files of the code that writes content: this library, CDKTF and its providers. Undefined if the runtime does not list
 * its loaded files.
 *
 * The files of the app are not in it: the constructs that they declare are what counts.
 */
export function loadedCode(): CodeFacts | undefined {
  const { cache } = require as { readonly cache?: NodeJS.Dict<NodeModule> | undefined };
  if (cache === undefined || !(__filename in cache)) return undefined;
  const facts: Record<string, string> = { node: process.version };
  for (const file of Object.keys(cache)) {
    const known = factsOf(file);
    if (known !== undefined) facts[file] = known;
  }
  return facts;
}

/** Bundling makes no content, and loads other files each time. */
function writesContent(file: string): boolean {
  if (file === __filename) return true;
  const path = file.replaceAll(sep, "/");
  return file.startsWith(library + sep)
    ? !file.startsWith(`${library}${sep}bundle${sep}`)
    : /\/node_modules\/(@cdktf\/[^/]+|cdktf|constructs)\//.test(path);
}

/**
 * The facts of files when a synthesis first asked for them: what is loaded stays unchanged, also if the file changes later.
 * Undefined for other files.
 */
const knownFacts = new Map<string, string | undefined>();

function factsOf(file: string): string | undefined {
  if (!knownFacts.has(file)) knownFacts.set(file, writesContent(file) ? readFacts(file) : undefined);
  return knownFacts.get(file);
}

function readFacts(file: string): string {
  const { size, mtimeMs } = statSync(file);
  return `${size} ${mtimeMs}`;
}

/** Whether all that is loaded was known before, and is the same. Not every synthesis loads all parts of the library. */
export function isSameCode(before: CodeFacts, now: CodeFacts): boolean {
  return Object.entries(now).every(([file, facts]) => before[file] === facts);
}
