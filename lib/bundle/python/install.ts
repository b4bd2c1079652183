import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRuntime } from "../../facts/aws/runtimes";
import type { PythonArtifact } from "../artifact";
import { type CommandOutcome, run } from "../command";
import { type BundleFailure, failure } from "../failure";
import { copyFolder, type Notify } from "../files/copy-source";
import { foreignPackages } from "./built-packages";
import { findPython, type Python } from "./find-python";
import { pipProgram } from "./lock-program";
import { installOnce } from "./packages-cache";
import { findPackageList, type Requirements, readRequirements } from "./requirements";

export const pythonEnvironment = {
  PYTHONDONTWRITEBYTECODE: "1",
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
  PIP_NO_INPUT: "1",
  // Overrides user settings that conflict with an installation into a folder.
  PIP_USER: "0",
  PIP_REQUIRE_VIRTUALENV: "0",
} as const;

export function installRequirements(artifact: PythonArtifact, notify: Notify): readonly BundleFailure[] {
  const { failures, ...lists } = findPackageList(artifact, notify);
  if (failures.length > 0) return failures;
  if (lists.list === undefined && lists.lock === undefined) return [];
  const python = findPython(versionOf(artifact), join(artifact.appPath, artifact.srcPath));
  if (python === undefined) return [missingPip(artifact)];
  const target = targetOf(artifact, python);
  const requirements = readRequirements(artifact, lists, python, target?.environment);
  return "owners" in requirements
    ? [requirements]
    : pipInstall(artifact, requirements, python, target, notify);
}

function pipInstall(
  artifact: PythonArtifact,
  requirements: Requirements,
  python: Python,
  target: Target | undefined,
  notify: Notify,
): readonly BundleFailure[] {
  const lists = mkdtempSync(join(tmpdir(), "requirements-"));
  try {
    const installations = installationsOf(requirements, lists);
    let outcome: CommandOutcome | undefined;
    const place = target === undefined ? python : undefined;
    const isInstalled = installOnce(artifact, installations, place, notify, (folder) => {
      process.stderr.write(
        `serverform: installing the packages of ${artifact.srcPath} (${artifact.runtime})\n`,
      );
      outcome = pipInto(folder, artifact, python, target, installations);
      return outcome.ok;
    });
    if (!isInstalled && outcome !== undefined) return [notInstalled(artifact, python, target, outcome)];
    const foreign = target === undefined ? [] : foreignPackages(artifact.outDir, target.tags);
    return foreign.map((each) =>
      failure(artifact, "package-foreign", artifact.sourceProp ?? "srcPath", {
        value: artifact.srcPath,
        ...each,
        runtime: artifact.runtime,
        machine: machineOf(artifact),
      }),
    );
  } finally {
    rmSync(lists, { recursive: true });
  }
}

export interface Installation {
  /** The files of requirements and of constraints. */
  readonly files: readonly string[];
  readonly options: readonly string[];
}

/** A list with hashes and a list without: pip refuses a list that mixes them. */
function installationsOf(
  { file, constraints = [], locked = [], unhashed = [], indexes = [] }: Requirements,
  folder: string,
): readonly Installation[] {
  const written = (name: string, lines: readonly string[]): string => {
    const path = join(folder, name);
    writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
    return path;
  };
  if (file !== undefined) {
    if (constraints.length === 0) return [{ files: [file], options: ["-r", file] }];
    const list = written("constraints.txt", constraints);
    return [{ files: [file, list], options: ["-r", file, "-c", list] }];
  }
  const options = indexes.flatMap((index) => ["--extra-index-url", index]);
  const lists = [
    [locked, "locked.txt", ["--require-hashes"]],
    [unhashed, "unhashed.txt", []],
  ] as const;
  return lists.flatMap(([lines, name, more]) => {
    if (lines.length === 0) return [];
    const list = written(name, lines);
    return [{ files: [list], options: ["-r", list, "--no-deps", ...more, ...options] }];
  });
}

/** Conflicts with the packages of this machine do not matter in a folder, and comparing takes half of pip's time. */
const installOptions = ["--no-compile", "--no-warn-conflicts"];

/** Each installation first gets its own folder: in a shared one, pip would skip folders that already exist. */
function pipInto(
  folder: string,
  artifact: PythonArtifact,
  python: Python,
  target: Target | undefined,
  installations: readonly Installation[],
): CommandOutcome {
  let last: CommandOutcome = nothingToInstall;
  for (const { options } of installations) {
    const own = installations.length === 1 ? folder : mkdtempSync(join(tmpdir(), "packages-"));
    try {
      last = pipOnce(own, artifact, python, target, options);
      if (!last.ok) return last;
      if (own !== folder) copyFolder(own, folder);
    } finally {
      if (own !== folder) rmSync(own, { recursive: true, force: true });
    }
  }
  return last;
}

const nothingToInstall: CommandOutcome = {
  ok: true,
  missing: false,
  command: "",
  reason: "",
  output: "",
  stdout: "",
};

