import { readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { packageName } from "../../facts/errors/package-name";
import { isRecord } from "../../facts/text/record";
import { fail } from "../errors";
import { checkInterrupt, listenForInterrupt } from "../ui/interrupt";
import type { Terminal } from "../ui/terminal";
import { readJsonObject } from "./json";
import { moveFiles, namingCdktf, packageForCdktn } from "./move-to-cdktn";
import { entriesOf, type PackageEntries, printPackageJson, sortedEntries } from "./package-json";
import {
  binaryOf,
  detectPackageManager,
  installPackages,
  type PackageManagerName,
  viewPackage,
} from "./package-manager";
import { packedManifest } from "./packed-manifest";
import { folderUpwards } from "./project";

const sections = ["dependencies", "devDependencies", "optionalDependencies"] as const;

/** A change to one entry of `package.json`. */
export interface VersionChange {
  readonly section: string;
  readonly name: string;
  /** The earlier version, or the name of the package that it replaces. Absent if it is not in `package.json` yet. */
  readonly from?: string | undefined;
  readonly to: string;
}

/** The output of `update --json`. */
export interface UpdateOutput {
  /** The name of the library. */
  readonly package: string;
  /** Its version, which is installed now. Absent if the project has moved already. */
  readonly version?: string;
  /** The changed entries of `package.json`. */
  readonly changes: readonly VersionChange[];
  /** With `--to`: files whose imports have moved. */
  readonly files?: readonly string[];
  /** With `--to`: places that name cdktf in another way, and that are left to you. */
  readonly left?: readonly string[];
}

/**
 * Sets `serverform` and its peer dependencies to a version, and installs them.
 *
 * All versions are written to `package.json` before the installation, instead of adding packages one by one. This way
 * there is no conflict between old and new versions, each package stays in its section, and all package managers behave
 * the same. If the installation fails, `package.json` is restored.
 */
export async function updateProject(terminal: Terminal, from: string, wanted: string): Promise<UpdateOutput> {
  const project = openProject(from);
  const { root, manager, content } = project;
  const { manifest, range } = await findPackage(terminal, packageName, wanted, { root, manager, from });
  const changes = versionChanges(content, manifest, packageName, range);
  const output: UpdateOutput = { package: packageName, version: String(manifest.version), changes };
  if (changes.length === 0) {
    terminal.print(`${packageName} ${String(manifest.version)} and its peer dependencies are already set.`);
    return output;
  }
  for (const { name, from: old, to } of changes) terminal.print(`  ${name}: ${old ?? "(none)"} -> ${to}`);
  await install(terminal, project, applyChanges(content, changes));
  terminal.print(`Updated ${packageName} to ${String(manifest.version)}.`);
  return output;
}

/**
 * Moves a project from CDKTF to CDK Terrain: its packages, then the imports in its files.
 *
 * Imports are written after the packages are installed, so that a failure leaves the project unchanged.
 */
export async function moveProjectToCdktn(
  terminal: Terminal,
  from: string,
  wanted: string,
): Promise<UpdateOutput> {
  const project = openProject(from);
  const { root, manager, content } = project;
  const own = packageForCdktn(packageName);
  if (own === undefined) {
    terminal.print(`${packageName} is the package for CDK Terrain already.`);
    return { package: packageName, changes: [] };
  }
  const { manifest, range } = await findPackage(terminal, own, wanted, { root, manager, from });
  const moves = packagesToMove(content);
  const ranges = new Map<string, string>();
  const peers = isRecord(manifest.peerDependencies) ? manifest.peerDependencies : {};
  for (const { to } of moves) {
    if (to === own) ranges.set(to, range ?? `^${String(manifest.version)}`);
    else if (to in peers) ranges.set(to, String(peers[to]));
    else ranges.set(to, `^${String((await viewPackage(manager, `${to}@latest`, root)).version)}`);
  }
  terminal.status(undefined);
  for (const { from: old, to } of moves) terminal.print(`  ${old} -> ${to} ${ranges.get(to)}`);
  const renamed = renamePackages(content, moves, ranges);
  const changes = versionChanges(renamed, manifest, own, range);
  const text = await install(terminal, project, applyChanges(renamed, changes));
  const files = moveFiles(root);
  for (const { file, before: old, after } of files) {
    if (after === old) continue;
    writeFileSync(join(root, file), after);
    terminal.print(`  ${file}`);
  }
  terminal.print(`Moved to ${own} ${String(manifest.version)} and CDK Terrain.`);
  const left = [...namingCdktf("package.json", text), ...files.flatMap((each) => each.left)];
  if (left.length > 0)
    terminal.print(`Left for you, since they name cdktf in another way:\n  ${left.join("\n  ")}`);
  const moved = moves.map(({ section, from: old, to }) => ({
    section,
    name: to,
    from: old,
    to: ranges.get(to) ?? "*",
  }));
  return {
    package: own,
    version: String(manifest.version),
    changes: [...moved, ...changes],
    files: files.filter(({ before: old, after }) => old !== after).map(({ file }) => file),
    left,
  };
}

/** A package of this library: its manifest, and its range if it is a file. */
interface FoundPackage {
  readonly manifest: Readonly<Record<string, unknown>>;
  /** @default - the version of the manifest */
  readonly range?: string;
}

/** Finds a version in the registry, or reads a file of `npm pack`. */
async function findPackage(
  terminal: Terminal,
  name: string,
  wanted: string,
  { root, manager, from }: { root: string; manager: PackageManagerName; from: string },
): Promise<FoundPackage> {
  if (wanted.endsWith(".tgz")) {
    const path = resolve(from, wanted);
    const manifest = packedManifest(path);
    if (manifest?.name === name)
      return { manifest, range: `file:${relative(root, path).replaceAll("\\", "/")}` };
    const found = manifest === undefined ? "no package" : `the package ${JSON.stringify(manifest.name)}`;
    return fail("serverform update", "update-file-unusable", "[version]", { value: wanted, name, found });
  }
  terminal.status(`Looking for ${name}@${wanted}`);
  const manifest = await viewPackage(manager, `${name}@${wanted}`, root);
  terminal.status(undefined);
  return { manifest };
}

interface OpenProject {
  readonly root: string;
  readonly manager: PackageManagerName;
  /** The project's `package.json`, its text, and its content. */
  readonly file: string;
  readonly before: string;
  readonly content: PackageEntries;
}

function openProject(from: string): OpenProject {
  const root = folderUpwards(from, "package.json");
  if (root === undefined) return fail("serverform", "package-file-not-found", "package.json", { from });
  const file = join(root, "package.json");
  const content = readJsonObject(file);
  return { root, manager: detectPackageManager(root), file, before: readFileSync(file, "utf8"), content };
}

/** Writes `package.json`, installs, and returns the text. If that fails or is interrupted, the former text is put back. */
async function install(
  terminal: Terminal,
  { root, manager, file, before }: OpenProject,
  content: PackageEntries,
): Promise<string> {
  const text = printPackageJson(content, before);
  const interrupt = listenForInterrupt(() => {});
  writeFileSync(file, text);
  terminal.status(`${binaryOf(manager)} install`);
  const problem = await installPackages(manager, root, interrupt.first);
  terminal.status(undefined);
  interrupt.release();
  if (problem === undefined) return text;
  writeFileSync(file, before);
  checkInterrupt(interrupt);
  return fail("serverform update", "install-of-update-failed", "package.json", {
    manager: binaryOf(manager),
    output: problem,
  });
}

interface PackageMove {
  readonly section: string;
  readonly from: string;
  readonly to: string;
}

function packagesToMove(project: PackageEntries): readonly PackageMove[] {
  return sections.flatMap((section) =>
    Object.keys(entriesOf(project[section])).flatMap((from) => {
      const to = packageForCdktn(from);
      return to === undefined ? [] : [{ section, from, to }];
    }),
  );
}

function renamePackages(
  project: PackageEntries,
  moves: readonly PackageMove[],
  ranges: ReadonlyMap<string, string>,
): PackageEntries {
  return moves.reduce((before, { section, from, to }) => {
    const { [from]: _, ...rest } = entriesOf(before[section]);
    return withEntry(before, { section, name: to, to: ranges.get(to) ?? "*" }, rest);
  }, project);
}

/** The changes to a project's `package.json` that a version of the library requires. */
export function versionChanges(
  project: PackageEntries,
  manifest: Readonly<Record<string, unknown>>,
  library: string = packageName,
  ownRange?: string,
): readonly VersionChange[] {
  const peers = isRecord(manifest.peerDependencies) ? manifest.peerDependencies : {};
  const optional = isRecord(manifest.peerDependenciesMeta) ? manifest.peerDependenciesMeta : {};
  const own = findEntry(project, library);
  const ownWanted = ownRange ?? `${rangeSign(own?.range)}${String(manifest.version)}`;
  const wanted = new Map<string, string>([[library, ownWanted]]);
  for (const [name, range] of Object.entries(peers)) {
    const mark = optional[name];
    const isOptional = isRecord(mark) && mark.optional === true;
    if (!isOptional || findEntry(project, name) !== undefined) wanted.set(name, String(range));
  }
  return [...wanted].flatMap(([name, to]): readonly VersionChange[] => {
    const entry = findEntry(project, name);
    if (entry === undefined) return [{ section: own?.section ?? "dependencies", name, from: undefined, to }];
    // The user chose an alias or a path ("npm:cdktn@0.21.0", "file:../cdktf") on purpose, so it is kept.
    const isChosen = /^[a-z+]+:/.test(entry.range) && !(name === library && ownRange !== undefined);
    if (entry.range === to || isChosen) return [];
    return [{ section: entry.section, name, from: entry.range, to }];
  });
}

function findEntry(
  project: PackageEntries,
  name: string,
): { readonly section: string; readonly range: string } | undefined {
  for (const section of sections) {
    const range = entriesOf(project[section])[name];
    if (typeof range === "string") return { section, range };
  }
  return undefined;
}

/** Keeps the style of the version range: `^`, `~` or an exact version. */
function rangeSign(range: string | undefined): string {
  if (range === undefined || range.startsWith("^")) return "^";
  return range.startsWith("~") ? "~" : /^\d/.test(range) ? "" : "^";
}

const applyChanges = (project: PackageEntries, changes: readonly VersionChange[]): PackageEntries =>
  changes.reduce((before, change) => withEntry(before, change), project);

/** The content with an entry in a section, which has these others. */
const withEntry = (
  project: PackageEntries,
  { section, name, to }: VersionChange,
  others = entriesOf(project[section]),
): PackageEntries => ({ ...project, [section]: sortedEntries({ ...others, [name]: to }) });
