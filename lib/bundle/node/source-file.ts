import { join, resolve } from "node:path";
import type { NodeArtifact } from "../artifact";
import { foldersUpwards } from "../files/list-files";
import { findEntry } from "./handler";
import { entryOf } from "./options";

/** The folder of the programs that this package ships for functions. */
const programsFolder = resolve(__dirname, "../../runtime/programs");

/** Absolute path of the entry file. */
export function sourceFileOf(artifact: NodeArtifact): string {
  if (artifact.isOfPackage !== true) return join(artifact.appPath, entryOf(artifact));
  // JavaScript in the published package, TypeScript in a checkout.
  return join(programsFolder, findEntry(programsFolder, ".", artifact.entry) ?? artifact.entry);
}

export function importPathOf(artifact: NodeArtifact): string {
  return artifact.isOfPackage === true ? sourceFileOf(artifact) : `./${entryOf(artifact)}`;
}

/**
 * Additional folders for the imports of an entry file.
 *
 * A package that the entry of this package imports belongs to the app, and a package manager may have installed it only for
 * the app.
 */
export function moduleFoldersOf({ appPath, isOfPackage }: NodeArtifact): string[] | undefined {
  if (isOfPackage !== true) return undefined;
  return [...foldersUpwards(appPath)].map((folder) => join(folder, "node_modules"));
}
