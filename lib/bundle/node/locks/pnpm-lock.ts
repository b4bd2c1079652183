import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import {
  fieldsOf,
  type LockFields,
  lineOf,
  onlyOne,
  platformOf,
  readLockJson,
  readLockYaml,
  textOf,
  textsOf,
} from "./lock-text";
import { type Lock, type LockedDependency, type LockedPackage, LockProblem } from "./locked-package";

const update = "pnpm install";

/** The prefix of the ids of folders, before the path from the lock file. */
const link = "link:";

/** Reads `pnpm-lock.yaml` of the versions 5 to 9. An id is a key of `packages`, or of `snapshots` since version 9. */
export function readPnpmLock(file: string): Lock {
  // Since pnpm 11, a first document contains the versions of pnpm itself.
  const content = readLockYaml(file, update).findLast((each) => each.lockfileVersion !== undefined);
  const format = Number.parseFloat(textOf(content?.lockfileVersion) ?? "");
  if (content === undefined || !(format >= 5 && format < 10)) {
    throw new LockProblem(
      file,
      "is not of version 5 to 9 of the format.",
      "Write it again with pnpm 10: npx pnpm@10 install --lockfile-only.",
      lineOf(file, "lockfileVersion"),
    );
  }
  const root = dirname(file);
  const packages = fieldsOf(content.packages);
  const snapshots = format >= 9 ? fieldsOf(content.snapshots) : packages;
  // Before version 9, the lock file of a single package has its dependencies at the top.
  const importers = fieldsOf(content.importers ?? { ".": content });
  const patches = patchesOf(content, root);
  const pathOf = (folder: string): string => relative(root, folder).split(sep).join("/") || ".";

  /** The id of a dependency. `from` is the folder that it is written for. */
  const idOf = (name: string, version: string, from: string): string => {
    if (version.startsWith(link)) return `${link}${pathOf(resolve(root, from, version.slice(link.length)))}`;
    const keys = [version, `${name}@${version}`, `/${name}@${version}`, `/${name}/${version}`];
    const id = keys.find((each) => snapshots[each] !== undefined);
    if (id !== undefined) return id;
    throw new LockProblem(file, `has no entry for ${name}@${version}.`, `Write it again: ${update}.`);
  };

  const dependenciesOf = (
    entry: LockFields,
    from: string,
    peers: LockFields,
  ): LockedPackage["dependencies"] => {
    const groups = [
      ["required", versionsIn(entry.dependencies)],
      ["optional", versionsIn(entry.optionalDependencies)],
    ] as const;
    return new Map(
      groups.flatMap(([group, versions]) =>
        Object.entries(versions).map(([name, version]) => {
          const kind: LockedDependency["kind"] = peers[name] === undefined ? group : "peer";
          return [name, { id: idOf(name, version, from), kind }] as const;
        }),
      ),
    );
  };

  const readFolder = (id: string): LockedPackage => {
    const path = id.slice(link.length);
    return {
      id,
      name: undefined,
      version: undefined,
      resolved: `file:${resolve(root, path)}`,
      integrity: undefined,
      platform: undefined,
      patches: [],
      dependencies: dependenciesOf(fieldsOf(importers[path]), path, {}),
    };
  };

  return {
    file,
    update,
    folder: (path) => {
      const at = pathOf(path);
      if (importers[at] === undefined) return undefined;
      const importer = fieldsOf(importers[at]);
      const ranges = rangesIn(importer);
      const versions = {
        ...versionsIn(importer.devDependencies),
        ...versionsIn(importer.dependencies),
        ...versionsIn(importer.optionalDependencies),
      };
      const overridden = Object.keys(fieldsOf(content.overrides));
      return {
        // The range of an override replaces the one of package.json.
        recorded: (name, range) =>
          overridden.some((each) => each === name || each.startsWith(`${name}@`)) ? range : ranges[name],
        find: (name) => {
          const version = versions[name];
          if (version !== undefined) return idOf(name, version, at);
          const isNamed = (key: string): boolean =>
            identityOf(withoutPeers(key), fieldsOf(snapshots[key])).name === name;
          return onlyOne(file, name, Object.keys(snapshots).filter(isNamed), "pnpm add");
        },
      };
    },
    read: (id) => {
      if (id.startsWith(link)) return readFolder(id);
      const entry = fieldsOf(snapshots[id]);
      const key = withoutPeers(id);
      const facts = { ...fieldsOf(packages[key]), ...(format >= 9 ? {} : entry) };
      const { name, version } = identityOf(key, facts);
      const { resolved, integrity } = sourceOf(file, root, key, fieldsOf(facts.resolution));
      const isPatched = entry.patched === "true" || id.includes("(patch_hash=");
      const patch = isPatched ? patchFor(patches, name, version) : undefined;
      if (isPatched && patch === undefined) {
        throw new LockProblem(
          file,
          `has ${name} with a patch that is in patchedDependencies of neither pnpm-workspace.yaml nor package.json.`,
          `Write it again: ${update}.`,
          lineOf(file, id),
        );
      }
      return {
        id,
        name,
        version,
        resolved,
        integrity,
        platform: platformOf(facts),
        patches: patch === undefined ? [] : [join(root, patch)],
        dependencies: dependenciesOf(entry, ".", fieldsOf(facts.peerDependencies)),
      };
    },
  };
}

