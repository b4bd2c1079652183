import { realpathSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { NodeArtifact } from "../artifact";
import { CachedBundles, isCacheable } from "./cached-bundles";

/** The input of the thread. */
export interface AheadData {
  /** How many artifacts are done, whether or not their bundles were kept. */
  readonly progress: Int32Array;
  /** Takes `AheadResult`. */
  readonly results: MessagePort;
}

/** The output of the thread. */
export interface AheadResult {
  /** Names of entries in the cache, and folders with their files. */
  readonly ready: readonly (readonly [name: string, folder: string])[];
  /** To be removed in the end. */
  readonly folder?: string;
}

/** After this time without progress, synthesis bundles what is missing by itself. */
const patienceMs = 120_000;

/**
 * Bundles handlers on another core while the app is still declared.
 *
 * The bundles go into the cache, and only there: synthesis looks for them by what it needs in the end, and by what the
 * sources contain then. Without a cache nothing is bundled early.
 */
export class EarlyBundling {
  private readonly progress = new Int32Array(new SharedArrayBuffer(4));
  private readonly appPath: string;
  private readonly cached: CachedBundles | undefined;
  private readonly channel = new MessageChannel();
  private readonly folders: string[] = [];
  private worker: Worker | undefined;
  private sent = 0;
  private isClosed = false;

  constructor(appPath: string) {
    this.appPath = realpathSync(appPath);
    this.cached = CachedBundles.open(this.appPath, () => {});
  }

  /** Begins to bundle an artifact whose bundle is not there yet. */
  add({ hooks, ...given }: NodeArtifact): void {
    // Commands may write the sources.
    if (this.cached === undefined || hooks !== undefined || this.isClosed) return;
    const artifact = { ...given, appPath: this.appPath };
    if (!isCacheable(artifact) || this.cached.has(artifact)) return;
    this.worker ??= startWorker({ progress: this.progress, results: this.channel.port2 });
    this.worker.postMessage(artifact);
    this.sent += 1;
  }

  /** Whether something is being bundled, or was and has not been asked for. */
  get isRunning(): boolean {
    return this.worker !== undefined;
  }

  /** Waits until everything is bundled, and ends the thread. Returns folders with files of entries in the cache. */
  finish(): ReadonlyMap<string, string> {
    const ready = new Map<string, string>();
    if (this.worker === undefined) return ready;
    for (;;) {
      const done = Atomics.load(this.progress, 0);
      if (done >= this.sent || Atomics.wait(this.progress, 0, done, patienceMs) === "timed-out") break;
    }
    const next = () => receiveMessageOnPort(this.channel.port1)?.message as AheadResult | undefined;
    for (let result = next(); result !== undefined; result = next()) {
      for (const [name, folder] of result.ready) ready.set(name, folder);
      if (result.folder !== undefined) this.folders.push(result.folder);
    }
    void this.worker.terminate();
    this.worker = undefined;
    return ready;
  }

  /** Removes bundles that no artifact has asked for. Handlers that are declared later are bundled at the synthesis. */
  close(): void {
    for (const folder of this.folders.splice(0)) rmSync(folder, { recursive: true, force: true });
    this.isClosed = true;
  }
}

function startWorker(workerData: AheadData): Worker {
  const file = require.resolve("./ahead-worker");
  // Flags of this process may load what the thread does not need.
  const options = { workerData, execArgv: [], transferList: [workerData.results] };
  const worker = file.endsWith(".js")
    ? new Worker(file, options)
    : new Worker(compiled(file), { ...options, eval: true });
  worker.unref();
  // A thread that has failed has made no progress; synthesis bundles by itself.
  worker.on("error", () => {});
  return worker;
}

/** In a checkout the program is TypeScript, which not every Node version can run. */
function compiled(file: string): string {
  const { buildSync } = createRequire(file)("esbuild") as typeof import("esbuild");
  const { outputFiles } = buildSync({
    entryPoints: [file],
    bundle: true,
    platform: "node",
    packages: "external",
    write: false,
    logLevel: "error",
    banner: { js: `require = require("node:module").createRequire(${JSON.stringify(file)});` },
  });
  return outputFiles[0]?.text ?? "";
}
