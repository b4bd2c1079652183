import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail } from "../errors";
import type { Terminal } from "../ui/terminal";
import { isObject } from "./json";
import { binaryOf, detectPackageManager, installPackages, viewPackage } from "./package-manager";
import { findUpwards } from "./project";

const packageName = "serverform";
const sections = ["dependencies", "devDependencies", "optionalDependencies"] as const;

/** A change to one entry of `package.json`. */
export interface VersionChange {
  readonly section: string;
  readonly name: string;
  /** Undefined if the package is not in `package.json` yet. */
  readonly from: string | undefined;
  readonly to: string;
}

/**
 * Sets `serverform` and its peer dependencies to a version, and installs them.
 *
 * All versions are written to `package.json` before the installation, instead of adding packages one by one. This way
 * there is no conflict between old and new versions, each package stays in its section, and all package managers behave
 * the same. If the installation fails, `package.json` is restored.
 */
export async function updateProject(terminal: Terminal, from: string, wanted: string): Promise<void> {
  const root = findUpwards(from, "package.json");
  if (root === undefined) return fail("serverform", "package-file-not-found", "package.json", { from });
  const manager = detectPackageManager(root);
  terminal.status(`Looking for ${packageName}@${wanted}`);
  const manifest = await viewPackage(manager, `${packageName}@${wanted}`, root);
  terminal.status(undefined);
  const file = join(root, "package.json");
  const before = readFileSync(file, "utf8");
  const project: unknown = JSON.parse(before);
  const changes = versionChanges(isObject(project) ? project : {}, manifest);
  if (changes.length === 0) {
    terminal.print(`${packageName} ${String(manifest.version)} and its peer dependencies are already set.`);
    return;
  }
  for (const { name, from: old, to } of changes) terminal.print(`  ${name}: ${old ?? "(none)"} -> ${to}`);
  writeFileSync(file, applyChanges(before, changes));
  terminal.status(`${binaryOf(manager)} install`);
  const problem = await installPackages(manager, root);
  terminal.status(undefined);
  if (problem !== undefined) {
    writeFileSync(file, before);
    fail("serverform update", "install-of-update-failed", "package.json", {
      manager: binaryOf(manager),
      output: problem,
    });
  }
  terminal.print(`Updated ${packageName} to ${String(manifest.version)}.`);
}

/** The changes to a project's `package.json` that a version of the library requires. */
export function versionChanges(
  project: Readonly<Record<string, unknown>>,
  manifest: Readonly<Record<string, unknown>>,
): readonly VersionChange[] {
  const peers = isObject(manifest.peerDependencies) ? manifest.peerDependencies : {};
  const optional = isObject(manifest.peerDependenciesMeta) ? manifest.peerDependenciesMeta : {};
  const own = findEntry(project, packageName);
  const wanted = new Map<string, string>([
    [packageName, `${rangeSign(own?.range)}${String(manifest.version)}`],
  ]);
  for (const [name, range] of Object.entries(peers)) {
    const mark = optional[name];
    const isOptional = isObject(mark) && mark.optional === true;
    if (!isOptional || findEntry(project, name) !== undefined) wanted.set(name, String(range));
  }
  return [...wanted].flatMap(([name, to]): readonly VersionChange[] => {
    const entry = findEntry(project, name);
    if (entry === undefined) return [{ section: own?.section ?? "dependencies", name, from: undefined, to }];
    // The user chose an alias or a path ("npm:cdktn@0.21.0", "file:../cdktf") on purpose, so it is kept.
    if (entry.range === to || /^[a-z+]+:/.test(entry.range)) return [];
    return [{ section: entry.section, name, from: entry.range, to }];
  });
}

function findEntry(
  project: Readonly<Record<string, unknown>>,
  name: string,
): { readonly section: string; readonly range: string } | undefined {
  for (const section of sections) {
    const entries = project[section];
    const range = isObject(entries) ? entries[name] : undefined;
    if (typeof range === "string") return { section, range };
  }
  return undefined;
}

/** Keeps the style of the version range: `^`, `~` or an exact version. */
function rangeSign(range: string | undefined): string {
  if (range === undefined || range.startsWith("^")) return "^";
  return range.startsWith("~") ? "~" : /^\d/.test(range) ? "" : "^";
}

function applyChanges(text: string, changes: readonly VersionChange[]): string {
  const project = JSON.parse(text) as Record<string, Record<string, string>>;
  for (const { section, name, to } of changes) {
    const entries: Record<string, string> = { ...project[section], [name]: to };
    // Package managers sort the entries by name.
    project[section] = Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
  }
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? "  ";
  return `${JSON.stringify(project, null, indent)}${text.endsWith("\n") ? "\n" : ""}`;
}
