import { availableParallelism } from "node:os";
import { type EarlyBundling, type NodeArtifact, startEarlyBundling } from "../../bundle";
import { FactKey, factOf } from "../../core/app-facts";
import type { OwningApp } from "../scope/owner";
import { environment, isUnitTest } from "../settings/settings";

/** Absent until the first handler is declared. */
const running = new FactKey<{ bundling?: EarlyBundling | undefined }>("early bundling", () => ({}));

/** Begins to bundle a handler, which `app.synth()` will ask for. */
export function bundleEarly(app: OwningApp, artifact: NodeArtifact): void {
  const state = factOf(app, running);
  if (!("bundling" in state)) state.bundling = willBundle() ? startEarlyBundling(app.appPath) : undefined;
  state.bundling?.add(artifact);
}

/** The early bundling that has begun; undefined without one. */
export const earlyBundlingOf = (app: OwningApp): EarlyBundling | undefined => factOf(app, running).bundling;

/** esbuild keeps two cores busy by itself: beside it, a thread only costs memory, and the app is ready no sooner. */
const coresOfEsbuild = 2;

/** Whether the app will probably be synthesized with its code. */
function willBundle(): boolean {
  const isWithoutCode = ["SERVERFORM_SKIP_BUNDLING", "SERVERFORM_BUNDLES_FILE"].some((name) =>
    environment(name),
  );
  const hasCores = availableParallelism() > coresOfEsbuild;
  return hasCores && !isWithoutCode && !isUnitTest();
}
