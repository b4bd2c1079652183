import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { lockFolder } from "../bundle";
import { privateFolder } from "./files/private-files";

/** The folder of a project's local servers. */
export const localFolder = (root: string): string => join(root, ".serverform", "local");

export interface ServerFolder {
  readonly path: string;
  /** Frees the folder for another server. */
  release(): void;
}

/**
 * Takes a folder for a server: that of the project, or the next one below it that no running server uses.
 *
 * Otherwise two servers in one project would write to the same output, code and `server.json`.
 */
export function takeServerFolder(folder: string): ServerFolder {
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? folder : join(folder, String(number));
    mkdirSync(path, privateFolder);
    const release = lockFolder(path, "server.lock");
    if (release !== undefined) return { path, release };
  }
}

/** The possible folders of a project's servers, in order. */
export function serverFolders(folder: string): readonly string[] {
  return [folder, ...numbersIn(folder).map((name) => join(folder, name))];
}

function numbersIn(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => /^\d+$/.test(name));
    return names.sort((left, right) => Number(left) - Number(right));
  } catch {
    return [];
  }
}
