import { chmodSync, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { PrebuiltArtifact } from "./artifact";
import { type BundleFailure, failure } from "./failure";
import { copySource, type Notify } from "./files/copy-source";
import { unzipInto } from "./files/unzip";

/** Copies the content of a folder, without secrets, or of a zip unchanged. */
export function bundlePrebuilt(artifact: PrebuiltArtifact, notify: Notify): readonly BundleFailure[] {
  const { appPath, srcPath, outDir, runtime, sourceProp = "srcPath" } = artifact;
  const source = join(appPath, srcPath);
  if (statSync(source).isDirectory()) {
    const folder = { prop: sourceProp, value: srcPath, from: source, to: outDir };
    const failures = copySource(artifact, folder, notify);
    if (failures.length > 0) return failures;
  } else {
    const reason = unzipInto(readFileSync(source), outDir);
    if (reason !== undefined) {
      return [failure(artifact, "zip-unreadable", sourceProp, { value: srcPath, reason })];
    }
  }
  const bootstrap = join(outDir, "bootstrap");
  // Some zip tools and checkouts lose the executable bit, which this file always needs.
  if (runtime.startsWith("provided") && existsSync(bootstrap)) chmodSync(bootstrap, 0o755);
  return [];
}
