import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { basename, dirname, extname, isAbsolute, join, resolve, sep } from "node:path";
import type { Metafile } from "esbuild";
import { writtenText } from "../../facts/text/written-text";
import { foldersUpwards } from "../files/list-files";
import { absent, type FileFacts, NotCacheable, realPathIn } from "./file-facts";
import { matchPaths, readTypescriptSettings, type TypescriptSettings } from "./typescript-settings";

/** Endings that esbuild adds to the path of an import, in any order. */
const endings = [".tsx", ".ts", ".jsx", ".js", ".css", ".json"];

/** The sources for an import of their output. */
const sourceEndings: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx"],
  ".jsx": [".ts", ".tsx"],
  ".mjs": [".mts"],
  ".cjs": [".cts"],
};

type Import = Metafile["inputs"][string]["imports"][number];

/** The options of a build that decide where imports lead. */
export interface Resolution {
  /** The working directory of esbuild. */
  readonly root: string;
  readonly external: readonly string[];
  readonly nodePaths: readonly string[];
  /** Whether source maps of the inputs are read. */
  readonly sourcemap: boolean;
}

export interface BundleFacts {
  /** Texts of `FileFacts`. */
  readonly lines: readonly string[];
  /** Its inputs, as the metafile names them. */
  readonly files: ReadonlySet<string>;
}

/**
 * The inputs of a bundle, without its options: the content of its files and of the settings above them, and for each import
 * the state of all paths where esbuild looks for it. A file that appears there may change the meaning of the import.
 *
 * Unneeded facts only cost a repeated build; missing facts would give an outdated bundle.
 */
export class ModuleFacts {
  /** By the imports of an entry: many entries import the same. */
  private readonly imported = new Map<string, BundleFacts>();
  private readonly lines = new Map<string, string>();
  private readonly folderLines = new Map<string, string>();

  constructor(
    private readonly facts: FileFacts,
    private readonly inputs: Metafile["inputs"],
    private readonly resolution: Resolution,
  ) {}

  /** The facts of an entry file and of everything that it imports. `written` is the path that esbuild was given. */
  of(entry: string, written: string): BundleFacts {
    const direct = this.importsOf(entry);
    const key = JSON.stringify(direct);
    const below = this.imported.get(key) ?? this.collect(direct);
    this.imported.set(key, below);
    const own = this.collect([entry], false);
    const lines = [this.facts.line([], [this.absolute(written)]), ...own.lines, ...below.lines];
    return { lines: [...new Set(lines)], files: new Set([...own.files, ...below.files]) };
  }

  private importsOf(input: string): readonly string[] {
    const bundled = (this.inputs[input]?.imports ?? []).filter(({ external }) => external !== true);
    return bundled.map(({ path }) => path);
  }

  private collect(from: readonly string[], followsImports = true): BundleFacts {
    const seen = new Set<string>();
    const waiting = [...from];
    for (let input = waiting.pop(); input !== undefined; input = waiting.pop()) {
      if (seen.has(input)) continue;
      seen.add(input);
      if (followsImports) waiting.push(...this.importsOf(input));
    }
    const files = new Set([...seen].filter((input) => !isMadeUp(input)));
    const folders = new Set<string>();
    for (const input of files) this.addFolders(folders, dirname(this.absolute(input)));
    const lines = [
      ...[...files].map((input) => this.lineOf(input)),
      ...[...folders].map((folder) => this.lineOfFolder(folder)),
    ];
    return { lines, files };
  }

  private absolute(path: string): string {
    return resolve(this.resolution.root, path);
  }

  private addFolders(found: Set<string>, from: string): void {
    for (const folder of foldersUpwards(from)) {
      if (found.has(folder)) return;
      found.add(folder);
    }
  }

  private lineOf(input: string): string {
    const known = this.lines.get(input);
    if (known !== undefined) return known;
    const file = this.absolute(input);
    if (!this.facts.content(file).startsWith("=")) throw new NotCacheable(`${input} is not a file`);
    const contents = new Set([file]);
    const states = new Set<string>();
    const search = new Search(this.facts, this.resolution, contents, states);
    for (const each of this.inputs[input]?.imports ?? []) search.follow(file, each);
    if (this.resolution.sourcemap) addSourceMap(contents, file);
    const line = this.facts.line(contents, states);
    this.lines.set(input, line);
    return line;
  }

  /** The settings in a folder, which are for the files in it and below it. */
  private lineOfFolder(folder: string): string {
    const known = this.folderLines.get(folder);
    if (known !== undefined) return known;
    const contents = new Set([join(folder, "package.json")]);
    if (!isInstalled(folder)) {
      for (const name of ["tsconfig.json", "jsconfig.json"]) {
        for (const file of readTypescriptSettings(this.facts, join(folder, name)).files) contents.add(file);
      }
    }
    const states = [".pnp.cjs", ".pnp.js", ".pnp.data.json"].map((name) => join(folder, name));
    if (states.some((file) => this.facts.state(file) !== absent))
      throw new NotCacheable("packages are in zips");
    const line = this.facts.line(contents, states);
    this.folderLines.set(folder, line);
    return line;
  }
}

class Search {
  constructor(
    private readonly facts: FileFacts,
    private readonly resolution: Resolution,
    private readonly contents: Set<string>,
    private readonly states: Set<string>,
  ) {}

