import { dirname, posix, relative, resolve, sep } from "node:path";
import { fieldsOf, type LockFields, platformOf, rangesOf, readLockJson, textOf, textsOf } from "./lock-text";
import { type Lock, type LockedDependency, type LockedPackage, LockProblem } from "./locked-package";

const update = "npm install";

/** Reads `package-lock.json` and `npm-shrinkwrap.json`, of all versions. An id is the path of a folder in `node_modules`. */
export function readNpmLock(file: string): Lock {
  const content = readLockJson(file, update);
  const packages = packagesIn(content);
  if (packages === undefined) {
    throw new LockProblem(file, "has no packages: it was not written by npm.", `Write it again: ${update}.`);
  }
  const root = dirname(file);
  const hasFolders = content.packages !== undefined;

  /** The path of the package that an import at a path finds. */
  const resolveFrom = (from: string, name: string): string | undefined => {
    for (const at of above(from)) {
      const path = posix.join(at, "node_modules", name);
      const entry = packages.get(path);
      if (entry !== undefined) return isTrue(entry.link) ? (textOf(entry.resolved) ?? path) : path;
    }
    return undefined;
  };

  return {
    file,
    update,
    folder: (path) => {
      const at = relative(root, path).split(sep).join("/");
      const entry = hasFolders ? packages.get(at) : at === "" ? {} : undefined;
      if (entry === undefined) return undefined;
      const recorded = rangesOf(entry);
      return {
        // Version 1 of the format has no ranges of the root.
        recorded: (name, range) => (hasFolders ? recorded[name] : range),
        find: (name) => resolveFrom(at, name),
      };
    },
    read: (id) => {
      const entry = packages.get(id);
      if (entry === undefined) {
        throw new LockProblem(file, `has no entry for the folder ${id}.`, `Write it again: ${update}.`);
      }
      return readPackage(id, entry, root, (name, isNeeded) => {
        const found = resolveFrom(id, name);
        // The tarball of a package contains its bundled dependencies.
        if (found !== undefined) return isTrue(packages.get(found)?.inBundle) ? undefined : found;
        if (!isNeeded) return undefined;
        throw new LockProblem(
          file,
          `has no package ${name}, which ${id} requires.`,
          `Write it again: ${update}.`,
        );
      });
    },
  };
}

function readPackage(
  id: string,
  entry: LockFields,
  root: string,
  find: (name: string, isNeeded: boolean) => string | undefined,
): LockedPackage {
  const dependencies = new Map<string, LockedDependency>();
  const add = (ranges: Iterable<string>, kind: LockedDependency["kind"], isNeeded: boolean): void => {
    for (const name of ranges) {
      const found = find(name, isNeeded);
      if (found !== undefined) dependencies.set(name, { id: found, kind });
    }
  };
  const optionalPeers = fieldsOf(entry.peerDependenciesMeta);
  const peers = Object.keys(textsOf(entry.peerDependencies));
  add(
    peers.filter((name) => !isTrue(fieldsOf(optionalPeers[name]).optional)),
    "peer",
    false,
  );
  add(Object.keys(textsOf(entry.dependencies)), "required", true);
  add(Object.keys(textsOf(entry.optionalDependencies)), "optional", false);
  const isFolder = !id.startsWith("node_modules/") && !id.includes("/node_modules/");
  const resolved = isFolder ? `file:${resolve(root, id)}` : textOf(entry.resolved);
  return {
    id,
    name: textOf(entry.name) ?? id.slice(id.lastIndexOf("node_modules/")).replace("node_modules/", ""),
    version: textOf(entry.version),
    resolved: resolved?.startsWith("file:")
      ? `file:${resolve(root, resolved.slice("file:".length))}`
      : resolved,
    integrity: textOf(entry.integrity),
    platform: platformOf(entry),
    patches: [],
    dependencies,
  };
}

/** A path and the paths above it, without `node_modules` folders. */
function* above(path: string): Generator<string> {
  for (let at = path; at !== "" && at !== "."; at = posix.dirname(at)) {
    if (posix.basename(at) !== "node_modules") yield at;
  }
  yield "";
}

/** The packages by path. Version 1 of the format has a tree instead. */
function packagesIn(content: LockFields): ReadonlyMap<string, LockFields> | undefined {
  if (content.packages !== undefined) {
    return new Map(
      Object.entries(fieldsOf(content.packages)).map(([path, entry]) => [path, fieldsOf(entry)]),
    );
  }
  if (content.lockfileVersion === undefined && content.dependencies === undefined) return undefined;
  const packages = new Map<string, LockFields>();
  addTree(packages, "", content);
  return packages;
}

function addTree(packages: Map<string, LockFields>, at: string, content: LockFields): void {
  for (const [name, value] of Object.entries(fieldsOf(content.dependencies))) {
    const entry = fieldsOf(value);
    const path = posix.join(at, "node_modules", name);
    packages.set(path, inNewForm(entry));
    addTree(packages, path, entry);
  }
}

/** An entry of version 1 with the fields of version 3. Its `requires` does not show which dependencies are optional. */
function inNewForm(entry: LockFields): LockFields {
  const version = textOf(entry.version) ?? "";
  const alias = /^npm:(@?[^@]+)@(.+)$/.exec(version);
  const isSource = /^(git[+:]|https?:|file:|github:|gitlab:|bitbucket:)/.test(version);
  return {
    name: alias?.[1],
    version: isSource ? undefined : (alias?.[2] ?? version),
    resolved: isSource ? version : entry.resolved,
    integrity: entry.integrity,
    optionalDependencies: entry.requires,
    inBundle: entry.bundled,
  };
}

const isTrue = (value: unknown): boolean => value === true;
