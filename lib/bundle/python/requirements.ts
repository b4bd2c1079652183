import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { PythonArtifact } from "../artifact";
import { run } from "../command";
import { type BundleFailure, failure } from "../failure";
import type { Notify } from "../files/copy-source";
import type { Python } from "./find-python";
import { lockProgram } from "./lock-program";

/** The packages of an artifact, as lines of requirements for pip. */
export interface Requirements {
  /** The caller's file, or undefined if a lock names the packages. */
  readonly file?: string;
  /** From a lock: each package with its version and hashes. Nothing else is installed. */
  readonly locked?: readonly string[];
  /** From a lock: packages that have no hashes, because they are folders or commits. */
  readonly unhashed?: readonly string[];
  /** Further indexes that the lock names. */
  readonly indexes?: readonly string[];
  /** Versions of a lock next to `requirements.txt`, for packages that the list does not pin. */
  readonly constraints?: readonly string[];
}

/** Lock files in the order of precedence, and the commands that write them. */
const locks = ["Pipfile.lock", "poetry.lock", "uv.lock", "pylock.toml"] as const;

/** Files that name packages without the versions that are installed. */
const unlocked = [
  { file: "Pipfile", remedy: "Run pipenv lock" },
  { file: "pdm.lock", remedy: "Run pdm export -o requirements.txt" },
] as const;

/** The file that names the packages of a source folder; undefined if it has none. */
export function findPackageList(
  artifact: PythonArtifact,
  notify: Notify,
): { readonly list?: string; readonly lock?: string; readonly failures: readonly BundleFailure[] } {
  const { appPath, srcPath } = artifact;
  const source = resolve(appPath, srcPath);
  const list = join(source, "requirements.txt");
  const lock =
    locks.map((name) => join(source, name)).find(existsSync) ?? findWorkspaceLock(resolve(appPath), source);
  if (existsSync(list)) {
    const isBeside = lock !== undefined && dirname(lock) === source;
    return { list, ...(isBeside && { lock }), failures: [] };
  }
  if (lock !== undefined) return { lock, failures: [] };
  const other = unlocked.find(({ file }) => existsSync(join(source, file)));
  if (other !== undefined) {
    return { failures: [lockFailure(artifact, other.file, "it does not name the versions", other.remedy)] };
  }
  if (namesPackages(join(source, "pyproject.toml"))) {
    notify(
      `${join(srcPath, "pyproject.toml")} names dependencies, but no lock is beside it, so that none is installed. Run "uv lock" or "poetry lock", or write a requirements.txt.`,
    );
  }
  return { failures: [] };
}

/** The lock file of a uv workspace is in its root, above its projects. */
function findWorkspaceLock(appPath: string, source: string): string | undefined {
  if (!existsSync(join(source, "pyproject.toml"))) return undefined;
  for (let folder = dirname(source); folder.startsWith(appPath); folder = dirname(folder)) {
    const lock = join(folder, "uv.lock");
    if (existsSync(lock)) return isMember(lock, folder, source) ? lock : undefined;
  }
  return undefined;
}

function isMember(lock: string, folder: string, source: string): boolean {
  const places = readFileSync(lock, "utf8").matchAll(/^source = \{ (?:editable|virtual) = "([^"]*)" \}/gm);
  return [...places].some(([, place = ""]) => resolve(folder, place) === source);
}

function namesPackages(pyproject: string): boolean {
  if (!existsSync(pyproject)) return false;
  const text = readFileSync(pyproject, "utf8");
  const listed = /^\[project\]$[^[]*^dependencies\s*=\s*\[\s*["']/m.test(text);
  const table = /^\[tool\.poetry\.dependencies\]\n((?:(?!\[).*\n?)*)/m.exec(text)?.[1] ?? "";
  return listed || /^(?!python\b)[\w.-]+\s*=/m.test(table);
}

interface LockedPackage {
  readonly name: string;
  readonly version: string | null;
  readonly url: string | null;
  readonly folder: string | null;
  readonly hashes: readonly string[];
  readonly index: string | null;
}

type LockAnswer = { readonly packages: readonly LockedPackage[] } | { readonly problem: string };

export function readRequirements(
  artifact: PythonArtifact,
  { list, lock }: { readonly list?: string; readonly lock?: string },
  python: Python,
  environment: Readonly<Record<string, string>> | undefined,
): Requirements | BundleFailure {
  if (lock === undefined) return { file: list ?? "" };
  const project = resolve(artifact.appPath, artifact.srcPath);
  const request = { lock, project, environment: environment ?? null };
  const { ok, stdout, output } = run(python.program, ["-c", lockProgram, JSON.stringify(request)], {
    cwd: project,
  });
  const answer = ok ? (JSON.parse(stdout) as LockAnswer) : { problem: output };
  const name = lock.slice(dirname(lock).length + 1);
  if ("problem" in answer) return lockFailure(artifact, name, answer.problem, undefined);
  const { packages } = answer;
  if (list !== undefined) return { file: list, constraints: constraintsOf(packages, list) };
  const hasHashes = (each: LockedPackage): boolean => each.hashes.length > 0;
  const bare = packages.find((each) => !hasHashes(each) && each.url === null && each.folder === null);
  if (bare !== undefined) {
    const reason = `it has no hash of ${bare.name} ${bare.version ?? ""}`.trim();
    return lockFailure(artifact, name, reason, "Lock the packages again");
  }
  const indexes = new Set(
    // pip reads PyPI, or the index in its settings, by default.
    packages.flatMap(({ index }) =>
      index === null || /^https:\/\/pypi\.(org|python\.org)\/simple\/?$/.test(index) ? [] : [index],
    ),
  );
  return {
    locked: packages.filter(hasHashes).map(lineOf),
    unhashed: packages.filter((each) => !hasHashes(each)).map(lineOf),
    indexes: [...indexes],
  };
}

function lineOf({ name, version, url, folder, hashes }: LockedPackage): string {
  if (folder !== null) return folder;
  const what = url === null ? `${name}==${version}` : `${name} @ ${url}`;
  return [what, ...hashes.map((hash) => `--hash=${hash}`)].join(" ");
}

/** Versions for packages that `requirements.txt` itself does not pin. A list with hashes names every package with its version. */
function constraintsOf(packages: readonly LockedPackage[], list: string): readonly string[] {
  const text = readFileSync(list, "utf8");
  if (text.includes("--hash")) return [];
  const pinned = new Set(
    [...text.matchAll(/^\s*([\w.-]+)(?:\[[^\]]*\])?\s*(?:===?|@)/gm)].map(([, name = ""]) => canonical(name)),
  );
  return packages.flatMap(({ name, version, url, folder }) =>
    version === null || url !== null || folder !== null || pinned.has(name) ? [] : [`${name}==${version}`],
  );
}

const canonical = (name: string): string => name.replace(/[-_.]+/g, "-").toLowerCase();

function lockFailure(
  artifact: PythonArtifact,
  file: string,
  reason: string,
  remedy: string | undefined,
): BundleFailure {
  const facts = { value: artifact.srcPath, file, reason, remedy };
  return failure(artifact, "python-lock-unusable", artifact.sourceProp ?? "srcPath", facts);
}
