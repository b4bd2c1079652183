import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Artifact } from "./artifact";
import { bundleDotnet } from "./dotnet";
import { type BundleFailure, failure } from "./failure";
import { copyNamedFiles } from "./files/named-files";
import { bundleGo } from "./go";
import { runHook } from "./hooks";
import { bundleJava } from "./java";
import { installNodeModules } from "./node/install";
import { bundleNode, type Warn, writeModuleType } from "./node/node";
import { outputOf } from "./node/options";
import { writeWrapper } from "./node/wrapper";
import { bundlePrebuilt } from "./prebuilt";
import { bundlePython } from "./python/python";

/** Processes all artifacts and returns the failures. */
type Step = (artifacts: readonly Artifact[], warn: Warn) => readonly BundleFailure[];

const steps: readonly Step[] = [
  (all) => all.flatMap(missingSource),
  (all) => all.flatMap((each) => runHook(each, "beforeBundling")),
  (all, warn) =>
    bundleNode(
      all.filter((each) => each.kind === "node"),
      warn,
    ),
  (all) => installNodeModules(all.filter((each) => each.kind === "node")),
  (all, warn) => all.flatMap((each) => bundleAlone(each, warn)),
  (all, warn) => all.flatMap((each) => copyNamedFiles(each, warn, bundleOf(each))),
  (all) => {
    for (const each of all) if (each.kind === "node") writeModuleType(each);
    for (const each of all) writeWrapper(each);
    return [];
  },
  (all) => all.flatMap((each) => runHook(each, "afterBundling")),
];

/**
 * Fills the folders of all artifacts, and returns all failures.
 *
 * A failure of one artifact does not stop the others. The folder of a failed artifact is removed.
 */
export function bundleArtifacts(
  artifacts: readonly Artifact[],
  warn: Warn = () => {},
): readonly BundleFailure[] {
  for (const { outDir } of artifacts) {
    rmSync(outDir, { recursive: true, force: true });
    mkdirSync(outDir, { recursive: true });
  }
  const failures: BundleFailure[] = [];
  let sound = artifacts;
  for (const step of steps) {
    failures.push(...step(sound, warn));
    const failed = new Set(failures.flatMap(({ owners }) => owners));
    sound = sound.filter(({ functions }) => !functions.some(({ owner }) => failed.has(owner)));
  }
  for (const artifact of artifacts) {
    if (!sound.includes(artifact)) rmSync(artifact.outDir, { recursive: true, force: true });
  }
  return failures;
}

/** What bundling has written, and copied files must not replace. */
function bundleOf(artifact: Artifact): string | undefined {
  return artifact.kind === "node" ? join(artifact.outDir, outputOf(artifact)) : undefined;
}

function missingSource(artifact: Artifact): readonly BundleFailure[] {
  const absolute = join(artifact.appPath, artifact.srcPath);
  if (existsSync(absolute)) return [];
  return [failure(artifact, "file-not-found", "srcPath", { value: artifact.srcPath, absolute })];
}

/** The kinds that are built one by one. */
function bundleAlone(artifact: Artifact, warn: Warn): readonly BundleFailure[] {
  switch (artifact.kind) {
    case "node":
      return [];
    case "python":
      return bundlePython(artifact, warn);
    case "go":
      return bundleGo(artifact);
    case "dotnet":
      return bundleDotnet(artifact);
    case "java":
      return bundleJava(artifact);
    case "prebuilt":
      return bundlePrebuilt(artifact, warn);
  }
}