  follow(importer: string, { path, original, external }: Import): void {
    const specifier = original ?? path;
    if (isElsewhere(specifier) || (external === true && this.isLeftOut(specifier))) return;
    const target = external === true || isMadeUp(path) ? undefined : resolve(this.resolution.root, path);
    const from = dirname(importer);
    for (const wanted of new Set([specifier, specifier.replace(/(?!^)[?#].*$/, "")])) {
      if (/^\.{1,2}(\/|$)/.test(wanted)) this.fileOrFolder(join(from, wanted), target);
      else if (isAbsolute(wanted)) this.fileOrFolder(wanted, target);
      else this.package(from, wanted, target);
    }
  }

  /** Whether the caller's options or the runtime exclude a module from the bundle. */
  private isLeftOut(specifier: string): boolean {
    if (builtinModules.includes(specifier)) return true;
    return this.resolution.external.some((pattern) => {
      const [start = "", end] = pattern.split("*");
      if (end !== undefined) return specifier.startsWith(start) && specifier.endsWith(end);
      return specifier === pattern || specifier.startsWith(`${pattern}/`);
    });
  }

  private fileOrFolder(path: string, target: string | undefined): void {
    if (this.file(path, target) || this.facts.state(path) === absent) return;
    this.contents.add(join(path, "package.json"));
    for (const main of this.mainsOf(path)) {
      if (this.file(join(path, main), target)) continue;
      this.file(join(path, main, "index"), target);
    }
    this.file(join(path, "index"), target);
  }

  /** Notes the facts about a path that an import may mean. True if the path itself is a file, which esbuild then uses. */
  private file(path: string, target: string | undefined): boolean {
    // An input with content exists.
    if (path === target && this.facts.state(path) === "f") return true;
    this.states.add(path);
    if (this.facts.state(path).startsWith("f")) return true;
    for (const ending of endings) this.states.add(path + ending);
    const ending = extname(path);
    for (const other of sourceEndings[ending] ?? []) {
      this.states.add(path.slice(0, path.length - ending.length) + other);
    }
    return false;
  }

  private mainsOf(folder: string): readonly string[] {
    const { main, module } = readManifest(folder);
    return [main, module].filter((each) => typeof each === "string");
  }

  private package(from: string, specifier: string, target: string | undefined): void {
    this.mapped(from, specifier, target);
    if (specifier.startsWith("#")) {
      const { imports = {} } =
        [...foldersUpwards(from)].map(readManifest).find((each) => each !== none) ?? none;
      if (/"(?!\.|\/)[^"]*"\s*[,}\]]/.test(JSON.stringify(imports)))
        throw new NotCacheable("imports of a package");
      return;
    }
    const [name = "", inside = ""] = parsePackage(specifier);
    const places = [...foldersUpwards(from)]
      .filter((folder) => basename(folder) !== "node_modules")
      .map((folder) => join(folder, "node_modules"));
    for (const place of [...places, ...this.resolution.nodePaths]) {
      const folder = join(place, name);
      this.states.add(folder);
      const fact = this.facts.state(folder);
      if (fact === absent) {
        // A file instead of a package.
        this.file(join(place, specifier), target);
        continue;
      }
      const real = realPathIn(this.resolution.root, folder, fact);
      this.contents.add(join(real, "package.json"));
      this.fileOrFolder(join(real, inside), target);
      if (target?.startsWith(real + sep)) return;
    }
  }

  /** Applies `paths` and `baseUrl` of TypeScript's settings to an import. */
  private mapped(from: string, specifier: string, target: string | undefined): void {
    if (isInstalled(from)) return;
    for (const folder of foldersUpwards(from)) {
      for (const name of ["tsconfig.json", "jsconfig.json"]) {
        const settings: TypescriptSettings = readTypescriptSettings(this.facts, join(folder, name));
        for (const path of matchPaths(settings, specifier)) this.fileOrFolder(path, target);
      }
    }
  }
}

interface PackageManifest {
  readonly main?: unknown;
  readonly module?: unknown;
  readonly imports?: unknown;
}

const none: Readonly<PackageManifest> = {};

function readManifest(folder: string): PackageManifest {
  try {
    return JSON.parse(writtenText(join(folder, "package.json"))) as PackageManifest;
  } catch {
    return none;
  }
}

function parsePackage(specifier: string): readonly [string, string] {
  const parts = specifier.split("/");
  const length = specifier.startsWith("@") ? 2 : 1;
  return [parts.slice(0, length).join("/"), parts.slice(length).join("/")];
}

/** Adds source maps of inputs to that of the bundle. */
function addSourceMap(contents: Set<string>, file: string): void {
  for (const [, url = ""] of readFileSync(file, "latin1").matchAll(/[#@] sourceMappingURL=([^\s'"]+)/g)) {
    if (!url.startsWith("data:")) contents.add(resolve(dirname(file), decodeURI(url)));
  }
}

const isInstalled = (folder: string): boolean => folder.split(sep).includes("node_modules");

const isElsewhere = (specifier: string): boolean => /^(node:|data:|https?:|\/\/)/.test(specifier);

/** Inputs without a file, such as values of `define` and files that a package disables. */
const isMadeUp = (input: string): boolean => /^(<define:|\(disabled\):|required-modules:)/.test(input);
