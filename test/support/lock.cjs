const { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } = require("node:fs");
const { dirname, join } = require("node:path");

/** Does work of which the processes of a test run share the result: one does it, the others wait until it is done. */
exports.doOnce = (lock, isDone, work) => {
  mkdirSync(dirname(lock), { recursive: true });
  while (!isDone()) {
    try {
      mkdirSync(lock);
    } catch {
      waitFor(lock);
      continue;
    }
    try {
      writeFileSync(join(lock, "pid"), String(process.pid));
      if (!isDone()) work();
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
};

/** Waits for a moment. A process that was killed leaves its lock behind. */
function waitFor(lock) {
  const pid = pidOf(lock);
  const { mtimeMs = Number.NaN } = statSync(lock, { throwIfNoEntry: false }) ?? {};
  const isLeft = pid === undefined ? Date.now() - mtimeMs > 10_000 : !isAlive(pid);
  if (isLeft) rmSync(lock, { recursive: true, force: true });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
}

function pidOf(lock) {
  try {
    return Number(readFileSync(join(lock, "pid"), "utf8")) || undefined;
  } catch {
    // It is not written yet, or the lock is gone.
    return undefined;
  }
}

/** Whether a process is running. */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
exports.isAlive = isAlive;
