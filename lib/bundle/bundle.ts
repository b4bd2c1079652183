import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileFacts } from "../facts/errors/fault-texts";
import type { Artifact, NodeArtifact, PrebuiltArtifact } from "./artifact";
import type { WrittenFolders } from "./cache/written-folders";
import { bundleDotnet } from "./dotnet/dotnet";
import { type BundleFailure, failure, failurePerHandler } from "./failure";
import { copyFolder, copySource, type Notify } from "./files/copy-source";
import { listFiles } from "./files/list-files";
import { copyNamedFiles } from "./files/named-files";
import { unzipInto } from "./files/unzip";
import { bundleGo } from "./go/go";
import { runHook } from "./hooks";
import { bundleJava } from "./java/java";
import { codeLimits } from "./limits";
import { bundleNodePackages, installInto } from "./node/install-into";
import { bundleNode, type Warn, writeModuleType } from "./node/node";
import { outputOf } from "./node/options";
import { writeWrapper } from "./node/wrapper";
import { findUndefinedHandlers } from "./python/handlers";
import { bundlePython } from "./python/python";

type Step = (
  artifacts: readonly Artifact[],
  warn: Warn,
  written: WrittenFolders | undefined,
) => readonly BundleFailure[];

const steps: readonly Step[] = [
  (all) => {
    const looked = new Map<string, boolean>();
    return forEach(all, (each) => missingSource(each, looked));
  },
  (all) => forEach(all, (each) => runHook(each, "beforeBundling")),
  (all, warn, written) =>
    bundleNode(
      all.filter((each) => each.kind === "node"),
      warn,
      written,
    ),
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

/** Works on artifacts one by one. A file that an artifact needs and that is not usable fails only this artifact. */
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

/** Only larger bundles are read: the library with CDKTF is larger than any handler should be. */
const smallBytes = 300_000;

/** A text that every bundle with this library contains: the name of the mark of an app. */
const markOfLibrary = ["serverform", "App"].join(".");

function importsOfLibrary(artifact: Artifact): readonly BundleFailure[] {
  const bundle = bundleOf(artifact);
  if (bundle === undefined || !existsSync(bundle) || statSync(bundle).size < smallBytes) return [];
  // As bytes, because decoding each bundle first would take twice as long.
  if (!readFileSync(bundle).includes(markOfLibrary)) return [];
  return failurePerHandler(artifact, "handler-imports-library", "handler", (value) => ({ value }));
}

/**
 * Fills the folders of all artifacts, and returns all failures.
 *
 * A failure of one artifact does not stop the others. The folder of a failed artifact is removed.
 *
 * @param written - folders of an earlier build, which need not be filled again
 */
export function bundleArtifacts(
  artifacts: readonly Artifact[],
  warn: Warn = () => {},
  written?: WrittenFolders,
): readonly BundleFailure[] {
  const said = new Set<string>();
  const warnOnce: Warn = (text) => {
    if (!said.has(text)) warn(text);
    said.add(text);
  };
  for (const artifact of artifacts) {
    removeFolder(artifact.outDir);
    // Creating and removing a folder for each function is slow on some file systems.
    if (written?.mayKeep(artifact) !== true) mkdirSync(artifact.outDir, { recursive: true });
  }
  const failures: BundleFailure[] = [];
  let sound = artifacts;
  for (const step of steps) {
    failures.push(...step(sound, warnOnce, written));
    const failed = new Set(failures.flatMap(({ owners }) => owners));
    sound = sound.filter(({ functions }) => !functions.some(({ owner }) => failed.has(owner)));
    const kept = new Set(written?.kept.map(({ formerDir }) => formerDir));
    sound = sound.filter(({ formerDir }) => formerDir === undefined || !kept.has(formerDir));
  }
  written?.save(sound);
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

/** @param looked - results for earlier folders: most artifacts of an app have the same one */
function missingSource(artifact: Artifact, looked: Map<string, boolean>): readonly BundleFailure[] {
  const absolute = join(artifact.appPath, artifact.srcPath);
  const exists = looked.get(absolute) ?? existsSync(absolute);
  looked.set(absolute, exists);
  if (exists) return [];
  return [failure(artifact, "file-not-found", "srcPath", { value: artifact.srcPath, absolute })];
}

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

/** Copies the content of a folder, without secrets, or of a zip unchanged. */
function bundlePrebuilt(artifact: PrebuiltArtifact, notify: Notify): readonly BundleFailure[] {
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

/** Installs the packages that are not bundled. Equal installations of several artifacts run only once. */
function installNodeModules(
  artifacts: readonly NodeArtifact[],
  warn: (text: string) => void,
): readonly BundleFailure[] {
  const done = new Map<string, { readonly outDir: string; readonly failures: readonly BundleFailure[] }>();
  return artifacts
    .filter(({ nodeModules }) => nodeModules.length > 0)
    .flatMap((artifact) => {
      const before = runHook(artifact, "beforeInstall");
      if (before.length > 0) return before;
      const key = installationKey(artifact);
      const twin = done.get(key);
      if (twin === undefined) {
        const failures = install(artifact, warn);
        done.set(key, { outDir: artifact.outDir, failures });
        return failures;
      }
      const owners = artifact.functions.map(({ owner }) => owner);
      if (twin.failures.length > 0) return twin.failures.map((each) => ({ ...each, owners }));
      copyFolder(join(twin.outDir, "node_modules"), join(artifact.outDir, "node_modules"));
      return [];
    });
}

/** Some zip tools and checkouts lose the executable bit of this file. */
function installationKey({
  appPath,
  srcPath,
  architecture,
  nodeModules,
  hooks,
  outDir,
}: NodeArtifact): string {
  // A hook may write settings to the folder, so its installation is not shared.
  const own = hooks?.beforeInstall === undefined ? "" : outDir;
  return JSON.stringify([appPath, srcPath, architecture, [...nodeModules].sort(), own]);
}

function install(artifact: NodeArtifact, warn: (text: string) => void): readonly BundleFailure[] {
  const { appPath, srcPath, outDir, nodeModules } = artifact;
  const request = {
    artifact,
    prop: "bundle.nodeModules",
    value: nodeModules.join(", "),
    source: join(appPath, srcPath),
    names: nodeModules,
    outDir,
    remedy: "Check that the packages exist in these versions.",
  };
  return installInto(request, warn);
}
