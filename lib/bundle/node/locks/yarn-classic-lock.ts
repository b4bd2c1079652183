import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { findUpwards } from "../../files/list-files";
import { type LockFields, onlyOne, readLockJson, textOf, textsOf, unreadable } from "./lock-text";
import { type Lock, type LockedDependency, type LockedPackage, LockProblem } from "./locked-package";

const update = "yarn install";

/**
 * Reads `yarn.lock` of Yarn 1. An id is the first pattern of an entry, or `folder:` with an absolute path.
 *
 * The file has neither the folders of workspaces nor their ranges, so their `package.json` is read.
 */
export function readClassicLock(file: string): Lock {
  const entries = parseClassicLock(file, readFileSync(file, "utf8"));
  const root = dirname(file);
  const firstPatterns = new Map([...entries].reverse().map(([pattern, entry]) => [entry, pattern] as const));
  /** The id of an entry: the first of its patterns. */
  const idOf = (entry: LockFields): string | undefined => firstPatterns.get(entry);

  const find = (from: string, name: string, range: string): string | undefined => {
    const entry = entries.get(`${name}@${range}`);
    if (entry !== undefined) return idOf(entry);
    const local = /^(?:link|file):(.*)$/.exec(range)?.[1];
    return local === undefined ? workspaceOf(from, name) : `folder:${resolve(from, local)}`;
  };

  const readFolder = (id: string): LockedPackage => {
    const path = id.slice("folder:".length);
    const manifest = manifestOf(path);
    return {
      id,
      name: textOf(manifest.name) ?? "",
      version: textOf(manifest.version),
      resolved: `file:${path}`,
      integrity: undefined,
      platform: undefined,
      patches: [],
      dependencies: dependenciesOf(manifest, (name, range) => find(path, name, range), file),
    };
  };

  return {
    file,
    update,
    folder: (path) => {
      const ranges = rangesOf(manifestOf(path));
      const isOfLock =
        path === root ||
        Object.entries(ranges).every(([name, range]) => find(path, name, range) !== undefined);
      if (!isOfLock) return undefined;
      return {
        recorded: (_, range) => range,
        find: (name, range) =>
          range === undefined ? onlyEntry(file, entries, name) : find(path, name, range),
      };
    },
    read: (id) => {
      if (id.startsWith("folder:")) return readFolder(id);
      const entry = entries.get(id) ?? {};
      const { resolved, integrity } = sourceOf(textOf(entry.resolved), root);
      const [name, range] = splitPattern(id);
      const folder =
        resolved === undefined && range.startsWith("file:") ? resolve(root, range.slice(5)) : undefined;
      return {
        id,
        name: /^npm:(@?[^@]+)/.exec(range)?.[1] ?? name,
        version: textOf(entry.version),
        resolved: folder === undefined ? resolved : `file:${folder}`,
        integrity: textOf(entry.integrity) ?? integrity,
        platform: undefined,
        patches: [],
        dependencies: dependenciesOf(entry, (each, wanted) => find(root, each, wanted), file),
      };
    },
  };
}

function dependenciesOf(
  from: LockFields,
  find: (name: string, range: string) => string | undefined,
  file: string,
): ReadonlyMap<string, LockedDependency> {
  const optional = textsOf(from.optionalDependencies);
  const all = { ...textsOf(from.dependencies), ...optional };
  return new Map(
    Object.entries(all).flatMap(([name, range]) => {
      const id = find(name, range);
      const kind = Object.hasOwn(optional, name) ? "optional" : "required";
      if (id !== undefined) return [[name, { id, kind }] as const];
      if (kind === "optional") return [];
      throw new LockProblem(file, `has no entry for ${name}@${range}.`, `Write it again: ${update}.`);
    }),
  );
}

/** Yarn links the folder of a workspace into `node_modules`. */
function workspaceOf(from: string, name: string): string | undefined {
  const link = findUpwards(from, join("node_modules", name));
  const folder = link && realpathSync(link);
  return folder === undefined || folder.includes("/node_modules/") ? undefined : `folder:${folder}`;
}