function pipOnce(
  folder: string,
  artifact: PythonArtifact,
  python: Python,
  target: Target | undefined,
  options: readonly string[],
): CommandOutcome {
  const cwd = join(artifact.appPath, artifact.srcPath);
  const install = (
    more: readonly string[],
    environment: Target["environment"] | undefined,
  ): CommandOutcome => {
    const args = ["install", ...options, "--target", folder, ...installOptions, ...more];
    const program = ["-c", pipProgram, JSON.stringify(environment ?? null)];
    const outcome = run(python.program, [...program, ...args], { cwd, env: pythonEnvironment });
    return { ...outcome, command: [python.program, "-m", "pip", ...args].join(" ") };
  };
  let outcome = install(target?.options ?? [], target?.environment);
  // With a platform, pip uses only prebuilt wheels, so every machine gets the same ones. A machine like the target may
  // build packages without wheels.
  if (!outcome.ok && target !== undefined && isLikeTarget(artifact, python)) {
    rmSync(folder, { recursive: true, force: true });
    outcome = install([], undefined);
  }
  // The scripts of packages contain the path of the local Python, and nothing calls them.
  rmSync(join(folder, "bin"), { recursive: true, force: true });
  return outcome;
}

/** The machine for which packages are chosen, if it differs from this one. */
interface Target {
  readonly options: readonly string[];
  /** Values of markers: https://packaging.python.org/en/latest/specifications/dependency-specifiers/#environment-markers */
  readonly environment: Readonly<Record<string, string>>;
  /** The accepted parts of a wheel's tags. */
  readonly tags: { readonly python: string; readonly platforms: readonly string[] };
}

/** Undefined for packages of this machine, or if this machine is like the target. */
function targetOf(artifact: PythonArtifact, python: Python): Target | undefined {
  if (artifact.packagesFor === "this-machine" && !isLikeTarget(artifact, python)) return undefined;
  const machine = machineOf(artifact);
  const version = versionOf(artifact);
  const platforms = platformTags(artifact);
  return {
    options: [
      ...platforms.flatMap((tag) => ["--platform", tag]),
      "--implementation",
      "cp",
      "--python-version",
      version,
      "--only-binary=:all:",
    ],
    environment: {
      implementation_name: "cpython",
      implementation_version: `${version}.${latestPatch}`,
      os_name: "posix",
      platform_machine: machine,
      platform_python_implementation: "CPython",
      platform_release: "",
      platform_system: "Linux",
      platform_version: "",
      python_full_version: `${version}.${latestPatch}`,
      python_version: version,
      sys_platform: "linux",
    },
    tags: { python: version.replace(".", ""), platforms },
  };
}

/** Lambda runs a recent release of each version. */
const latestPatch = 9;

/** All platform tags of the target: pip compares tags literally, without an order. */
function platformTags(artifact: PythonArtifact): readonly string[] {
  const machine = machineOf(artifact);
  const oldest = 17;
  const newest = findRuntime(artifact.runtime)?.glibcMinor ?? oldest;
  const glibcs = Array.from({ length: newest - oldest + 1 }, (_, index) => `manylinux_2_${newest - index}`);
  return [...glibcs, "manylinux2014"].map((tag) => `${tag}_${machine}`);
}

function isLikeTarget(artifact: PythonArtifact, { system, machine, version, libc }: Python): boolean {
  return (
    system === "linux" &&
    machine === machineOf(artifact) &&
    version === versionOf(artifact) &&
    libc === "glibc"
  );
}

const machineOf = ({ architecture }: PythonArtifact): string =>
  architecture === "arm64" ? "aarch64" : "x86_64";

const versionOf = ({ runtime }: PythonArtifact): string => runtime.replace("python", "");

function missingPip(artifact: PythonArtifact): BundleFailure {
  const { runtime, srcPath, sourceProp } = artifact;
  return sourceProp === undefined
    ? failure(artifact, "tool-missing", "runtime", {
        value: runtime,
        tool: "pip",
        remedy: "Install Python 3 with pip, or set bundle.installCommands.",
      })
    : failure(artifact, "tool-missing", sourceProp, {
        value: srcPath,
        tool: "pip",
        remedy: `Install it, or run elsewhere: ${byHand(artifact)}`,
      });
}

function notInstalled(
  artifact: PythonArtifact,
  { version, system, machine }: Python,
  target: Target | undefined,
  { command, reason, output }: CommandOutcome,
): BundleFailure {
  const { runtime, sourceProp } = artifact;
  const own =
    sourceProp === undefined
      ? "custom commands in bundle.installCommands"
      : `an installation of your own: ${byHand(artifact)}`;
  const remedy =
    target === undefined
      ? `The function is for ${runtime}, and is run here with Python ${version} on ${system} ${machine}. Packages that do not support it need ${runtime.replace("python", "Python ")}: install it as ${runtime} on the PATH.`
      : `A package without a wheel for ${runtime} on ${machineOf(artifact)} needs ${own}.`;
  return failure(artifact, "install-failed", sourceProp ?? "srcPath", { command, reason, output, remedy });
}

/** The command that fills a layer by hand: the library deploys a folder with `python` unchanged. */
function byHand({ srcPath }: PythonArtifact): string {
  return `pip install -r ${srcPath}/requirements.txt --target ${srcPath}/python`;
}
