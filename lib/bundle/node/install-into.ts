import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { writtenText } from "../../facts/text/written-text";
import type { Artifact, NodePackagesArtifact } from "../artifact";
import { type CommandOutcome, run } from "../command";
import { type BundleFailure, failure } from "../failure";
import { copySource, type Notify } from "../files/copy-source";
import { findUpwards, foldersUpwards } from "../files/list-files";
import { findLock } from "./locks/find-lock";
import { fieldsOf, listOf, textsOf } from "./locks/lock-text";
import { LockProblem } from "./locks/locked-package";
import { npmSettingsFor } from "./locks/npm-settings";
import type { Placed } from "./locks/place";
import {
  accepts,
  cpuOf,
  type PlannedInstallation,
  planInstallation,
  rangesIn,
  UnknownPackages,
} from "./locks/plan-installation";

interface Request {
  readonly artifact: Artifact;
  /** The prop that names the packages, for errors. */
  readonly prop: string;
  /** The value of `prop`, for errors. */
  readonly value: string;
  /** The folder of the sources that import the packages. */
  readonly source: string;
  readonly names: readonly string[];
  readonly outDir: string;
  readonly remedy: string;
}

/**
 * Installs packages into `node_modules` of a folder, for the system of the function.
 *
 * The versions are those of the lock file, whichever package manager wrote it; npm installs them. Without a lock file, they are
 * the newest ones in the ranges of `package.json`.
 */
export function installInto(request: Request, warn: (text: string) => void): readonly BundleFailure[] {
  const { artifact, prop, outDir } = request;
  try {
    const planned = plan(request, warn);
    if (planned instanceof Unlocked)
      return withFiles(request, { "package.json": planned.manifest }, () => runNpm(request, "install"));
    const failures = installLocked(request, planned);
    if (failures.length === 0) warnOfMissing(request, planned.placed, warn);
    return failures;
  } catch (error) {
    if (error instanceof UnknownPackages) {
      const searched = join(artifact.srcPath, "package.json");
      return error.names.map((value) => failure(artifact, "node-module-unknown", prop, { value, searched }));
    }
    if (!(error instanceof LockProblem)) throw error;
    const { file, line, reason, remedy } = error;
    const place = `${relative(artifact.appPath, file)}${line === undefined ? "" : `:${line}`}`;
    return [failure(artifact, "lock-unusable", prop, { file: place, reason, remedy })];
  } finally {
    removeInternalFiles(outDir);
  }
}

/** The ranges of packages that are not in a lock file. */
class Unlocked {
  constructor(readonly manifest: object) {}
}

function plan(
  { artifact, source, names }: Request,
  warn: (text: string) => void,
): PlannedInstallation | Unlocked {
  const found = findLock(source, warn);
  if (found !== undefined) return planInstallation(found, names, artifact.architecture);
  const versions = names.map((name) => [name, findVersion(source, name)] as const);
  const unknown = versions.filter(([, version]) => version === undefined).map(([name]) => name);
  if (unknown.length > 0) throw new UnknownPackages(unknown);
  const manifest = findUpwards(source, "package.json");
  const overrides = manifest === undefined ? undefined : readManifest(dirname(manifest))?.overrides;
  return new Unlocked({
    name: "bundle",
    private: true,
    dependencies: Object.fromEntries(versions),
    overrides,
  });
}

function installLocked(
  request: Request,
  { manifest, lock, placed }: PlannedInstallation,
): readonly BundleFailure[] {
  const { artifact, outDir } = request;
  const patched = placed.filter(({ package: { patches } }) => patches.length > 0);
  const files = { "package.json": manifest, "package-lock.json": lock };
  return withFiles(request, files, () => {
    // Scripts would build the patched files, so they run later.
    const outcome = runNpm(request, "ci", patched.length > 0 ? ["--ignore-scripts"] : []);
    if (!outcome.ok) return outcome;
    removeOtherSystems(outDir, placed, artifact.architecture);
    for (const each of patched) {
      const failed = applyPatches(join(outDir, each.path), each.package.patches);
      if (failed !== undefined) return failed;
    }
    return patched.length > 0 ? runNpm(request, "rebuild") : outcome;
  });
}

