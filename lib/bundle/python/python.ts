import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { PythonArtifact } from "../artifact";
import { runShell } from "../command";
import { type BundleFailure, failure } from "../failure";
import { copySource, type Notify } from "../files/copy-source";
import type { Skip } from "../files/list-files";
import { runHook } from "../hooks";
import { installRequirements, pythonEnvironment } from "./install";

/** Installations, and caches and output of tools. */
const neverDeployed = new Set([
  "__pycache__",
  ".venv",
  ".git",
  "node_modules",
  ".pytest_cache",
  ".mypy_cache",
  ".ruff_cache",
  ".tox",
  ".nox",
  ".aws-sam",
  ".serverless",
  ".DS_Store",
]);

/** Folders and files of the project's root that are not code: output, generated providers, state and the packages of Node. */
const neverDeployedFromRoot = /^(cdktf\.out.*|\.gen|\.terraform.*|\.serverform|.*\.tfstate(\..*)?)$/;

/** Whether a folder is an output of CDKTF, which may have any name. */
const isOutput = (folder: string): boolean =>
  existsSync(join(folder, "manifest.json")) && existsSync(join(folder, "stacks"));

export function bundlePython(given: PythonArtifact, notify: Notify): readonly BundleFailure[] {
  const artifact =
    given.folder === undefined ? given : { ...given, outDir: join(given.outDir, given.folder) };
  mkdirSync(artifact.outDir, { recursive: true });
  const before = runHook(artifact, "beforeInstall");
  if (before.length > 0) return before;
  if (artifact.installCommands !== undefined) {
    return bundleByCommands(artifact, artifact.installCommands, notify);
  }
  const failures = installRequirements(artifact, notify);
  if (failures.length > 0) return failures;
  cleanPackages(artifact.outDir);
  // The source is copied second, so that its files replace files of packages.
  return copyPythonSource(artifact, notify);
}

/** The source is copied first, because the commands may read its files. */
function bundleByCommands(
  artifact: PythonArtifact,
  commands: readonly string[],
  notify: Notify,
): readonly BundleFailure[] {
  const failures = copyPythonSource(artifact, notify);
  if (failures.length > 0 || commands.length === 0) return failures;
  const outcome = runShell(commands, { cwd: artifact.outDir, env: pythonEnvironment });
  cleanPackages(artifact.outDir);
  if (outcome.ok) return [];
  const { command, reason, output } = outcome;
  const remedy = "Correct the commands; they run in the deployed folder, beside a copy of your source.";
  return [failure(artifact, "install-failed", "bundle.installCommands", { command, reason, output, remedy })];
}

function copyPythonSource(artifact: PythonArtifact, notify: Notify): readonly BundleFailure[] {
  const { appPath, srcPath, outDir, sourceProp = "srcPath" } = artifact;
  const isRoot = resolve(appPath, srcPath) === resolve(appPath);
  const source = { prop: sourceProp, value: srcPath, from: join(appPath, srcPath), to: outDir };
  const skip: Skip = (name, path, isFolder) => {
    if (neverDeployed.has(name) || name.endsWith(".pyc")) return true;
    if (isRoot && (neverDeployedFromRoot.test(name) || (isFolder && isOutput(path)))) return true;
    return isFolder && existsSync(join(path, "pyvenv.cfg"));
  };
  return copySource(artifact, { ...source, skip }, notify);
}

/**
 * Removes machine-specific files of an installation: compiled modules, scripts with the path of the local Python, and the
 * URLs of local packages.
 */
function cleanPackages(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name === "__pycache__") rmSync(path, { recursive: true });
    else if (entry.isDirectory()) cleanPackages(path);
    else if (entry.name.endsWith(".pyc")) rmSync(path);
    else if (folder.endsWith(".dist-info") && entry.name === "direct_url.json") rmSync(path);
    else if (folder.endsWith(".dist-info") && entry.name === "RECORD") cleanRecord(path);
  }
}

/** Removes the deleted files from the file list of a package. */
function cleanRecord(file: string): void {
  const lines = readFileSync(file, "utf8").split(/\r?\n/);
  const kept = lines.filter((line) => !/\.pyc,|(^|\/)direct_url\.json,|^(\.\.\/)*bin\//.test(line));
  writeFileSync(file, kept.join("\n"));
}
