import { type Artifact, type EarlyBundling, startEarlyBundling } from "../../../bundle";
import { FactKey, factOf } from "../../core/app-facts";
import type { OwningApp } from "../scope/owner";
import { isUnitTest } from "../settings/settings";

/** The bundling of the synthesis that runs. */
const running = new FactKey<{ bundling?: EarlyBundling | undefined }>("early bundling", () => ({}));

/** Begins to bundle the code of an app. Unit tests mostly need no code, and end before a build does. */
export function bundleEarly(app: OwningApp, artifacts: () => readonly Artifact[]): void {
  if (isUnitTest()) return;
  const declared = artifacts();
  const state = factOf(app, running);
  state.bundling = declared.length === 0 ? undefined : startEarlyBundling(app.appPath, declared);
}

/** The early bundling that has begun; undefined without one. */
export const earlyBundlingOf = (app: OwningApp): EarlyBundling | undefined => factOf(app, running).bundling;
