import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fail } from "../errors";
import type { MigratedFile } from "./project-files";

/** The paths of the files of a migration: written, changed, and left unchanged. */
export interface WrittenFiles {
  readonly created: readonly string[];
  readonly changed: readonly string[];
  readonly kept: readonly string[];
}

/** Writes all files or none. Only files that say so replace what is there. */
export function writeFiles(folder: string, files: readonly MigratedFile[]): WrittenFiles {
  const isThere = ({ path }: MigratedFile) => existsSync(join(folder, path));
  const present = files.filter(isThere);
  const obstacles = present.filter(({ ifPresent }) => ifPresent === "refuse");
  if (obstacles.length > 0)
    fail("serverform migrate", "migrate-files-exist", "<folder>", { files: pathsOf(obstacles) });
  const created = files.filter((each) => !present.includes(each));
  const changed = present.filter(({ ifPresent }) => ifPresent === "replace");
  const undo: (() => void)[] = [];
  try {
    for (const { path, text } of created) create(join(folder, path), text, undo);
    for (const { path, text } of changed) replace(join(folder, path), text, undo);
  } catch (error) {
    for (const each of undo.reverse()) each();
    fail("serverform migrate", "migrate-folder-unusable", "<folder>", {
      value: folder,
      reason: (error as Error).message,
    });
  }
  const kept = present.filter(({ ifPresent }) => ifPresent === "keep");
  return { created: pathsOf(created), changed: pathsOf(changed), kept: pathsOf(kept) };
}

const pathsOf = (files: readonly MigratedFile[]): readonly string[] => files.map(({ path }) => path);

function create(target: string, text: string, undo: (() => void)[]): void {
  const made = mkdirSync(dirname(target), { recursive: true });
  if (made !== undefined) undo.push(() => rmSync(made, { recursive: true, force: true }));
  writeFileSync(target, text, { flag: "wx" });
  undo.push(() => rmSync(target, { force: true }));
}

function replace(target: string, text: string, undo: (() => void)[]): void {
  const before = readFileSync(target);
  undo.push(() => writeFileSync(target, before));
  writeFileSync(target, text);
}
