import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import {
  fieldsOf,
  type LockFields,
  lineOf,
  onlyOne,
  readLockJson,
  readLockYaml,
  textOf,
  textsOf,
} from "./lock-text";
import {
  type Lock,
  type LockedDependency,
  type LockedPackage,
  LockProblem,
  type PlatformLimits,
} from "./locked-package";

const update = "yarn install";

/**
 * Reads `yarn.lock` of Yarn 2 and later. An id is a resolution: `lodash@npm:4.17.21`.
 *
 * Its checksums are those of archives that Yarn creates, so npm cannot compare them with the packages of the registry.
 */
export function readBerryLock(file: string): Lock {
  const [content = {}] = readLockYaml(file, update);
  const root = dirname(file);
  const byDescriptor = new Map<string, LockFields>();
  const byResolution = new Map<string, LockFields>();
  for (const [key, value] of Object.entries(content)) {
    const entry = fieldsOf(value);
    for (const descriptor of key.split(/,\s*/)) byDescriptor.set(descriptor, entry);
    const resolution = textOf(entry.resolution);
    if (resolution !== undefined) byResolution.set(resolution, entry);
  }
  const settings = new Settings(root);

  const entryOf = (descriptor: string): LockFields | undefined =>
    byDescriptor.get(descriptor) ??
    // Relative paths are bound to their package: `pkg@file:./pkg::locator=app%40workspace%3A.`.
    [...byDescriptor].find(([each]) => each.startsWith(`${descriptor}::`))?.[1];

  const find = (parent: LockFields, name: string, range: string): string | undefined => {
    const wanted = settings.resolve(parent, name, range);
    const { resolution } = entryOf(`${name}@${wanted}`) ?? entryOf(`${name}@npm:${wanted}`) ?? {};
    return textOf(resolution);
  };

  const resolutionsOf = (name: string): readonly string[] =>
    [...byResolution.keys()].filter((each) => each.startsWith(`${name}@`));

  /** The package that the dependents use under the name of a peer. Most projects have only one. */
  const findPeer = (name: string): string | undefined => {
    const all = resolutionsOf(name);
    if (all.length <= 1) return all[0];
    const workspaces = [...byResolution.values()].filter(({ linkType }) => linkType === "soft");
    const found = workspaces.flatMap((each) => {
      const range = textsOf(each.dependencies)[name];
      return range === undefined ? [] : (find(each, name, range) ?? []);
    });
    return found[0];
  };

  const workspaceOf = (path: string): LockFields | undefined => {
    const at = relative(root, path).split(sep).join("/") || ".";
    return [...byResolution].find(([resolution]) => resolution.endsWith(`@workspace:${at}`))?.[1];
  };

  return {
    file,
    update,
    folder: (path) => {
      const workspace = workspaceOf(path);
      if (workspace === undefined) return undefined;
      const ranges = { ...textsOf(workspace.peerDependencies), ...textsOf(workspace.dependencies) };
      return {
        // The protocol of the registry may be left out in package.json.
        recorded: (name, range) => (sameRange(ranges[name] ?? "", range) ? range : ranges[name]),
        find: (name, range) => {
          const recorded = ranges[name] ?? range;
          return recorded === undefined
            ? onlyOne(file, name, resolutionsOf(name), "yarn add")
            : (find(workspace, name, recorded) ?? find(workspace, name, range ?? recorded));
        },
      };
    },
    read: (id) => {
      const entry = byResolution.get(id) ?? {};
      const dependencies = new Map<string, LockedDependency>();
      const meta = fieldsOf(entry.dependenciesMeta);
      const peerMeta = fieldsOf(entry.peerDependenciesMeta);
      for (const name of Object.keys(textsOf(entry.peerDependencies))) {
        const found = fieldsOf(peerMeta[name]).optional === "true" ? undefined : findPeer(name);
        if (found !== undefined) dependencies.set(name, { id: found, kind: "peer" });
      }
      for (const [name, range] of Object.entries(textsOf(entry.dependencies))) {
        const kind = fieldsOf(meta[name]).optional === "true" ? "optional" : "required";
        const found = find(entry, name, range);
        if (found !== undefined) dependencies.set(name, { id: found, kind });
        else if (kind === "required") {
          throw new LockProblem(
            file,
            `has no entry for ${name}@${range}, which ${id} requires.`,
            `Write it again: ${update}.`,
            lineOf(file, JSON.stringify(id)),
          );
        }
      }
      return {
        ...sourceOf(id, { file, root }),
        id,
        integrity: undefined,
        platform: platformOfConditions(textOf(entry.conditions)),
        dependencies,
      };
    },
  };
}

type Source = Pick<LockedPackage, "name" | "version" | "resolved" | "patches">;

