import { lstatSync, realpathSync } from "node:fs";
import { basename, isAbsolute, relative } from "node:path";
import type { Artifact } from "../artifact";
import { type BundleFailure, failure } from "../failure";
import { copyFolder } from "./copy-files";
import type { Skip } from "./list-files";
import { isSecret } from "./secret-files";

/** A folder of the caller that goes into a package. */
export interface SourceFolder {
  /** The prop that names it. */
  readonly prop: string;
  /** As the caller wrote it. */
  readonly value: string;
  readonly from: string;
  readonly to: string;
  /** Files that are left out, in addition to secrets. @default - nothing */
  readonly skip?: Skip;
}

/** Receives notices. */
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
    if (isSecret(name, path) || isSecret(basename(realpathSync(path)), path)) {
      // Everyone expects these to stay behind.
      if (![".git", ".terraform", ".serverform"].includes(name)) secrets.push(inside);
      return true;
    }
    const target = leadsOut(path);
    if (target !== undefined) links.push(linkFailure(artifact, source, inside, target));
    return target !== undefined;
  });
  if (secrets.length > 0) notify(leftOut(artifact, prop, value, secrets));
  return links;
}

/** Notes that a named file is one that is otherwise left out, and refuses a link that leads out of the project. */
export function checkNamedSource(
  artifact: Artifact,
  { prop, value, from }: Pick<SourceFolder, "prop" | "value" | "from">,
  notify: Notify,
): readonly BundleFailure[] {
  const target = linkCheck(artifact, from)(from);
  if (target !== undefined) return [linkFailure(artifact, { prop, value }, value, target)];
  if (isSecret(basename(from), from)) {
    notify(`serverform: ${ownerOf(artifact)}: ${prop} deploys ${value}, which usually holds secrets`);
  }
  return [];
}

/**
 * Where a link leads if that is outside the project; undefined otherwise.
 *
 * The folder that the caller named belongs to the project, also when its path leads out of the folder of cdktf.json. The same
 * holds for one that the library named, such as an installed package, which package managers set as a link.
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

function isInside(path: string, folder: string): boolean {
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
