import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { endModuleSearch, readBundlesFile, startBundler, unzipInto } from "../../../bundle";
import type { Timers } from "../clock";
import type { InvokeReport } from "../events";
import type { FunctionSettings } from "../function-settings";
import { type Watch, watchFolders } from "../watch/watch-folders";
import { BuiltCode } from "./built-code";
import { BundleWatcher } from "./bundle-watcher";
import type { Code, CodeProblem, ReadyCode } from "./code";
import { SourcePositions } from "./source-positions";

export interface BundlesOptions {
  /** The list of artifacts from a synthesis with `SERVERFORM_BUNDLES_FILE`. Undefined: nothing is built on demand. */
  readonly file?: string;
  /** Folder for source maps and extracted zips. */
  readonly folder: string;
  readonly report: InvokeReport;
  /** Called after each change of built code. @default - nothing is called */
  readonly changed?: () => void;
  /**
   * Reports changes of files; `false` disables watching.
   *
   * @default - watches the sources of the bundles in use
   */
  readonly watch?: Watch | false;
  /**
   * Whether debuggers read the code of Node functions: it is not minified, and has a source map.
   *
   * @default false
   */
  readonly isDebugged?: boolean;
  /** The clock for the delay between a change and a build. @default - the system's */
  readonly clock?: Timers;
}

export class Bundles {
  private readonly built = new Map<string, BuiltCode>();
  private readonly watcher: BundleWatcher | undefined;
  private readonly warned = new Set<string>();

  constructor(private readonly options: BundlesOptions) {
    const { watch = watchFolders, report } = options;
    if (watch !== false) this.watcher = new BundleWatcher(watch, report);
    this.reload();
  }

  codeOf(owner: Pick<FunctionSettings, "name" | "code">): Code {
    const { artifact } = owner.code;
    const found = artifact && this.built.get(keyOf(artifact));
    return found ?? deployedCode(owner, join(this.options.folder, "unzipped"));
  }

  /**
   * Whether a change of the file changes the code of a function.
   *
   * Only a build shows all sources. Before the first build, this covers only the entry file or the source folder.
   */
  isSource(file: string): boolean {
    return [...this.built.values()].some((each) => each.isSource(file));
  }

  /** Reads the bundles file again, after a synthesis. */
  reload(): void {
    const { file, folder, isDebugged = false } = this.options;
    if (file === undefined) return;
    const removed = new Set(this.built.keys());
    for (const { stack, name, artifact } of readBundlesFile(file).planned) {
      const key = keyOf({ stack, name });
      removed.delete(key);
      const known = this.built.get(key);
      if (known !== undefined) known.update(artifact);
      else {
        const mapsFolder = join(folder, "maps", stack, name);
        const { options, warn, watcher } = this;
        this.built.set(key, new BuiltCode(artifact, { ...options, mapsFolder, warn, watcher, isDebugged }));
      }
    }
    for (const key of removed) {
      void this.built.get(key)?.stop();
      this.built.delete(key);
    }
  }

  /** Reports each warning once: functions share files, and builds are repeated. */
  private readonly warn = (texts: readonly string[]): void => {
    for (const text of texts) {
      if (this.warned.has(text)) continue;
      this.warned.add(text);
      this.options.report({ event: "warning", text });
    }
  };

  /** Loads the modules for the first build, without building. Never rejects. */
  async prepare(): Promise<void> {
    if ([...this.built.values()].some((each) => each.isNode)) await startBundler();
  }

  async stop(): Promise<void> {
    await Promise.all([this.watcher?.close(), ...[...this.built.values()].map((each) => each.stop())]);
  }
}

const keyOf = ({ stack, name }: { readonly stack: string; readonly name: string }): string =>
  `${stack}/${name}`;

/** A synthesis without bundling writes this file instead of the code. */
const placeholderFile = "not-bundled.txt";

const emptyZipBytes = 22;

type CodeOwner = Pick<FunctionSettings, "name" | "code">;

/** Code that runs as packaged: a folder, or a zip that is extracted to a folder below `unzippedFolder`. */
export function deployedCode(owner: CodeOwner, unzippedFolder: string): Code {
  let current: ReadyCode | CodeProblem | undefined;
  let positions: SourcePositions | undefined;
  const find = (): ReadyCode | CodeProblem => {
    const found = findCode(owner, unzippedFolder);
    if ("folder" in found) positions = new SourcePositions(found);
    return found;
  };
  return {
    get current() {
      return current;
    },
    ready: async () => {
      current ??= find();
      return current;
    },
    onChange: () => () => {},
    position: (line) => positions?.position(line) ?? line,
  };
}

function findCode({ name, code }: CodeOwner, unzippedFolder: string): ReadyCode | CodeProblem {
  const { folder, zip } = code;
  if (folder !== undefined && existsSync(folder)) {
    if (existsSync(join(folder, placeholderFile))) return notBundled(name, folder);
    return { folder: realpathSync(folder) };
  }
  if (zip === undefined) return refusal(`${name} has no code here: only code in a zip or a folder can run.`);
  if (!existsSync(zip)) {
    return refusal(`${name}: its code ${zip} does not exist. Synthesize the app with its bundles first.`);
  }
  return unzip(name, zip, unzippedFolder);
}

/** Each content has its own folder, so that a new zip does not change the code of running functions. */
function unzip(name: string, zip: string, unzippedFolder: string): ReadyCode | CodeProblem {
  if (!statSync(zip).isFile()) return refusal(`${name}: its code ${zip} is not a file.`);
  const bytes = readFileSync(zip);
  if (bytes.length <= emptyZipBytes) return notBundled(name, zip);
  const folder = join(unzippedFolder, createHash("sha256").update(bytes).digest("hex").slice(0, 16));
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`;
    endModuleSearch(unzippedFolder);
    const problem = unzipInto(bytes, unfinished);
    if (problem === undefined) renameSync(unfinished, folder);
    else rmSync(unfinished, { recursive: true, force: true });
    if (problem !== undefined)
      return refusal(`${name}: its code ${zip} cannot be read as a zip: ${problem}.`);
  }
  return { folder: realpathSync(folder) };
}

const refusal = (problem: string): CodeProblem => ({ problem, isRefusal: true });

const notBundled = (name: string, path: string): CodeProblem =>
  refusal(`${name}: ${path} was synthesized without bundling. Synthesize the app with its bundles first.`);
