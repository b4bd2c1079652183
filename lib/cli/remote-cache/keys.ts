import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { contentsOf, foldersUpwards, version as formatVersion, listFiles } from "../../bundle";
import { libraryVersion } from "../command-line";

export interface ProjectFolders {
  readonly root: string;
  /** The output folder, relative to `root`. */
  readonly output: string;
}

/** The keys under which a remote cache has the name of a pack of bundles. */
export interface CacheKeys {
  /** The state of exactly these sources. Undefined if there are too many to read. */
  readonly state: string | undefined;
  /** The state of the app: the pack of the last upload, from any sources. */
  readonly latest: string;
}

/** Files above an app that esbuild reads, or that decide how imports are resolved. */
const readAbove = ["package.json", "tsconfig.json", "jsconfig.json", "node_modules", ".pnp.cjs"];

/**
 * Keys that are the same in every checkout: they contain no absolute paths or times.
 *
 * The keys only select a pack. The facts of an entry decide whether its bundle can be used. Those facts include the folders above
 * the app on the machine that has written them; a checkout may be in a deeper folder, so the keys also cover the files above the
 * app.
 */
export function cacheKeys({ root, output }: ProjectFolders): CacheKeys {
  const common = [
    "serverform bundles",
    formatVersion,
    libraryVersion(),
    process.platform,
    process.arch,
    textOf(join(root, "cdktf.json")),
    textOf(join(root, "package.json")),
    filesAbove(root),
  ];
  const sources = sourcesOf(root, resolve(root, output));
  return {
    state: sources && digestOf(["state", common, sources]),
    latest: digestOf(["latest", common]),
  };
}

const digestOf = (facts: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(facts)).digest("hex");

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, "utf8") : "");

function filesAbove(root: string): readonly string[] {
  const above = [...foldersUpwards(dirname(root))];
  return above
    .flatMap((folder) => readAbove.map((name) => join(folder, name)))
    .filter((path) => existsSync(path))
    .map((path) => relative(root, path).replaceAll(sep, "/"));
}

/** Reading more files than this would take longer than the bundles. */
const filesLimit = 20_000;

class TooManyFiles extends Error {}

/** The contents of a project's files, without installed packages, outputs, states and hidden files. */
function sourcesOf(root: string, output: string): readonly string[] | undefined {
  let count = 0;
  try {
    const files = listFiles(root, (name, path, isFolder) => {
      if (name.startsWith(".") || name === "node_modules" || path === output) return true;
      if (isFolder) return false;
      if (++count > filesLimit) throw new TooManyFiles();
      return /\.tfstate(\.|$)/.test(name);
    });
    return contentsOf(
      root,
      files.map(({ path }) => join(root, path)),
    );
  } catch (error) {
    // A file was removed or may not be read.
    if (error instanceof TooManyFiles || (error as NodeJS.ErrnoException).syscall !== undefined)
      return undefined;
    throw error;
  }
}