/** Runs commands with files in the folder that are not deployed. */
function withFiles(
  { artifact, prop, source, outDir, remedy, value }: Request,
  contents: Readonly<Record<string, object>>,
  install: () => CommandOutcome,
): readonly BundleFailure[] {
  const files = new Map(
    Object.entries(contents).map(([name, content]) => [name, JSON.stringify(content, undefined, 2)]),
  );
  const settings = npmSettingsFor(source);
  if (settings !== "") files.set(".npmrc", settings);
  mkdirSync(outDir, { recursive: true });
  for (const [name, content] of files) writeFileSync(join(outDir, name), content);
  const outcome = install();
  for (const name of [...files.keys(), "package-lock.json"]) rmSync(join(outDir, name), { force: true });
  if (outcome.ok) return [];
  const { command, reason, output } = outcome;
  const [tool = ""] = command.split(" ");
  return [
    outcome.missing
      ? failure(artifact, "tool-missing", prop, { value, tool, remedy: `Install it. ${remedy}` })
      : failure(artifact, "install-failed", prop, { command, reason, output, remedy }),
  ];
}

function runNpm(
  { artifact, outDir }: Request,
  command: "ci" | "install" | "rebuild",
  more: readonly string[] = [],
): CommandOutcome {
  const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
  // A zip would contain copies of the linked programs, which nothing calls.
  const links = "--no-bin-links";
  // Platform-specific packages for the deployed function, not for this machine.
  const platform = ["--os=linux", "--libc=glibc", `--cpu=${cpuOf(artifact.architecture)}`];
  // Without the last option, a package in a local folder would be installed as a link.
  const args = [command, ...quiet, ...platform, links, ...more, "--install-links"];
  return run("npm", args, { cwd: outDir });
}

/** Some lock files do not contain the systems of packages, so the manifests are read. */
function removeOtherSystems(
  outDir: string,
  placed: readonly Placed[],
  architecture: Artifact["architecture"],
): void {
  for (const { path, isOptional } of placed) {
    if (!isOptional) continue;
    const { os, cpu, libc } = readManifest(join(outDir, path)) ?? {};
    const isUsable =
      accepts(listOf(os), "linux") &&
      accepts(listOf(cpu), cpuOf(architecture)) &&
      accepts(listOf(libc), "glibc");
    if (!isUsable) rmSync(join(outDir, path), { recursive: true, force: true });
  }
}

/** The first command that failed; undefined if all patches are applied. */
function applyPatches(folder: string, patches: readonly string[]): CommandOutcome | undefined {
  for (const patch of patches) {
    if (!existsSync(patch))
      throw new LockProblem(
        patch,
        "is a patch that does not exist.",
        "Restore the file from version control.",
      );
    // Within a repository, git would skip files that the repository ignores.
    const env = { GIT_CEILING_DIRECTORIES: dirname(realpathSync(folder)) };
    const outcome = run("git", ["apply", "--whitespace=nowarn", patch], { cwd: folder, env });
    if (!outcome.ok) return outcome;
  }
  return undefined;
}

/**
 * Lock files of Yarn 1 and npm 6 do not contain peers, which those managers also ignore. No lock file contains the
 * dependencies of a linked folder that is not a workspace.
 */
function warnOfMissing(
  { artifact, prop, outDir }: Request,
  placed: readonly Placed[],
  warn: (text: string) => void,
): void {
  for (const { path, name } of placed) {
    const manifest = readManifest(join(outDir, path)) ?? {};
    const { dependencies, peerDependencies, optionalDependencies, peerDependenciesMeta } = manifest;
    const peerFacts = fieldsOf(peerDependenciesMeta);
    for (const peer of Object.keys({ ...fieldsOf(dependencies), ...fieldsOf(peerDependencies) })) {
      const isOptional =
        fieldsOf(peerFacts[peer]).optional === true || fieldsOf(optionalDependencies)[peer] !== undefined;
      if (isOptional || findBetween(join(outDir, path), outDir, join("node_modules", peer))) continue;
      const [{ owner } = { owner: artifact.srcPath }] = artifact.functions;
      warn(
        `${owner}: ${prop} installs ${name}, which needs ${peer}, and the lock file does not say so. Add ${JSON.stringify(peer)} to the list.`,
      );
    }
  }
}