/** The paths of patches by package. Since pnpm 11, the lock file has only their hashes. */
function patchesOf(content: LockFields, root: string): Readonly<Record<string, string>> {
  const workspace = join(root, "pnpm-workspace.yaml");
  const manifest = join(root, "package.json");
  const [settings = {}] = existsSync(workspace) ? readLockYaml(workspace, update) : [];
  const { pnpm } = existsSync(manifest) ? readLockJson(manifest, update) : {};
  const locked = Object.entries(fieldsOf(content.patchedDependencies)).map(
    ([name, value]) => [name, fieldsOf(value).path] as const,
  );
  return {
    ...textsOf(fieldsOf(pnpm).patchedDependencies),
    ...textsOf(settings.patchedDependencies),
    ...textsOf(Object.fromEntries(locked)),
  };
}

/** The patch of a version. Its key may have a range or no version. */
function patchFor(
  patches: Readonly<Record<string, string>>,
  name: string,
  version: string | undefined,
): string | undefined {
  const ranges = Object.keys(patches).filter((key) => key.startsWith(`${name}@`));
  const key = [`${name}@${version}`, ...(ranges.length === 1 ? ranges : []), name].find(
    (each) => patches[each] !== undefined,
  );
  return key === undefined ? undefined : patches[key];
}

/** `lodash@4.17.21`, `/lodash@4.17.21` or `/lodash/4.17.21`. */
function identityOf(
  key: string,
  facts: LockFields,
): { readonly name: string; readonly version: string | undefined } {
  const plain = key.replace(/^\//, "");
  const [, name = plain, version] =
    /^(@[^/]+\/[^/@]+|[^/@]+)@(.+)$/.exec(plain) ??
    /^(@[^/]+\/[^/]+|[^/]+)\/([^_/]+)(?:_.*)?$/.exec(plain) ??
    [];
  return {
    name: textOf(facts.name) ?? name,
    version: textOf(facts.version) ?? (isVersion(version) ? version : undefined),
  };
}

const isVersion = (text = ""): boolean => /^\d+\.\d+\.\d+/.test(text);

function sourceOf(
  file: string,
  root: string,
  key: string,
  resolution: LockFields,
): { readonly resolved: string | undefined; readonly integrity: string | undefined } {
  const { integrity, tarball, directory, repo, commit, type, path } = textsOf(resolution);
  if (directory !== undefined) return { resolved: `file:${resolve(root, directory)}`, integrity: undefined };
  if (repo !== undefined && commit !== undefined && path === undefined) {
    const url = repo.replace(/^git@([^:]+):/, "ssh://git@$1/");
    return { resolved: `${url.startsWith("git+") ? "" : "git+"}${url}#${commit}`, integrity: undefined };
  }
  const isPlain = type === undefined && path === undefined;
  if (isPlain && tarball !== undefined) {
    const local = /^file:(.*)$/.exec(tarball)?.[1];
    return { resolved: local === undefined ? tarball : `file:${resolve(root, local)}`, integrity };
  }
  if (isPlain && integrity !== undefined) return { resolved: undefined, integrity };
  throw new LockProblem(
    file,
    `has ${key}, which only pnpm can install (${type ?? "a part of a repository"}).`,
    "Depend on the package of a registry, or on a tarball.",
    lineOf(file, key),
  );
}

/** The version of each dependency. Since version 6, the range is next to it. */
function versionsIn(group: unknown): Readonly<Record<string, string>> {
  const versions = Object.entries(fieldsOf(group)).map(
    ([name, value]) => [name, typeof value === "string" ? value : fieldsOf(value).version] as const,
  );
  return textsOf(Object.fromEntries(versions));
}

function rangesIn(importer: LockFields): Readonly<Record<string, string>> {
  const groups = [importer.devDependencies, importer.dependencies, importer.optionalDependencies];
  const ranges = groups.flatMap((group) =>
    Object.entries(fieldsOf(group)).map(([name, value]) => [name, fieldsOf(value).specifier] as const),
  );
  return { ...textsOf(Object.fromEntries(ranges)), ...textsOf(importer.specifiers) };
}

/** A key without the versions of its peers: `a@1.0.0(react@18.0.0)`. Before version 6, `packages` has those keys. */
const withoutPeers = (id: string): string => id.replace(/\(.*$/s, "");
