// A thread that bundles before synthesis asks for the bundles. early-bundling.ts starts it.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { build } from "esbuild";
import type { NodeArtifact } from "../artifact";
import { CachedBundles } from "./cached-bundles";
import type { AheadData, AheadResult } from "./early-bundling";
import { type EsbuildRequest, succeeded } from "./esbuild/esbuild";
import { buildOutcome } from "./esbuild/esbuild-async";
import { exportsShown } from "./exports";
import { relocate } from "./relocate-source-maps";
import { groups, requestFor, withMetafile } from "./requests";

const { progress, results } = workerData as AheadData;
const waiting: NodeArtifact[] = [];
let isBusy = false;

parentPort?.on("message", (artifact: NodeArtifact) => {
  waiting.push(artifact);
  if (!isBusy) void work();
});

/** Requests that arrive during a build are bundled together, so that common files are parsed once. */
async function work(): Promise<void> {
  isBusy = true;
  // Messages that have already been sent arrive first.
  await new Promise((resolve) => setImmediate(resolve));
  while (waiting.length > 0) {
    const batch = waiting.splice(0);
    try {
      await bundle(batch);
    } catch {
      // Synthesis builds what is missing, and says what is wrong with it.
    }
    Atomics.add(progress, 0, batch.length);
    Atomics.notify(progress, 0);
  }
  isBusy = false;
}

/** Keeps the bundles for synthesis. It reports what is wrong, so that nothing is kept of a build with errors. */
async function bundle(given: readonly NodeArtifact[]): Promise<void> {
  const [first] = given;
  const cache = first && CachedBundles.open(first.appPath, () => {});
  if (cache === undefined) return;
  const folder = cache.folderForBuilds();
  try {
    const artifacts = given.map((artifact, index) => ({ ...artifact, outDir: join(folder, String(index)) }));
    await Promise.all(groups(artifacts).map((group) => bundleGroup(cache, group)));
    cache.close();
    results.postMessage({ folder, ready: [] } satisfies AheadResult);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function bundleGroup(cache: CachedBundles, group: readonly NodeArtifact[]): Promise<void> {
  const begun = cache.begin();
  if (begun === undefined) return;
  const request: EsbuildRequest = withMetafile(requestFor(group));
  const outcome = await buildOutcome(build, request);
  const { metafile, warnings } = outcome;
  if (!succeeded(outcome) || metafile === undefined) return;
  for (const artifact of group) relocate(artifact);
  const stored = cache.store(group, { metafile, warnings, begun }, exportsShown);
  const ready = [...stored].map(([{ outDir }, { name }]) => [name, outDir] as const);
  results.postMessage({ ready } satisfies AheadResult);
}
