import fs = require("node:fs");

import { before, type Observed } from "./observe";
import { notePath, recordDoubt } from "./writer";

const isRecursive = (value: unknown): boolean =>
  typeof value === "object" && value !== null && (value as { recursive?: unknown }).recursive === true;

/** The functions of `fs` that read subfolders with the option `recursive`. */
const readsFolders = /^(?:readdir|opendir|watch|cp)/;

/** Records the paths of all functions of `fs`. Those that write are few, and their paths count as read. */
export function observeFiles(): void {
  for (const owner of [fs, fs.promises] as unknown as readonly Observed[]) {
    // Classes open their files with functions of `fs`.
    for (const name of Object.keys(owner).filter((each) => /^[a-z]/.test(each))) {
      const mayBeDeep = readsFolders.test(name);
      before(owner, name, (args) => {
        if (name.startsWith("glob")) recordDoubt(`fs.${name}`);
        notePath(args[0], mayBeDeep && args.some(isRecursive));
      });
    }
  }
}
