import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import type { NodeArtifact } from "../artifact";
import { CachedBundles, isCacheable } from "./cached-bundles";

/** What the thread is given. */
export interface AheadData {
  /** How many artifacts are done, whether or not their bundles were kept. */
  readonly progress: Int32Array;
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
  private worker: Worker | undefined;
  private sent = 0;

  constructor(appPath: string) {
    this.appPath = realpathSync(appPath);
    this.cached = CachedBundles.open(this.appPath, () => {});
  }

  /** Begins to bundle an artifact whose bundle is not there yet. */
  add({ hooks, ...given }: NodeArtifact): void {
    // Commands may write the sources.
    if (this.cached === undefined || hooks !== undefined) return;
    const artifact = { ...given, appPath: this.appPath };
    if (!isCacheable(artifact) || this.cached.has(artifact)) return;
    this.worker ??= startWorker({ progress: this.progress });
    this.worker.postMessage(artifact);
    this.sent += 1;
  }

  /** Waits until everything is bundled, and ends the thread. */
  finish(): void {
    if (this.worker === undefined) return;
    for (;;) {
      const done = Atomics.load(this.progress, 0);
      if (done >= this.sent || Atomics.wait(this.progress, 0, done, patienceMs) === "timed-out") break;
    }
    void this.worker.terminate();
    this.worker = undefined;
    this.sent = 0;
    Atomics.store(this.progress, 0, 0);
  }
}

function startWorker(workerData: AheadData): Worker {
  const file = require.resolve("./ahead-worker");
  // Flags of this process may load what the thread does not need.
  const options = { workerData, execArgv: [] };
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
    banner: { js: `require = require("node:module").createRequire(${JSON.stringify(file)});` },
  });
  return outputFiles[0]?.text ?? "";
}
