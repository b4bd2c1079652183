import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { writtenText } from "../../facts/text/written-text";
import { foldersUpwards } from "../files/list-files";
import { parseJsonWithComments } from "../typescript-config";
import { type FileFacts, NotCacheable } from "./file-facts";

/** The settings of a tsconfig.json for imports, with those of the files that it extends. */
export interface TypescriptSettings {
  /** The file, and those that it may extend; absolute. */
  readonly files: readonly string[];
  /** Absolute folders. */
  readonly baseUrls: readonly string[];
  /** Patterns with at most one `*`, and absolute paths for them. */
  readonly paths: readonly (readonly [pattern: string, targets: readonly string[]])[];
}

interface Written {
  readonly extends?: unknown;
  readonly compilerOptions?: { readonly baseUrl?: unknown; readonly paths?: unknown };
}

const nothing: Omit<TypescriptSettings, "files"> = { baseUrls: [], paths: [] };

const known = new WeakMap<FileFacts, Map<string, TypescriptSettings>>();

/** Reads a tsconfig.json, once for each `facts`. */
export function readTypescriptSettings(facts: FileFacts, file: string): TypescriptSettings {
  const all = known.get(facts) ?? new Map<string, TypescriptSettings>();
  known.set(facts, all);
  const found = all.get(file) ?? read(facts, file, []);
  all.set(file, found);
  return found;
}

function read(facts: FileFacts, file: string, above: readonly string[]): TypescriptSettings {
  const isSettings = facts.content(file).startsWith("=") && basename(file) !== "package.json";
  if (!isSettings || above.includes(file)) return { files: [file], ...nothing };
  const written = parse(writtenText(file), file);
  const folder = dirname(file);
  const parents = [written.extends ?? []]
    .flat()
    .filter((each) => typeof each === "string")
    .flatMap((each) => placesOf(facts, folder, each))
    .map((each) => read(facts, each, [...above, file]));
  const { baseUrl, paths = {} } = written.compilerOptions ?? {};
  const base = typeof baseUrl === "string" ? resolve(folder, baseUrl) : undefined;
  // The base may also be in a file that this one extends, or in one that extends this one.
  const bases = [base ?? folder, ...parents.flatMap(({ baseUrls }) => baseUrls)];
  const own = Object.entries(paths as Record<string, unknown>).map(([pattern, targets]) => {
    const list = Array.isArray(targets) ? targets.filter((each) => typeof each === "string") : [];
    return [pattern, list.flatMap((target) => bases.map((each) => resolve(each, target)))] as const;
  });
  return {
    files: [file, ...parents.flatMap(({ files }) => files)],
    baseUrls: [...(base === undefined ? [] : [base]), ...parents.flatMap(({ baseUrls }) => baseUrls)],
    paths: [...own, ...parents.flatMap((each) => each.paths)],
  };
}

/** The possible files that `extends` names. */
function placesOf(facts: FileFacts, folder: string, name: string): readonly string[] {
  const forms = (path: string) => [
    path,
    `${path}.json`,
    join(path, "tsconfig.json"),
    join(path, "package.json"),
  ];
  if (/^\.{1,2}(\/|$)/.test(name) || isAbsolute(name)) return forms(resolve(folder, name));
  const packageOf = /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;
  const places = [...foldersUpwards(folder)].flatMap((each) => {
    const modules = join(each, "node_modules");
    return [...forms(join(modules, name)), join(modules, packageOf, "package.json")];
  });
  if (!places.some((each) => basename(each) !== "package.json" && facts.state(each).startsWith("f"))) {
    throw new NotCacheable(`${name} is not a file of a package`);
  }
  return places;
}

function parse(text: string, file: string): Written {
  let parsed: unknown;
  try {
    parsed = parseJsonWithComments(text);
  } catch {
    throw new NotCacheable(`${file} cannot be read`);
  }
  if (JSON.stringify(parsed).includes("${")) throw new NotCacheable(`${file} has a variable`);
  return typeof parsed === "object" && parsed !== null ? parsed : {};
}

/** The absolute paths that an import may mean. */
export function matchPaths({ baseUrls, paths }: TypescriptSettings, specifier: string): readonly string[] {
  const mapped = paths.flatMap(([pattern, targets]) => {
    const [start = "", end] = pattern.split("*");
    if (end === undefined) return pattern === specifier ? targets : [];
    const fits = specifier.length >= start.length + end.length;
    if (!fits || !specifier.startsWith(start) || !specifier.endsWith(end)) return [];
    const middle = specifier.slice(start.length, specifier.length - end.length);
    return targets.map((target) => target.replace("*", () => middle));
  });
  return [...mapped, ...baseUrls.map((base) => join(base, specifier))];
}
