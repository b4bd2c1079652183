import { chmodSync, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { PrebuiltArtifact } from "./artifact";
import { type BundleFailure, failure } from "./failure";
import { copyFolder } from "./files/copy-files";
import { unzipInto } from "./files/unzip";

/** Takes the content of a folder or of a zip as it is. */
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
  // Not every way to make a zip or a checkout keeps that a file is executable; this one is always meant to be.
  if (runtime.startsWith("provided") && existsSync(bootstrap)) chmodSync(bootstrap, 0o755);
  return [];
}
