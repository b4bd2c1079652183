import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PythonArtifact } from "../artifact";
import { type CommandOutcome, run } from "../command";
import { type BundleFailure, failure } from "../failure";
import type { Notify } from "../files/copy-source";
import { findRuntime } from "../runtimes";
import { installOnce } from "./packages-cache";

export const pythonEnvironment = {
  PYTHONDONTWRITEBYTECODE: "1",
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
  PIP_NO_INPUT: "1",
  // Overrides user settings that conflict with an installation into a folder.
  PIP_USER: "0",
  PIP_REQUIRE_VIRTUALENV: "0",
} as const;

/** Other package lists, and the commands that convert them to requirements.txt; the first existing file is used. */
const exporters = [
  { file: "Pipfile", tool: "pipenv", args: ["requirements"] },
  {
    file: "poetry.lock",
    tool: "poetry",
    args: ["export", "--format", "requirements.txt", "--without-hashes", "--with-credentials"],
  },
] as const;

/** Installs the required packages into the deployed folder. */
export function installRequirements(artifact: PythonArtifact, notify: Notify): readonly BundleFailure[] {
  const source = join(artifact.appPath, artifact.srcPath);
  const requirements = join(source, "requirements.txt");
  if (existsSync(requirements)) return pipInstall(artifact, requirements, notify);
  const exporter = exporters.find(({ file }) => existsSync(join(source, file)));
  if (exporter === undefined) return [];
  const { file, tool, args } = exporter;
  const exported = run(tool, args, { cwd: source, env: pythonEnvironment });
  if (exported.missing) {
    const remedy = `Install it, or write a requirements.txt beside ${file}, or set bundle.installCommands.`;
    return [missingTool(artifact, tool, remedy)];
  }
  if (!exported.ok) return [notInstalled(artifact, exported)];
  const folder = mkdtempSync(join(tmpdir(), "requirements-"));
  try {
    const list = join(folder, "requirements.txt");
    writeFileSync(list, exported.stdout);
    return pipInstall(artifact, list, notify);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function pipInstall(
  artifact: PythonArtifact,
  requirements: string,
  notify: Notify,
): readonly BundleFailure[] {
  const source = join(artifact.appPath, artifact.srcPath);
  const python = findPython(versionOf(artifact), source);
  if (python === undefined) {
    return [missingTool(artifact, "pip", "Install Python 3 with pip, or set bundle.installCommands.")];
  }
  let outcome: CommandOutcome | undefined;
  const isInstalled = installOnce(artifact, requirements, notify, (folder) => {
    process.stderr.write(
      `serverform: installing the packages of ${artifact.srcPath} (${artifact.runtime})\n`,
    );
    outcome = pipInto(folder, artifact, python, requirements);
    return outcome.ok;
  });
  return isInstalled || outcome === undefined ? [] : [notInstalled(artifact, outcome)];
}

/** Conflicts with the packages of this machine do not matter in a folder, and comparing them takes half of the time of pip. */
const installOptions = ["--no-compile", "--no-warn-conflicts"];

function pipInto(
  folder: string,
  artifact: PythonArtifact,
  python: Python,
  requirements: string,
): CommandOutcome {
  const cwd = join(artifact.appPath, artifact.srcPath);
  const install = (platform: readonly string[]): CommandOutcome =>
    run(
      python.program,
      ["-m", "pip", "install", "-r", requirements, "--target", folder, ...installOptions, ...platform],
      { cwd, env: pythonEnvironment },
    );
  let outcome = install(platformOptions(artifact));
  // With a platform, pip uses only prebuilt wheels, so every machine gets the same ones. A machine like the target may
  // build packages without wheels.
  if (!outcome.ok && isLikeTarget(artifact, python)) {
    rmSync(folder, { recursive: true, force: true });
    outcome = install([]);
  }
  // The scripts of packages contain the path of the local Python, and nothing calls them.
  rmSync(join(folder, "bin"), { recursive: true, force: true });
  return outcome;
}

/** All platform tags of the target: pip compares tags literally, without an order. */
function platformOptions(artifact: PythonArtifact): readonly string[] {
  const machine = machineOf(artifact);
  const oldest = 17;
  const newest = findRuntime(artifact.runtime)?.glibcMinor ?? oldest;
  const glibcs = Array.from({ length: newest - oldest + 1 }, (_, index) => `manylinux_2_${newest - index}`);
  const platforms = [...glibcs, "manylinux2014"].flatMap((tag) => ["--platform", `${tag}_${machine}`]);
  return [
    ...platforms,
    "--implementation",
    "cp",
    "--python-version",
    versionOf(artifact),
    "--only-binary=:all:",
  ];
}

interface Python {
  readonly program: string;
  readonly system: string;
  readonly machine: string;
  readonly version: string;
  readonly libc: string;
}

const describe = `import json, pip, platform, sys
print(json.dumps(dict(system=sys.platform, machine=platform.machine(), version="%d.%d" % sys.version_info[:2], libc=platform.libc_ver()[0])))`;

/** The Python of the runtime, or else any Python: pip can install for other versions. */
function findPython(version: string, cwd: string): Python | undefined {
  for (const program of [`python${version}`, "python3", "python"]) {
    const { ok, stdout } = run(program, ["-c", describe], { cwd });
    if (ok) return { program, ...(JSON.parse(stdout) as Omit<Python, "program">) };
  }
  return undefined;
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

function missingTool(artifact: PythonArtifact, tool: string, remedy: string): BundleFailure {
  const { runtime, srcPath, sourceProp } = artifact;
  return sourceProp === undefined
    ? failure(artifact, "tool-missing", "runtime", { value: runtime, tool, remedy })
    : failure(artifact, "tool-missing", sourceProp, {
        value: srcPath,
        tool,
        remedy: `Install it, or run elsewhere: ${byHand(artifact)}`,
      });
}

function notInstalled(artifact: PythonArtifact, { command, reason, output }: CommandOutcome): BundleFailure {
  const { runtime, sourceProp } = artifact;
  const own =
    sourceProp === undefined
      ? "custom commands in bundle.installCommands"
      : `an installation of your own: ${byHand(artifact)}`;
  const remedy = `A package without a wheel for ${runtime} on ${machineOf(artifact)} needs ${own}.`;
  return failure(artifact, "install-failed", sourceProp ?? "srcPath", { command, reason, output, remedy });
}

/** The command that fills a layer without this library, which deploys a folder with `python` unchanged. */
function byHand({ srcPath }: PythonArtifact): string {
  return `pip install -r ${srcPath}/requirements.txt --target ${srcPath}/python`;
}
