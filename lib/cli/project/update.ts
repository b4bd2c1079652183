import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail } from "../../errors/error";
import type { Terminal } from "../ui/terminal";
import { isObject } from "./json";
import { binaryOf, detectPackageManager, installPackages, viewPackage } from "./package-manager";
import { findUpwards } from "./project";

const packageName = "serverform";
const sections = ["dependencies", "devDependencies", "optionalDependencies"] as const;

/** A line of `package.json` that is to be changed. */
export interface VersionChange {
  readonly section: string;
  readonly name: string;
  /** Undefined if the package was not there. */
  readonly from: string | undefined;
  readonly to: string;
}

/**
 * Sets `serverform` and the packages that it works with to a version, and installs them.
 *
 * Written into `package.json` at once and then installed, not added one by one: so the versions need not fit together
 * on the way, each stays in its section, and all package managers do the same. If the installation fails,
 * `package.json` is put back.
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
    terminal.print(`${packageName} ${String(manifest.version)} and its peers are set already.`);
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

/** What has to change in a project's `package.json` for a version of the library. */
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
    // An alias or a path of the user's own ("npm:cdktn@0.21.0", "file:../cdktf") is a decision, not an old version.
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

/** A project that pins its versions goes on pinning them. */
function rangeSign(range: string | undefined): string {
  if (range === undefined || range.startsWith("^")) return "^";
  return range.startsWith("~") ? "~" : /^\d/.test(range) ? "" : "^";
}

function applyChanges(text: string, changes: readonly VersionChange[]): string {
  const project = JSON.parse(text) as Record<string, Record<string, string>>;
  for (const { section, name, to } of changes) {
    const entries: Record<string, string> = { ...project[section], [name]: to };
    // In the order in which package managers write them.
    project[section] = Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
  }
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? "  ";
  return `${JSON.stringify(project, null, indent)}${text.endsWith("\n") ? "\n" : ""}`;
}
