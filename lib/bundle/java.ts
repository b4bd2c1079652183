import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JavaArtifact } from "./artifact";
import { run } from "./command";
import { type BundleFailure, failure } from "./failure";
import { unzipInto } from "./files/unzip";

const buildFiles = ["build.gradle", "build.gradle.kts"];

/** Builds the Gradle project of a Java artifact and unpacks the resulting zip. */
export function bundleJava(artifact: JavaArtifact): readonly BundleFailure[] {
  const { appPath, srcPath, outDir, runtime, buildTask, buildOutputDir } = artifact;
  const source = join(appPath, srcPath);
  if (!buildFiles.some((file) => existsSync(join(source, file)))) {
    return [failure(artifact, "build-file-missing", "srcPath", { srcPath, file: buildFiles.join(" or ") })];
  }
  const { ok, missing, command, reason, output } = existsSync(join(source, "gradlew"))
    ? // Through the shell, because the file may not be executable in a checkout.
      run("/bin/sh", ["./gradlew", buildTask], { cwd: source })
    : run("gradle", [buildTask], { cwd: source });
  if (missing) {
    const remedy = "Install Gradle, or add its wrapper to the project: gradle wrapper";
    return [failure(artifact, "tool-missing", "runtime", { value: runtime, tool: "gradle", remedy })];
  }
  if (!ok) return [failure(artifact, "build-failed", "handler", { command, reason, output })];
  const folder = join(source, "build", buildOutputDir);
  const zip = existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .find((name) => name.endsWith(".zip"))
    : undefined;
  if (zip === undefined) {
    return [failure(artifact, "build-output-missing", "runtime", { value: runtime, path: folder })];
  }
  const problem = unzipInto(readFileSync(join(folder, zip)), outDir);
  return problem === undefined
    ? []
    : [
        failure(artifact, "zip-unreadable", "bundle.buildOutputDir", {
          value: buildOutputDir,
          reason: problem,
        }),
      ];
}
