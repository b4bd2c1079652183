import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Construct } from "constructs";
import { Stack } from "../../app";
import { isUnresolved } from "../../core/tokens/unresolved";
import { placeholderOf } from "../files/replacements";

/** Files of a server that hold texts in place of values, as the bridge reads it. Paths are below the folder of the server. */
export interface ServerReplacements {
  readonly program: string;
  readonly files: readonly string[];
  readonly keys: readonly string[];
}

/** A folder with files of the server. */
export interface ServerFiles {
  readonly folder: string;
  /** The folder to which the paths of the files are relative. */
  readonly base: string;
}

/**
 * Finds the files of a server into which the build has written texts in place of references, as bundlers do that put
 * variables into the code.
 *
 * @param program - the folder of the server's code, whose copy gets the values
 */
export function findReplaced(
  environment: Readonly<Record<string, string>>,
  program: string,
  { folder, base }: ServerFiles,
): ServerReplacements | undefined {
  const keys = referenceKeys(environment);
  if (keys.length === 0) return undefined;
  const files = filesWith(keys, folder).map((file) => relative(base, file).split(sep).join("/"));
  return files.length === 0 ? undefined : { program, files: files.sort(), keys };
}

/** Notes that files keep the texts, because no code of this library runs before they are sent. */
export function tellOfKept(
  site: Construct,
  environment: Readonly<Record<string, string>>,
  folder: string,
  what: string,
): void {
  const files = filesWith(referenceKeys(environment), folder).map((file) => relative(folder, file));
  if (files.length === 0) return;
  const shown = `${files.slice(0, 3).join(", ")}${files.length > 3 ? ` and ${files.length - 3} more` : ""}`;
  const text = `${what} (${shown}) with texts in place of references of environment, which stay there. Render those pages for each request, and read the variables in the server`;
  Stack.of(site).app.addNotice(`serverform: ${site.node.path}: the build has made ${text}`, site);
}

const referenceKeys = (environment: Readonly<Record<string, string>>): string[] =>
  Object.entries(environment).flatMap(([key, value]) => (isUnresolved(value) ? [key] : []));

/** No source has such a size; reading it would take long. */
const largest = 20 * 1024 * 1024;

function filesWith(keys: readonly string[], folder: string): readonly string[] {
  if (keys.length === 0) return [];
  const searched = keys.map((key) => Buffer.from(placeholderOf(key)));
  const found: string[] = [];
  const search = (inside: string): void => {
    for (const name of readdirSync(inside)) {
      const path = join(inside, name);
      const stat = statSync(path, { throwIfNoEntry: false });
      // Installed packages were built before.
      if (stat === undefined || name === "node_modules") continue;
      if (stat.isDirectory()) search(path);
      else if (stat.size <= largest && !name.endsWith(".map")) {
        const content = readFileSync(path);
        if (searched.some((each) => content.includes(each))) found.push(path);
      }
    }
  };
  search(folder);
  return found;
}
