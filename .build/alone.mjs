// Runs a command while no other process runs one through this file: `node .build/alone.mjs npm run compile`. Two builds at once write the same
// files of `dist`, and leave some of them empty. A second one waits.
import { spawnSync } from "node:child_process";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const lock = new URL("../.building", import.meta.url).pathname;
const own = `${lock}.${process.pid}`;

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Takes the lock. False if a process that runs has it. */
function take() {
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  try {
    // A killed process has left its lock.
    if (!isRunning(Number(readFileSync(lock, "utf8")))) rmSync(lock, { force: true });
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  return false;
}

writeFileSync(own, `${process.pid}`);
try {
  for (let isTold = false; !take(); isTold = true) {
    if (!isTold) process.stderr.write("Waiting for another build of this folder\n");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  try {
    const [command = "", ...args] = process.argv.slice(2);
    const { status } = spawnSync(command, args, { stdio: "inherit", shell: process.platform === "win32" });
    process.exitCode = status ?? 1;
  } finally {
    rmSync(lock, { force: true });
  }
} finally {
  rmSync(own, { force: true });
}
