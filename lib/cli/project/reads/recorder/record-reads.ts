/**
 * Records the paths that a process of Node.js reads: a program that the app command loads first (`--require` in `NODE_OPTIONS`).
 *
 * Node.js loads it in each thread, also in the thread of the module hooks, which reads ES modules. If something may read files
 * that this program does not see, it records a doubt.
 */

import { syncBuiltinESMExports } from "node:module";
import { isMainThread } from "node:worker_threads";
import { observeFiles } from "./observe-files";
import { observeModules } from "./observe-modules";
import { observePrograms } from "./observe-programs";
import { endRecord, recordDoubt, write } from "./writer";

observeFiles();
const checkImports = observeModules();
observePrograms();
syncBuiltinESMExports();

if (isMainThread) {
  write({ kind: "started" });
  if (process.env.NODE_PATH) recordDoubt("NODE_PATH");
  // Listeners that come later may read, too.
  process.once("exit", () => {
    checkImports();
    endRecord();
  });
}