/** The first pattern of a package that is not in any `package.json`. */
function onlyEntry(file: string, entries: ReadonlyMap<string, LockFields>, name: string): string | undefined {
  const found = [...entries].filter(([pattern]) => splitPattern(pattern)[0] === name);
  onlyOne(file, name, [...new Set(found.map(([, { version }]) => String(version)))], "yarn add");
  return found[0]?.[0];
}

/** The URL and the hash of a `resolved`: `https://host/pkg-1.0.0.tgz#<SHA-1>`. */
function sourceOf(
  resolved: string | undefined,
  root: string,
): { readonly resolved?: string; readonly integrity?: string } {
  if (resolved === undefined) return {};
  const [, url = "", hash] = /^([^#]*)(?:#(.*))?$/.exec(resolved) ?? [];
  if (url.startsWith("file:")) return { resolved: `file:${resolve(root, url.slice("file:".length))}` };
  const isGit = /^(git|ssh)[+:]/.test(url) || url.endsWith(".git");
  if (isGit) return { resolved: `${url.startsWith("git") ? "" : "git+"}${resolved}` };
  const integrity = /^[0-9a-f]{40}$/.test(hash ?? "")
    ? `sha1-${Buffer.from(hash ?? "", "hex").toString("base64")}`
    : undefined;
  // npm replaces the host of its own registry with the configured one; both hosts serve the same packages.
  const own = url.replace(/^https:\/\/registry\.yarnpkg\.com\//, "https://registry.npmjs.org/");
  return integrity === undefined ? { resolved: own } : { resolved: own, integrity };
}

const rangesOf = (manifest: LockFields): Readonly<Record<string, string>> => ({
  ...textsOf(manifest.dependencies),
  ...textsOf(manifest.optionalDependencies),
});

function manifestOf(folder: string): LockFields {
  const file = join(folder, "package.json");
  return existsSync(file) ? readLockJson(file, update) : {};
}

function splitPattern(pattern: string): readonly [name: string, range: string] {
  const at = pattern.indexOf("@", 1);
  return at < 0 ? [pattern, ""] : [pattern.slice(0, at), pattern.slice(at + 1)];
}

/**
 * The entries of a lock file of Yarn 1, by each of their patterns.
 *
 * The format is not YAML: `"a@^1.0.0", a@^1.1.0:` begins an entry, and its fields are indented.
 */
function parseClassicLock(file: string, text: string): ReadonlyMap<string, LockFields> {
  const entries = new Map<string, LockFields>();
  let entry: Record<string, unknown> = {};
  let group: Record<string, unknown> = entry;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#.*)?$/.test(line)) continue;
    const [, indent = "", rest = ""] = /^( *)(.*)$/.exec(line) ?? [];
    const words = wordsIn(rest.replace(/:$/, ""));
    const isBlock = rest.endsWith(":");
    const [key = "", value] = words ?? [];
    if (indent === "" && isBlock && words !== undefined) {
      entry = {};
      for (const pattern of words) entries.set(pattern, entry);
    } else if (indent.length === 2 && isBlock && words?.length === 1) {
      group = {};
      entry[key] = group;
    } else if (indent.length === 2 && words?.length === 2) entry[key] = value;
    else if (indent.length === 4 && words?.length === 2) group[key] = value;
    else
      throw unreadable(
        file,
        `${JSON.stringify(line.trim())} is not a line of a lock file`,
        update,
        index + 1,
      );
  }
  return entries;
}

/** The words of a line, which may be quoted; undefined for other lines. Commas separate the patterns of an entry. */
function wordsIn(line: string): readonly string[] | undefined {
  const words = line.match(/"(?:[^"\\]|\\.)*"|[^\s,"]+/g) ?? [];
  const isComplete = line.replace(/"(?:[^"\\]|\\.)*"|[^\s,"]+/g, "").replace(/[\s,]/g, "") === "";
  if (!isComplete || /^[<>=|]{3}/.test(line)) return undefined;
  return words.map((word) => (word.startsWith('"') ? word.slice(1, -1).replace(/\\(.)/g, "$1") : word));
}

/** Whether a `yarn.lock` has the format of Yarn 2 and later. */
export const isBerry = (text: string): boolean => /^__metadata:/m.test(text);
