import type { Stats } from "node:fs";
import { basename, relative, resolve, sep } from "node:path";
import { watch } from "chokidar";
import { onEveryChange } from "../../invoke";

/** Which files are watched, and what happens when they change. */
export interface AppWatchOptions {
  readonly root: string;
  /** Absolute paths of folders that the app or the server writes to. */
  readonly ignored: readonly string[];
  /** Whether a file (absolute path) is bundled into a function. Such files do not change the app. */
  readonly isHandlerInput: (file: string) => boolean;
  /** Called after a change. The next call waits until the promise is settled. */
  readonly onChange: (files: readonly string[]) => Promise<void>;
}

/** A running watcher. */
export interface AppWatch {
  close(): Promise<void>;
}

/** How long to wait for further changes. Some editors write a file in several steps. */
const quietMs = 20;

/**
 * Watches the files that the app command reads.
 *
 * Changes during a call of `onChange` are collected for one further call.
 */
export async function watchApp({
  root,
  ignored,
  isHandlerInput,
  onChange,
}: AppWatchOptions): Promise<AppWatch> {
  const watcher = watch(root, {
    ignoreInitial: true,
    ignored: (path, stats) =>
      isForeign(path) || isHidden(root, path, stats) || ignored.some((folder) => isBelow(folder, path)),
  });
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const waiting = new Set<string>();
  const run = async (): Promise<void> => {
    while (waiting.size > 0) {
      const files = [...waiting];
      waiting.clear();
      await onChange(files);
    }
    running = undefined;
  };
  const changed = (file: string): void => {
    waiting.add(file);
    if (running !== undefined) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = run();
    }, quietMs);
  };
  onEveryChange(watcher, (path) => {
    const file = resolve(root, path);
    if (!isHandlerInput(file)) changed(file);
  });
  await new Promise<void>((ready) => watcher.once("ready", () => ready()));
  return {
    close: async () => {
      clearTimeout(timer);
      await watcher.close();
      await running;
    },
  };
}

/** Logs, states of Terraform, temporary files of editors, and declarations of types, which are no code that runs. */
const foreignFile = /~$|^\.#|\.sw[px]$|\.log$|\.tfstate(\.|$)|\.d\.[cm]?ts$/;

/** Whether a path belongs to installed packages, or to a program that writes beside the app. */
function isForeign(path: string): boolean {
  const name = basename(path);
  return name === "node_modules" || foreignFile.test(name);
}

/** Whether a path is in a folder whose name begins with a dot: version control, Terraform, or what a framework builds. */
function isHidden(root: string, path: string, stats: Stats | undefined): boolean {
  const names = relative(root, path).split(sep);
  const folders = stats?.isDirectory() ? names : names.slice(0, -1);
  return folders.some((name) => name.startsWith("."));
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}