/** Whether a path exists in a folder, or in one of those above it up to `top`. */
function findBetween(from: string, top: string, path: string): boolean {
  for (const folder of foldersUpwards(from)) {
    if (existsSync(join(folder, path))) return true;
    if (folder === top) return false;
  }
  return false;
}

/** Removes files of package managers, which differ between machines. */
function removeInternalFiles(folder: string): void {
  for (const name of [".package-lock.json", ".bin"]) {
    rmSync(join(folder, "node_modules", name), { recursive: true, force: true });
  }
}

interface Manifest {
  readonly version?: string;
  readonly overrides?: unknown;
  readonly os?: unknown;
  readonly cpu?: unknown;
  readonly libc?: unknown;
  readonly dependencies?: unknown;
  readonly optionalDependencies?: unknown;
  readonly peerDependencies?: unknown;
  readonly peerDependenciesMeta?: unknown;
}

/** The version in the source's manifest, or else the installed version. */
function findVersion(source: string, name: string): string | undefined {
  const manifest = findUpwards(source, "package.json");
  const listed = manifest && rangesIn(manifest)[name];
  const folder = findUpwards(source, join("node_modules", name));
  if (listed?.startsWith("file:"))
    return `file:${resolve(dirname(manifest ?? source), listed.slice("file:".length))}`;
  const isLocal = listed !== undefined && /^(workspace|link|portal):/.test(listed);
  if (isLocal) return folder && `file:${realpathSync(folder)}`;
  // Other protocols, such as catalog:, are specific to one package manager.
  if (listed !== undefined && !listed.startsWith("catalog:")) return listed;
  return folder && readManifest(folder)?.version;
}

function readManifest(folder: string): Manifest | undefined {
  const file = join(folder, "package.json");
  return existsSync(file) ? (fieldsOf(JSON.parse(writtenText(file))) as Manifest) : undefined;
}

const neverDeployed = new Set(["node_modules", ".git", ".DS_Store"]);

/** Copies a folder with a `package.json` to `nodejs`, and installs its dependencies there: Lambda finds both in a layer. */
export function bundleNodePackages(artifact: NodePackagesArtifact, notify: Notify): readonly BundleFailure[] {
  const { appPath, srcPath, sourceProp = "srcPath" } = artifact;
  const source = join(appPath, srcPath);
  const outDir = join(artifact.outDir, "nodejs");
  const names = dependenciesIn(source);
  if (typeof names === "string")
    return [failure(artifact, "manifest-unreadable", sourceProp, { value: srcPath, reason: names })];
  const remedy = `Run npm install in ${srcPath}/nodejs, with the package.json there: a folder that has nodejs is deployed unchanged.`;
  const request = { artifact, prop: sourceProp, value: srcPath, source, names, outDir, remedy };
  const failures = installInto(request, notify);
  if (failures.length > 0) return failures;
  // The source is copied second, so that its files replace those of the installation.
  const from = { prop: sourceProp, value: srcPath, from: source, to: outDir };
  return copySource(artifact, { ...from, skip: (name) => neverDeployed.has(name) }, notify);
}

/** The names of the dependencies of a `package.json`, or the reason why it cannot be read. */
function dependenciesIn(source: string): readonly string[] | string {
  try {
    const manifest = fieldsOf(JSON.parse(writtenText(join(source, "package.json"))));
    return Object.keys({ ...textsOf(manifest.dependencies), ...textsOf(manifest.optionalDependencies) });
  } catch (error) {
    return (error as Error).message;
  }
}
