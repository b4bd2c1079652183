import { dirname, sep } from "node:path";
import type { Report } from "../../local/report";
import type { FolderWatcher, Watch } from "./watch-folders";

/** What a build has read. */
export interface Inputs {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** Absolute paths of folders of which everything may have been read. */
  readonly folders: readonly string[];
  /** Absolute paths of folders in which a file was looked for that is not there: any new one may be it. */
  readonly searched: readonly string[];
}

/** Somebody who wants to know when what it has read changes. */
export interface Watching {
  readonly inputs: Inputs;
  changed(): void;
}

/** Watches the inputs of all bundles in use together, each folder once. */
export class BundleWatcher {
  private readonly watchings = new Set<Watching>();
  private readonly shallow = new Set<string>();
  private readonly deep = new Set<string>();
  private folders: FolderWatcher | undefined;

  constructor(
    private readonly watch: Watch,
    private readonly report: Report,
  ) {}

  /** Starts telling somebody; again, when the inputs have become others. */
  add(watching: Watching): void {
    this.folders ??= this.watch(
      (path) => this.changed(path),
      (error) => this.report({ event: "warning", text: `Files cannot be watched: ${error.message}` }),
    );
    this.watchings.add(watching);
    const { files, folders, searched } = watching.inputs;
    for (const folder of folders) this.watchFolder(folder, this.deep, true);
    for (const folder of new Set([...files.map((file) => dirname(file)), ...searched])) {
      this.watchFolder(folder, this.shallow, false);
    }
  }

  remove(watching: Watching): void {
    this.watchings.delete(watching);
  }

  async close(): Promise<void> {
    this.watchings.clear();
    await this.folders?.close();
  }

  private watchFolder(folder: string, known: Set<string>, isDeep: boolean): void {
    if (known.has(folder)) return;
    known.add(folder);
    this.folders?.add(folder, isDeep);
  }

  private changed(path: string): void {
    for (const { inputs, changed } of this.watchings) {
      const isInput =
        inputs.files.includes(path) ||
        inputs.folders.some((folder) => path.startsWith(folder + sep)) ||
        inputs.searched.includes(dirname(path));
      if (isInput) changed();
    }
  }
}