/** The location of a resolution: `name@protocol:rest`, with parameters after `::`. */
function sourceOf(resolution: string, lock: { readonly file: string; readonly root: string }): Source {
  const [, name = "", reference = ""] = /^(@?[^@]+)@(.*)$/s.exec(resolution) ?? [];
  const [source = "", parameters = ""] = splitOnce(reference, "::");
  const [, protocol = "", rest = ""] = /^([a-z+]+):(.*)$/s.exec(source) ?? [];
  const plain = { name, version: undefined, patches: [] };
  const { locator = "", __archiveUrl: archive } = Object.fromEntries(new URLSearchParams(parameters));
  const from = resolve(lock.root, /@workspace:(.*)$/.exec(locator)?.[1] ?? "");
  if (protocol === "npm") {
    const [, alias, version = rest] = /^(@?[^@]+)@(.+)$/.exec(rest) ?? [];
    return { ...plain, name: alias ?? name, version, resolved: archive };
  }
  if (protocol === "workspace") return { ...plain, resolved: `file:${resolve(lock.root, rest)}` };
  if (["file", "portal", "link"].includes(protocol)) {
    return { ...plain, resolved: `file:${resolve(from, splitOnce(rest, "#")[0])}` };
  }
  if (protocol === "patch") return patchedSource(rest, from, lock);
  const [repository = "", commit] = splitOnce(source, "#commit=");
  if (commit !== undefined && commit !== "") return { ...plain, resolved: gitUrl(repository, commit) };
  if (/^https?$/.test(protocol)) return { ...plain, resolved: source };
  throw new LockProblem(
    lock.file,
    `has ${resolution}, which only Yarn can make.`,
    "Publish the package or pack it as a tarball, and depend on that.",
    lineOf(lock.file, JSON.stringify(resolution)),
  );
}

/** `lodash@npm%3A4.17.21#~/.yarn/patches/lodash.patch`. */
function patchedSource(
  rest: string,
  from: string,
  lock: { readonly file: string; readonly root: string },
): Source {
  const [original = "", list = ""] = splitOnce(rest, "#");
  const source = sourceOf(decodeURIComponent(original), lock);
  // The built-in patches are for installations without node_modules.
  const paths = list.split("&").filter((each) => each !== "" && !each.includes("builtin<"));
  const files = paths.map((each) => {
    const path = each.replace(/^optional!/, "");
    return path.startsWith("~/") ? join(lock.root, path.slice(2)) : resolve(from, path);
  });
  return { ...source, patches: [...source.patches, ...files] };
}

/** A commit in npm's notation. */
function gitUrl(repository: string, commit: string): string {
  const url = repository.replace(/^git@([^:]+):/, "ssh://git@$1/");
  return `${url.startsWith("git") ? "" : "git+"}${url}#${commit.split("&")[0]}`;
}

/** The second part is undefined without a separator. */
function splitOnce(text: string, separator: string): readonly [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** `os=linux & cpu=x64 & libc=glibc`, or a choice: `(cpu=x64 | cpu=ia32)`. */
function platformOfConditions(conditions: string | undefined): PlatformLimits | undefined {
  if (conditions === undefined) return undefined;
  const values = (name: string): readonly string[] =>
    [...conditions.matchAll(new RegExp(`(!?)\\b${name}=([\\w-]+)`, "g"))].map(
      ([, not, value]) => `${not}${value}`,
    );
  return { os: values("os"), cpu: values("cpu"), libc: values("libc") };
}

/** Replacements of the ranges of dependencies: `resolutions` of the root, and catalogs. */
class Settings {
  private readonly resolutions: readonly (readonly [pattern: Resolution, range: string])[];
  private readonly catalogs: LockFields;

  constructor(root: string) {
    const manifest = existsSync(join(root, "package.json"))
      ? readLockJson(join(root, "package.json"), update)
      : {};
    this.resolutions = Object.entries(textsOf(manifest.resolutions)).map(
      ([pattern, range]) => [parseResolution(pattern), range] as const,
    );
    const file = join(root, ".yarnrc.yml");
    const [settings = {}] = existsSync(file) ? readLockYaml(file, update) : [];
    this.catalogs = { ...fieldsOf(settings.catalogs), "": fieldsOf(settings.catalog) };
  }

  /** The range that Yarn uses instead of the one in a package. */
  resolve(parent: LockFields, name: string, range: string): string {
    const [, parentName = "", reference = ""] =
      /^(@?[^@]+)@(.*)$/s.exec(textOf(parent.resolution) ?? "") ?? [];
    const found = this.resolutions.find(
      ([{ from, fromRange, name: wanted, range: wantedRange }]) =>
        wanted === name &&
        (from === undefined || from === parentName) &&
        (fromRange === undefined || sameRange(fromRange, reference)) &&
        (wantedRange === undefined || sameRange(wantedRange, range)),
    );
    const [, catalog] = /^catalog:(.*)$/.exec(found?.[1] ?? range) ?? [];
    if (catalog !== undefined) return textsOf(this.catalogs[catalog])[name] ?? range;
    return found?.[1] ?? range;
  }
}

const sameRange = (a: string, b: string): boolean => a.replace(/^npm:/, "") === b.replace(/^npm:/, "");

/** A key of `resolutions`: `lodash`, `lodash@npm:^4`, `parent/lodash`, `parent@npm:1.0.0/lodash`. */
interface Resolution {
  readonly from: string | undefined;
  readonly fromRange: string | undefined;
  readonly name: string;
  readonly range: string | undefined;
}

function parseResolution(key: string): Resolution {
  const name = `(@[^/@]+/[^/@]+|[^/@]+)`;
  const pattern = new RegExp(`^(?:${name}(?:@([^/]+))?/)?${name}(?:@(.+))?$`);
  const [, from, fromRange, wanted = key, range] = pattern.exec(key.replace(/^\*\*\//, "")) ?? [];
  return { from, fromRange, name: wanted, range };
}
