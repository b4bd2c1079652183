import { type Stats, statSync } from "node:fs";
import type { FSWatcher } from "chokidar";
import { contained } from "../../../facts/text/contained";

/** chokidar drops changes of a file for 50 ms after a change, also the last one. */
const droppedMs = 60;

/**
 * Calls the listener after each change that a watcher reports, and after those that it drops: a formatter that runs on
 * save, for example, writes the file again at once.
 */
export function onEveryChange(
  watcher: Pick<FSWatcher, "on" | "closed">,
  changed: (path: string) => void,
  afterMs = droppedMs,
): void {
  const awaited = new Set<string>();
  const lookAgain = (path: string, seen: number): void => {
    awaited.add(path);
    const look = contained("file watcher", (): void => {
      awaited.delete(path);
      const now = modifiedAt(path);
      if (watcher.closed || now === undefined || now === seen) return;
      changed(path);
      lookAgain(path, now);
    });
    setTimeout(look, afterMs).unref();
  };
  watcher.on(
    "all",
    contained("file watcher", (event: string, path: string, stats?: Stats) => {
      changed(path);
      if (event === "change" && stats !== undefined && !awaited.has(path)) lookAgain(path, stats.mtimeMs);
    }),
  );
}

/** Undefined if the file does not exist: its removal is an event of its own. */
function modifiedAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
