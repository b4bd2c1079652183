import { dirname, join, posix, relative, resolve, sep } from "node:path";
import {
  fieldsOf,
  type LockFields,
  lineOf,
  listOf,
  platformOf,
  rangesOf,
  readLockJson,
  textOf,
  textsOf,
} from "./lock-text";
import { type Lock, type LockedDependency, type LockedPackage, LockProblem } from "./locked-package";

const update = "bun install";

/**
 * Reads `bun.lock`. An id is a key of `packages`: the names of the packages on the path, separated by `/`.
 */
export function readBunLock(file: string): Lock {
  const content = readLockJson(file, update);
  const packages = fieldsOf(content.packages);
  const workspaces = fieldsOf(content.workspaces);
  if (workspaces[""] === undefined) {
    throw new LockProblem(
      file,
      "has no workspaces: it was not written by Bun.",
      `Write it again: ${update}.`,
    );
  }
  const root = dirname(file);
  const patches = textsOf(content.patchedDependencies);

  /** The key of the package that code of a package imports. */
  const resolveFrom = (from: string, name: string): string | undefined => {
    for (const at of above(from)) {
      const key = posix.join(at, name);
      if (packages[key] !== undefined) return key;
    }
    return undefined;
  };

  /** The packages of a workspace have its name as a prefix. */
  const prefixOf = (path: string): string =>
    path === "" ? "" : (textOf(fieldsOf(workspaces[path]).name) ?? "");

  return {
    file,
    update,
    folder: (path) => {
      const at = relative(root, path).split(sep).join("/");
      if (workspaces[at] === undefined) return undefined;
      const ranges = rangesOf(fieldsOf(workspaces[at]));
      return {
        recorded: (name) => ranges[name],
        find: (name) => resolveFrom(prefixOf(at), name),
      };
    },
    read: (id) => {
      const parts = Array.isArray(packages[id]) ? packages[id] : [];
      const [, name = "", reference = ""] = /^(@?[^@]+)@(.*)$/s.exec(textOf(parts[0]) ?? "") ?? [];
      const local = /^(?:workspace|file|link):(.*)$/.exec(reference)?.[1];
      const isArchive = /\.(tgz|tar\.gz|tar)$/.test(local ?? "");
      const facts = fieldsOf(parts.find((each) => typeof each === "object"));
      const info = reference.startsWith("workspace:") ? fieldsOf(workspaces[local ?? ""]) : facts;
      const patch = patches[`${name}@${reference}`];
      return {
        id,
        name,
        version: local === undefined && /^\d/.test(reference) ? reference : textOf(info.version),
        resolved: local === undefined ? sourceOf(file, id, reference, parts) : `file:${resolve(root, local)}`,
        integrity: local === undefined || isArchive ? parts.map(textOf).find(isIntegrity) : undefined,
        platform: platformOf(info),
        patches: patch === undefined ? [] : [join(root, patch)],
        dependencies: dependenciesOf(file, id, info, (each) => resolveFrom(id, each)),
      };
    },
  };
}

const isIntegrity = (text: string | undefined): boolean => /^sha\d+-/.test(text ?? "");

function dependenciesOf(
  file: string,
  id: string,
  info: LockFields,
  find: (name: string) => string | undefined,
): LockedPackage["dependencies"] {
  const optionalPeers = new Set(listOf(info.optionalPeers));
  const peers = Object.keys(textsOf(info.peerDependencies)).filter((name) => !optionalPeers.has(name));
  const groups = [
    ["peer", peers],
    ["required", Object.keys(textsOf(info.dependencies))],
    ["optional", Object.keys(textsOf(info.optionalDependencies))],
  ] as const;
  return new Map(
    groups.flatMap(([kind, names]) =>
      names.flatMap((name): (readonly [string, LockedDependency])[] => {
        const found = find(name);
        if (found !== undefined) return [[name, { id: found, kind }]];
        if (kind !== "required") return [];
        throw new LockProblem(
          file,
          `has no package ${name}, which ${id} requires.`,
          `Write it again: ${update}.`,
          lineOf(file, JSON.stringify(id)),
        );
      }),
    ),
  );
}

/** The URL of a package that is not in a folder; undefined for one of the registry. */
function sourceOf(
  file: string,
  id: string,
  reference: string,
  parts: readonly unknown[],
): string | undefined {
  // The second part is the registry, or the URL of the tarball; empty for the usual registry.
  if (/^\d/.test(reference)) {
    const url = textOf(parts[1]);
    return url?.endsWith(".tgz") ? url : undefined;
  }
  if (/^https?:/.test(reference)) return reference;
  const github = /^github:([^#]+)#(.+)$/.exec(reference);
  if (github !== null) return `git+https://github.com/${github[1]}.git#${github[2]}`;
  const git = /^(?:git\+)?([a-z]+:.*#[0-9a-f]+)$/.exec(reference)?.[1];
  if (git !== undefined) return `git+${git}`;
  throw new LockProblem(
    file,
    `has ${id}, which only Bun can install (${reference}).`,
    "Depend on the package of a registry, or on a tarball.",
    lineOf(file, JSON.stringify(id)),
  );
}

/** A key, and the keys of the packages above it. Names with a scope contain a slash. */
function* above(key: string): Generator<string> {
  const names = key.match(/@[^/]+\/[^/]+|[^/]+/g) ?? [];
  for (let count = names.length; count >= 0; count -= 1) yield names.slice(0, count).join("/");
}
