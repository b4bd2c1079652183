import { chmodSync, copyFileSync, lstatSync, mkdirSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import type { Artifact } from "../artifact";
import { type BundleFailure, failure } from "../failure";
import { listFiles, type Skip } from "./list-files";
import { isSecretFile, toolFolders } from "./secret-files";

export interface SourceFolder {
  readonly prop: string;
  /** As the caller wrote it. */
  readonly value: string;
  readonly from: string;
  readonly to: string;
  /** Files that are left out, in addition to secrets. @default - nothing */
  readonly skip?: Skip;
}

export type Notify = (text: string) => void;

/** Copies a folder of the caller's sources, without secrets. Refuses links that lead out of the project. */
export function copySource(
  artifact: Artifact,
  source: SourceFolder,
  notify: Notify,
): readonly BundleFailure[] {
  const { prop, value, from, to, skip = () => false } = source;
  const leadsOut = linkCheck(artifact, from);
  const namedLink = leadsOut(from);
  if (namedLink !== undefined) return [linkFailure(artifact, source, value, namedLink)];
  const links: BundleFailure[] = [];
  const secrets: string[] = [];
  copyFolder(from, to, (name, path, isFolder) => {
    if (skip(name, path, isFolder)) return true;
    const inside = relative(from, path);
    if (isSecretFile(name, path) || isSecretFile(basename(realpathSync(path)), path)) {
      // Users expect these to be left out.
      if (![".git", ...toolFolders].includes(name)) secrets.push(inside);
      return true;
    }
    const target = leadsOut(path);
    if (target !== undefined) links.push(linkFailure(artifact, source, inside, target));
    return target !== undefined;
  });
  if (secrets.length > 0) notify(leftOut(artifact, prop, value, secrets));
  return links;
}

/** Reports a named file that would otherwise be left out, and refuses a link that leads out of the project. */
export function checkNamedSource(
  artifact: Artifact,
  { prop, value, from }: Pick<SourceFolder, "prop" | "value" | "from">,
  notify: Notify,
): readonly BundleFailure[] {
  const target = linkCheck(artifact, from)(from);
  if (target !== undefined) return [linkFailure(artifact, { prop, value }, value, target)];
  if (isSecretFile(basename(from), from)) {
    notify(`serverform: ${ownerOf(artifact)}: ${prop} deploys ${value}, which usually holds secrets`);
  }
  return [];
}

/**
 * The target of a link if it is outside the project; otherwise undefined.
 *
 * A folder that the caller names belongs to the project, even outside the folder of cdktf.json. The same holds for a folder
 * that the library names, such as an installed package, which package managers create as a link.
 */
function linkCheck(artifact: Artifact, named: string): (path: string) => string | undefined {
  const { appPath } = artifact;
  const app = realpathSync(appPath);
  const isNamedByLibrary = artifact.kind === "node" && artifact.isOfPackage === true;
  const roots = isInside(named, appPath) && !isNamedByLibrary ? [app] : [app, realpathSync(named)];
  return (path) => {
    if (path !== named && !lstatSync(path).isSymbolicLink()) return undefined;
    const target = realpathSync(path);
    return roots.some((root) => isInside(target, root)) ? undefined : target;
  };
}

/** Whether a path is a folder or in it. */
export function isInside(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside !== ".." && !inside.startsWith("../") && !isAbsolute(inside);
}

function linkFailure(
  artifact: Artifact,
  { prop, value }: Pick<SourceFolder, "prop" | "value">,
  link: string,
  target: string,
): BundleFailure {
  return failure(artifact, "link-outside", prop, { value, link, target });
}

function leftOut(artifact: Artifact, prop: string, value: string, secrets: readonly string[]): string {
  const shown = secrets.slice(0, 5).join(", ");
  const more = secrets.length > 5 ? ` and ${secrets.length - 5} more` : "";
  const reason = "they usually hold secrets";
  return `serverform: ${ownerOf(artifact)}: ${prop} ${JSON.stringify(value)} is deployed without ${shown}${more}, because ${reason}. Name a file in copyFiles to deploy it`;
}

const ownerOf = ({ functions }: Artifact): string => functions[0]?.owner ?? "app";

/**
 * Copies the content of a folder to another folder.
 *
 * The target may be inside the source; the path to it is skipped.
 */
export function copyFolder(from: string, to: string, skip: Skip = () => false): void {
  const leadsToTarget = (path: string): boolean => to === path || to.startsWith(`${path}/`);
  const files = listFiles(from, (name, path, isFolder) => leadsToTarget(path) || skip(name, path, isFolder));
  for (const { path, executable } of files) copyFile(join(from, path), join(to, path), executable);
}

export function copyFile(from: string, to: string, executable: boolean): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  // The rest of the mode differs between checkouts. The file must be writable for later steps.
  chmodSync(to, executable ? 0o755 : 0o644);
}
