import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { NodeArtifact } from "../artifact";
import { type CommandOutcome, run } from "../command";
import { type BundleFailure, failure } from "../failure";
import { copyFolder } from "../files/copy-files";
import { findUpwards } from "../folders-upwards";
import { runHook } from "../hooks";

const prop = "bundle.nodeModules";

/** Installs the packages that are not bundled. Equal installations of several artifacts run only once. */
export function installNodeModules(artifacts: readonly NodeArtifact[]): readonly BundleFailure[] {
  const done = new Map<string, { readonly outDir: string; readonly failures: readonly BundleFailure[] }>();
  return artifacts
    .filter(({ nodeModules }) => nodeModules.length > 0)
    .flatMap((artifact) => {
      const before = runHook(artifact, "beforeInstall");
      if (before.length > 0) return before;
      const key = installationKey(artifact);
      const twin = done.get(key);
      if (twin === undefined) {
        const failures = install(artifact);
        done.set(key, { outDir: artifact.outDir, failures });
        return failures;
      }
      const owners = artifact.functions.map(({ owner }) => owner);
      if (twin.failures.length > 0) return twin.failures.map((each) => ({ ...each, owners }));
      copyFolder(join(twin.outDir, "node_modules"), join(artifact.outDir, "node_modules"));
      return [];
    });
}

/** Equal for artifacts whose packages are the same. */
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

function install(artifact: NodeArtifact): readonly BundleFailure[] {
  const { appPath, srcPath, outDir } = artifact;
  const source = join(appPath, srcPath);
  const installer = findInstaller(source);
  const versions = artifact.nodeModules.map((name) => [name, findVersion(source, name)] as const);
  const unknown = versions.filter(([, version]) => version === undefined);
  if (unknown.length > 0) {
    const searched = join(srcPath, "package.json");
    return unknown.map(([value]) => failure(artifact, "node-module-unknown", prop, { value, searched }));
  }
  const remove = addInstallFiles(outDir, installer, Object.fromEntries(versions));
  const outcome = installer.run(artifact);
  remove();
  if (outcome.missing) {
    const facts = {
      value: artifact.runtime,
      tool: installer.tool,
      remedy: "Install it, or remove its lock file.",
    };
    return [failure(artifact, "tool-missing", "runtime", facts)];
  }
  if (!outcome.ok) return [notInstalled(artifact, outcome)];
  removeInternalFiles(outDir);
  return [];
}

/** Removes files of package managers, which differ between machines. */
export function removeInternalFiles(folder: string): void {
  for (const name of [".package-lock.json", ".yarn-integrity", ".yarn-state.yml", ".bin"]) {
    rmSync(join(folder, "node_modules", name), { recursive: true, force: true });
  }
}

function notInstalled(artifact: NodeArtifact, { command, reason, output }: CommandOutcome): BundleFailure {
  const remedy = "Check that the packages exist in these versions.";
  return failure(artifact, "install-failed", prop, { command, reason, output, remedy });
}

/** The folder of the installation, and the processor that the packages are for. */
export type InstallPlace = Pick<NodeArtifact, "outDir" | "architecture">;

export interface Installer {
  readonly tool: string;
  /** Absolute paths of the lock file and settings for the source. */
  readonly files: readonly string[];
  readonly run: (place: InstallPlace) => CommandOutcome;
}

/** The package manager whose lock file is found first, in the source folder or above. */
export function findInstaller(source: string): Installer {
  const npmLock = findUpwards(source, "package-lock.json");
  const yarnLock = npmLock === undefined ? findUpwards(source, "yarn.lock") : undefined;
  const settings = [".npmrc", ".yarnrc", ".yarnrc.yml"].map((name) => findUpwards(source, name));
  const files = [npmLock, yarnLock, ...settings].filter((file) => file !== undefined);
  return yarnLock === undefined
    ? { tool: "npm", files, run: runNpm }
    : { tool: "yarn", files, run: (place) => runYarn(place, readFileSync(yarnLock, "utf8")) };
}

function runNpm({ outDir, architecture }: InstallPlace): CommandOutcome {
  const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
  // A zip would contain copies of the linked programs, which nothing calls.
  const links = "--no-bin-links";
  // Platform-specific packages for the deployed function, not for this machine.
  const platform = ["--os=linux", "--libc=glibc", `--cpu=${architecture === "arm64" ? "arm64" : "x64"}`];
  // Without the last option, a package in a local folder would be installed as a link.
  return run("npm", ["install", ...quiet, ...platform, links, "--install-links"], { cwd: outDir });
}

function runYarn({ outDir }: InstallPlace, lock: string): CommandOutcome {
  const isClassic = !lock.includes("__metadata:");
  return run("yarn", ["install", ...(isClassic ? ["--non-interactive", "--no-bin-links"] : [])], {
    cwd: outDir,
    // Newer versions refuse a lock file with more packages than are installed.
    env: { YARN_ENABLE_IMMUTABLE_INSTALLS: "false", YARN_NODE_LINKER: "node-modules" },
  });
}

/** Prepares the folder for the package manager; returns a function that removes the files again. */
export function addInstallFiles(
  outDir: string,
  { files }: Installer,
  dependencies: Readonly<Record<string, string | undefined>>,
): () => void {
  const contents = new Map(files.map((file) => [file.slice(dirname(file).length + 1), readFileSync(file)]));
  contents.set("package.json", Buffer.from(JSON.stringify({ name: "bundle", private: true, dependencies })));
  for (const [name, content] of contents) writeFileSync(join(outDir, name), content);
  return () => {
    for (const name of [...contents.keys(), "package-lock.json", "yarn.lock"]) {
      rmSync(join(outDir, name), { force: true });
    }
  };
}

interface Manifest {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The version in the manifest of the source, or else the installed version. */
function findVersion(source: string, name: string): string | undefined {
  const { dependencies, devDependencies, peerDependencies } = readManifest(source) ?? {};
  const listed = dependencies?.[name] ?? devDependencies?.[name] ?? peerDependencies?.[name];
  const folder = findUpwards(source, join("node_modules", name));
  if (listed?.startsWith("file:")) return withAbsolutePath(source, listed);
  const isLocal = listed !== undefined && /^(workspace|link|portal):/.test(listed);
  if (isLocal) return folder && `file:${realpathSync(folder)}`;
  // Other protocols, such as catalog:, are specific to one package manager.
  if (listed !== undefined && !listed.startsWith("catalog:")) return listed;
  return folder && readManifest(folder)?.version;
}

/** A version in a local folder, for a manifest in another folder: `file:/home/me/notes/shared`. */
export function withAbsolutePath(source: string, version: string): string {
  return version.startsWith("file:") ? `file:${resolve(source, version.slice("file:".length))}` : version;
}

function readManifest(folder: string): Manifest | undefined {
  const file = join(folder, "package.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Manifest) : undefined;
}
