import { dirname, sep } from "node:path";
import type { BuildInputs } from "../../../bundle";
import { contained } from "../../../facts/text/contained";
import type { InvokeReport } from "../events";
import type { FolderWatcher, Watch } from "../watch/watch-folders";

export interface WatchedBuild {
  readonly inputs: BuildInputs;
  /** The watcher calls this after a change of an input. */
  changed(path: string): void;
}

/** Watches the inputs of all used bundles, each folder once. */
export class BundleWatcher {
  private readonly builds = new Set<WatchedBuild>();
  private readonly shallow = new Set<string>();
  private readonly deep = new Set<string>();
  private folders: FolderWatcher | undefined;

  constructor(
    private readonly watch: Watch,
    private readonly report: InvokeReport,
  ) {}

  /** Watches the inputs of a build. Call it again after a change of the inputs. Returns whether one of them is new. */
  add(build: WatchedBuild): boolean {
    const before = this.shallow.size + this.deep.size;
    this.folders ??= this.watch(
      contained("bundle", (path) => this.changed(path)),
      contained("bundle", (error) =>
        this.report({ event: "warning", text: `Files cannot be watched: ${error.message}` }),
      ),
    );
    this.builds.add(build);
    const { files, folders, searched } = build.inputs;
    for (const folder of folders) this.watchFolder(folder, this.deep, true);
    for (const folder of new Set([...files.map((file) => dirname(file)), ...searched])) {
      this.watchFolder(folder, this.shallow, false);
    }
    return this.shallow.size + this.deep.size > before;
  }

  remove(build: WatchedBuild): void {
    this.builds.delete(build);
  }

  async close(): Promise<void> {
    this.builds.clear();
    await this.folders?.close();
  }

  private watchFolder(folder: string, known: Set<string>, isDeep: boolean): void {
    if (known.has(folder)) return;
    known.add(folder);
    this.folders?.add(folder, isDeep);
  }

  private changed(path: string): void {
    for (const { inputs, changed } of this.builds) {
      const isInput =
        inputs.files.some((file) => file === path || dirname(file) === path) ||
        inputs.folders.some((folder) => path === folder || path.startsWith(folder + sep)) ||
        [path, dirname(path)].some((folder) => inputs.searched.includes(folder));
      if (isInput) changed(path);
    }
  }
}
