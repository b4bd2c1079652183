import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JavaArtifact } from "../artifact";
import { buildOnce } from "../cache/tool-builds";
import { type CommandOutcome, run } from "../command";
import { type BundleFailure, failure } from "../failure";
import type { Notify } from "../files/copy-source";
import { unzipInto } from "../files/unzip";
import { gradleInputs } from "./inputs";

const buildFiles = ["build.gradle", "build.gradle.kts"];

/** Builds the Gradle project of a Java artifact, if one of its inputs has changed, and unpacks its zip. */
export function bundleJava(artifact: JavaArtifact, notify: Notify): readonly BundleFailure[] {
  const { appPath, srcPath } = artifact;
  const source = join(appPath, srcPath);
  if (!buildFiles.some((file) => existsSync(join(source, file)))) {
    return [failure(artifact, "build-file-missing", "srcPath", { srcPath, file: buildFiles.join(" or ") })];
  }
  const gradle = (task: string): CommandOutcome =>
    existsSync(join(source, "gradlew"))
      ? // Through the shell, because the file may not be executable in a checkout.
        run("/bin/sh", ["./gradlew", task], { cwd: source })
      : run("gradle", [task], { cwd: source });
  const inputs = () => gradleInputs(artifact, () => gradle("--version"));
  return buildOnce(artifact, { inputs, run: () => build(artifact, source, gradle) }, notify);
}

function build(
  artifact: JavaArtifact,
  source: string,
  gradle: (task: string) => CommandOutcome,
): readonly BundleFailure[] {
  const { outDir, runtime, buildTask, buildOutputDir } = artifact;
  const { ok, missing, command, reason, output } = gradle(buildTask);
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
