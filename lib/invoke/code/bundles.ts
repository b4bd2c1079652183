import { basename, dirname, join } from "node:path";
import { readBundlesFile } from "../../bundle";
import type { Model } from "../../local/model/model";
import type { Report } from "../../local/report";
import { BuiltCode } from "./built-code";
import { BundleWatcher } from "./bundle-watcher";
import type { Code } from "./code";
import { asItIs } from "./deployed-code";
import { type Watch, watchFolders } from "./watch-folders";

export type { Code, CodeProblem, ReadyCode } from "./code";

/** A function, as far as its code goes. */
export interface CodeOwner {
  readonly name: string;
  /** Path of the zip that it is deployed with. */
  readonly filename: string | undefined;
}

/** Finds the code of functions, and bundles it when it is first needed. */
export interface Bundles {
  codeOf(model: Model, owner: CodeOwner): Code;
  /** Whether a file is bundled into functions, as far as is known: what was never bundled tells only where it begins. */
  isSource(file: string): boolean;
  /** Reads the list of artifacts again, after a synthesis. */
  reload(): void;
  /** Ends the builds and the watching. */
  stop(): Promise<void>;
}

export interface BundlesOptions {
  /** What `app.synth()` has listed with `SERVERFORM_BUNDLES_FILE`. Undefined: all code is in the output already. */
  readonly file?: string;
  /** `.serverform/local` of the project: below it lies what is made here. */
  readonly folder: string;
  readonly report: Report;
  /**
   * Tells of changed files; `false`: nothing is watched.
   *
   * @default - the files of the bundles in use are watched
   */
  readonly watch?: Watch | false;
}

/** The code of a model's functions. */
export function createBundles(options: BundlesOptions): Bundles {
  return new LocalBundles(options);
}

class LocalBundles implements Bundles {
  private readonly built = new Map<string, BuiltCode>();
  private readonly watcher: BundleWatcher | undefined;

  constructor(private readonly options: BundlesOptions) {
    const { watch = watchFolders, report } = options;
    if (watch !== false) this.watcher = new BundleWatcher(watch, report);
    this.reload();
  }

  codeOf(model: Model, { name, filename }: CodeOwner): Code {
    const found = filename === undefined ? undefined : this.built.get(keyOf(filename));
    return found ?? asItIs(model, name, filename, join(this.options.folder, "unzipped"));
  }

  isSource(file: string): boolean {
    return [...this.built.values()].some((each) => each.isSource(file));
  }

  reload(): void {
    const { file, report, folder } = this.options;
    if (file === undefined) return;
    const gone = new Set(this.built.keys());
    for (const { stack, name, artifact } of readBundlesFile(file).planned) {
      const key = `${stack}/${name}`;
      gone.delete(key);
      const known = this.built.get(key);
      if (known !== undefined) known.update(artifact);
      else {
        const mapsFolder = join(folder, "maps", stack, name);
        this.built.set(key, new BuiltCode(artifact, { mapsFolder, report, watcher: this.watcher }));
      }
    }
    for (const key of gone) {
      void this.built.get(key)?.stop();
      this.built.delete(key);
    }
  }

  async stop(): Promise<void> {
    await Promise.all([this.watcher?.close(), ...[...this.built.values()].map((each) => each.stop())]);
  }
}

/** `<output>/stacks/<stack>/assets/<name>.zip`, wherever the output lies. */
function keyOf(filename: string): string {
  return `${basename(dirname(dirname(filename)))}/${basename(filename, ".zip")}`;
}
