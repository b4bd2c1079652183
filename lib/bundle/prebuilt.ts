import { chmodSync, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { PrebuiltArtifact } from "./artifact";
import { type BundleFailure, failure } from "./failure";
import { copyFolder } from "./files/copy-files";
import { unzipInto } from "./files/unzip";

/** Copies the content of a folder or a zip unchanged. */
export function bundlePrebuilt(artifact: PrebuiltArtifact): readonly BundleFailure[] {
  const { appPath, srcPath, outDir, runtime } = artifact;
  const source = join(appPath, srcPath);
  if (statSync(source).isDirectory()) copyFolder(source, outDir);
  else {
    const reason = unzipInto(readFileSync(source), outDir);
    if (reason !== undefined) {
      return [failure(artifact, "zip-unreadable", "srcPath", { value: srcPath, reason })];
    }
  }
  const bootstrap = join(outDir, "bootstrap");
  // Some zip tools and checkouts lose the executable bit, which this file always needs.
  if (runtime.startsWith("provided") && existsSync(bootstrap)) chmodSync(bootstrap, 0o755);
  return [];
}
