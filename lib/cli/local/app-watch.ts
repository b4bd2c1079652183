import { basename, resolve, sep } from "node:path";
import { watch } from "chokidar";

/** What a change of the app's own files does. */
export interface AppWatchOptions {
  readonly root: string;
  /** Folders that the app or the server writes, absolute. */
  readonly ignored: readonly string[];
  /** Files that are bundled into functions, absolute: a change there is no change of the app. */
  readonly isHandlerInput: (file: string) => boolean;
  /** Called when something has changed, never twice at the same time. */
  readonly onChange: (files: readonly string[]) => Promise<void>;
}

/** Stops watching. */
export interface AppWatch {
  close(): Promise<void>;
}

/** Long enough for an editor that writes a file in several steps. */
const quietMs = 20;

/**
 * Watches the files that the app command reads.
 *
 * What changes while a change is being worked on is worked on afterwards, once.
 */
export async function watchApp({
  root,
  ignored,
  isHandlerInput,
  onChange,
}: AppWatchOptions): Promise<AppWatch> {
  const watcher = watch(root, {
    ignoreInitial: true,
    ignored: (path) => isForeign(path) || ignored.some((folder) => isBelow(folder, path)),
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
  watcher.on("all", (_event, path) => {
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

/** Installed packages, version control, and what editors leave beside a file. */
function isForeign(path: string): boolean {
  const name = basename(path);
  return (
    ["node_modules", ".git", ".terraform", ".serverform"].includes(name) || /~$|^\.#|\.sw[px]$/.test(name)
  );
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}
