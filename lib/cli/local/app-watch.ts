import { fstatSync, type Stats, statSync } from "node:fs";
import { basename, relative, resolve, sep } from "node:path";
import { contained, createFolderWatcher, settled } from "../../local";
import type { CommandContext } from "../project/command-context";
import type { LocalCommandOptions } from "./options";

export interface AppWatchOptions {
  readonly root: string;
  /** Absolute paths of folders that the app or the server writes to. */
  readonly ignored: readonly string[];
  /** Whether a file (absolute path) is bundled into a function. Such files do not change the app. */
  readonly isHandlerInput: (file: string) => boolean;
  /** Descriptors that this program writes its messages to, which may be files below the root. @default - stdout and stderr */
  readonly outputs?: readonly number[];
  /** Called if the system does not allow watching. */
  readonly failed: (error: Error) => void;
  /** Called after a change. The next call waits until the promise is settled. */
  readonly onChange: (files: readonly string[]) => Promise<void>;
}

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
  outputs = [1, 2],
  failed,
  onChange,
}: AppWatchOptions): Promise<AppWatch> {
  const written = outputs.flatMap(fileOf);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const waiting = new Set<string>();
  const run = async (): Promise<void> => {
    while (waiting.size > 0) {
      const files = [...waiting];
      waiting.clear();
      await onChange(files);
    }
  };
  const changed = (file: string): void => {
    waiting.add(file);
    if (running !== undefined) return;
    clearTimeout(timer);
    timer = setTimeout(
      contained("changes of the app", () => {
        running = run().finally(() => {
          running = undefined;
        });
      }),
      quietMs,
    );
  };
  const watcher = createFolderWatcher({
    changed: (path) => {
      if (!isHandlerInput(path)) changed(path);
    },
    failed,
    ignored: (path) =>
      isForeign(path) ||
      isHidden(root, path) ||
      ignored.some((folder) => isBelow(folder, path)) ||
      written.some((file) => isSame(file, statSync(path, { throwIfNoEntry: false }))),
  });
  watcher.add(resolve(root), true);
  await watcher.ready();
  return {
    close: async () => {
      clearTimeout(timer);
      await watcher.close();
      await running;
    },
  };
}

/** Logs, Terraform states, temporary files of editors, and type declarations, which do not run. */
const foreignFile = /~$|^\.#|\.sw[px]$|\.log$|\.tfstate(\.|$)|\.d\.[cm]?ts$/;

/** Whether a path belongs to installed packages, or to a program that writes next to the app. */
function isForeign(path: string): boolean {
  const name = basename(path);
  return name === "node_modules" || foreignFile.test(name);
}

/** Whether a path is in, or is, a folder whose name begins with a dot: version control, Terraform, or a framework's output. */
function isHidden(root: string, path: string): boolean {
  const names = relative(root, path).split(sep);
  const name = names.pop() ?? "";
  if (names.some((folder) => folder.startsWith(".") && folder !== "..")) return true;
  return name.startsWith(".") && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The file of a descriptor; empty for a terminal or a pipe. */
function fileOf(descriptor: number): Stats[] {
  try {
    const found = fstatSync(descriptor);
    return found.isFile() ? [found] : [];
  } catch {
    // A closed descriptor.
    return [];
  }
}

const isSame = (one: Stats, other: Stats | undefined): boolean =>
  one.ino === other?.ino && one.dev === other.dev;

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

/** The changes of an app, before a server runs that can handle them, and after that. */
export class AppChanges {
  private handler: (() => Promise<void>) | undefined;
  private hasChanged = false;
  private settle = (): void => {};
  private former: Promise<void> | undefined;
  private watching: AppWatch | undefined;

  async watch(options: Omit<AppWatchOptions, "onChange">): Promise<void> {
    this.watching = await watchApp({ ...options, onChange: () => this.changed() });
  }

  /** Notes a change, or handles it after an earlier one. Calls do not overlap. */
  async changed(): Promise<void> {
    await this.former;
    if (this.handler !== undefined) return this.handler();
    this.hasChanged = true;
    this.settle();
  }

  /** Settles after the next change, or immediately if an earlier change was not awaited. */
  async next(): Promise<void> {
    if (!this.hasChanged) {
      await new Promise<void>((done) => {
        this.settle = done;
      });
    }
    this.hasChanged = false;
  }

  /** Handles changes from now on, including an earlier one that was not awaited. */
  handle(onChange: () => Promise<void>): void {
    this.handler = onChange;
    if (this.hasChanged) this.former = settled("changes of the app", onChange());
  }

  async close(): Promise<void> {
    await this.watching?.close();
    await this.former;
  }
}

/** Undefined if no files are to be watched. */
export async function watchForChanges(
  { project, terminal }: CommandContext,
  { watch, from, data }: LocalCommandOptions,
  isHandlerInput: (file: string) => boolean,
): Promise<AppChanges | undefined> {
  if (!watch || from !== undefined) return undefined;
  const changes = new AppChanges();
  await changes.watch({
    root: project.root,
    // Requests write to the data folder, so its changes are not changes of the app.
    ignored: [resolve(project.root, project.output), ...(data === undefined ? [] : [resolve(data)])],
    isHandlerInput,
    failed: (error) => terminal.error(`Files cannot be watched: ${error.message}`),
  });
  return changes;
}
