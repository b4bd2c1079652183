import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileFacts } from "../facts/errors/fault-texts";
import type { Artifact } from "./artifact";
import type { WrittenFolders } from "./cache/written-folders";
import { bundleDotnet } from "./dotnet/dotnet";
import { type BundleFailure, failure, failurePerHandler } from "./failure";
import { listFiles } from "./files/list-files";
import { copyNamedFiles } from "./files/named-files";
import { bundleGo } from "./go/go";
import { runHook } from "./hooks";
import { bundleJava } from "./java/java";
import { codeLimits } from "./limits";
import type { EarlyBundling } from "./node/early-bundling";
import { installNodeModules } from "./node/install";
import { bundleNode, type Warn, writeModuleType } from "./node/node";
import { outputOf } from "./node/options";
import { bundleNodePackages } from "./node/packages";
import { writeWrapper } from "./node/wrapper";
import { bundlePrebuilt } from "./prebuilt";
import { findUndefinedHandlers } from "./python/handlers";
import { bundlePython } from "./python/python";

/** Processes all artifacts and returns the failures. */
type Step = (artifacts: readonly Artifact[], warn: Warn, former: FormerWork) => readonly BundleFailure[];

/** Earlier work that can be reused. */
export interface FormerWork {
  /** Bundling that began while the app was declared. */
  readonly early?: EarlyBundling | undefined;
  /** Folders of the build before. */
  readonly written?: WrittenFolders | undefined;
}

const steps: readonly Step[] = [
  (all) => {
    const looked = new Map<string, boolean>();
    return forEach(all, (each) => missingSource(each, looked));
  },
  (all) => forEach(all, (each) => runHook(each, "beforeBundling")),
  (all, warn, { early, written }) => {
    const artifacts = all.filter((each) => each.kind === "node");
    const failures = bundleNode(artifacts, warn, early?.finish(warn), written);
    early?.close();
    return failures;
  },
  (all, warn) =>
    installNodeModules(
      all.filter((each) => each.kind === "node"),
      warn,
    ),
  (all, warn) => forEach(all, (each) => bundleAlone(each, warn)),
  (all, warn) => forEach(all, (each) => copyNamedFiles(each, warn, bundleOf(each))),
  (all) => forEach(all, (each) => (each.kind === "node" ? writeModuleType(each) : [])),
  (all) =>
    forEach(all, (each) => {
      writeWrapper(each);
      return [];
    }),
  (all) => forEach(all, (each) => runHook(each, "afterBundling")),
  (all) =>
    forEach(all, (each) => [
      ...importsOfLibrary(each),
      ...tooLarge(each),
      ...(each.kind === "python" && each.folder === undefined
        ? findUndefinedHandlers(each, each.outDir)
        : []),
    ]),
];

/** Works on artifacts one by one. A file that one of them needs and cannot use is a failure of that one. */
function forEach(
  artifacts: readonly Artifact[],
  work: (artifact: Artifact) => readonly BundleFailure[],
): readonly BundleFailure[] {
  return artifacts.flatMap((artifact) => {
    try {
      return work(artifact);
    } catch (error) {
      const facts = fileFacts(error);
      if (facts === undefined) throw error;
      return [failure(artifact, "file-unusable", "srcPath", facts)];
    }
  });
}

function tooLarge(artifact: Artifact): readonly BundleFailure[] {
  const { outDir, srcPath } = artifact;
  const sizes = listFiles(outDir).map(({ path }) => statSync(join(outDir, path)).size);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const { unzipped: limit } = codeLimits;
  if (bytes <= limit) return [];
  const facts = { value: srcPath, form: "unzipped", bytes, limit } as const;
  return [failure(artifact, "package-too-large", "srcPath", facts)];
}

/** The library with CDKTF is larger than any handler should be, so that only large bundles are read. */
const smallBytes = 300_000;

/** A text of the library that every bundle of it contains: the name of the mark of an app. */
const markOfLibrary = ["serverform", "App"].join(".");

function importsOfLibrary(artifact: Artifact): readonly BundleFailure[] {
  const bundle = bundleOf(artifact);
  if (bundle === undefined || !existsSync(bundle) || statSync(bundle).size < smallBytes) return [];
  // As bytes: to make a text of each bundle first would take twice as long.
  if (!readFileSync(bundle).includes(markOfLibrary)) return [];
  return failurePerHandler(artifact, "handler-imports-library", "handler", (value) => ({ value }));
}

/**
 * Fills the folders of all artifacts, and returns all failures.
 *
 * A failure of one artifact does not stop the others. The folder of a failed artifact is removed.
 */
export function bundleArtifacts(
  artifacts: readonly Artifact[],
  warn: Warn = () => {},
  former: FormerWork = {},
): readonly BundleFailure[] {
  const said = new Set<string>();
  const warnOnce: Warn = (text) => {
    if (!said.has(text)) warn(text);
    said.add(text);
  };
  for (const artifact of artifacts) {
    removeFolder(artifact.outDir);
    // To make and remove a folder for each function takes long on some file systems.
    if (former.written?.mayKeep(artifact) !== true) mkdirSync(artifact.outDir, { recursive: true });
  }
  const failures: BundleFailure[] = [];
  let sound = artifacts;
  for (const step of steps) {
    failures.push(...step(sound, warnOnce, former));
    const failed = new Set(failures.flatMap(({ owners }) => owners));
    sound = sound.filter(({ functions }) => !functions.some(({ owner }) => failed.has(owner)));
    const kept = new Set(former.written?.kept.map(({ formerDir }) => formerDir));
    sound = sound.filter(({ formerDir }) => formerDir === undefined || !kept.has(formerDir));
  }
  former.written?.save(sound);
  const isSound = new Set(sound);
  for (const artifact of artifacts) {
    if (!isSound.has(artifact)) removeFolder(artifact.outDir);
  }
  return failures;
}

/** Most of these folders do not exist, and `existsSync` takes less time than `rmSync`. */
function removeFolder(folder: string): void {
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
}

/** The file that bundling has written, which copied files must not replace. */
function bundleOf(artifact: Artifact): string | undefined {
  return artifact.kind === "node" ? join(artifact.outDir, outputOf(artifact)) : undefined;
}

/** @param looked - folders that have been looked for: most artifacts of an app have the same one */
function missingSource(artifact: Artifact, looked: Map<string, boolean>): readonly BundleFailure[] {
  const absolute = join(artifact.appPath, artifact.srcPath);
  const exists = looked.get(absolute) ?? existsSync(absolute);
  looked.set(absolute, exists);
  if (exists) return [];
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
      return bundleGo(artifact, warn);
    case "dotnet":
      return bundleDotnet(artifact, warn);
    case "java":
      return bundleJava(artifact, warn);
    case "prebuilt":
      return bundlePrebuilt(artifact, warn);
    case "node-packages":
      return bundleNodePackages(artifact, warn);
  }
}
