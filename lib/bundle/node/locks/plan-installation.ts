import { existsSync } from "node:fs";
import { join } from "node:path";
import type { NodeArtifact } from "../../artifact";
import type { FoundLock } from "./find-lock";
import { rangesOf, readLockJson } from "./lock-text";
import { type LockedPackage, LockProblem } from "./locked-package";
import { type Placed, placePackages } from "./place";

export type Architecture = NodeArtifact["architecture"];

/** The installation that npm performs. */
export interface PlannedInstallation {
  readonly manifest: object;
  readonly lock: object;
  readonly placed: readonly Placed[];
}

/** Thrown for packages that neither `package.json` nor the lock file has. */
export class UnknownPackages extends Error {
  constructor(readonly names: readonly string[]) {
    super(names.join(", "));
  }
}

/**
 * Plans to install packages, and what they depend on, in exactly the versions of a lock file.
 *
 * @param names - the direct dependencies to install
 */
export function planInstallation(
  { lock, folder }: FoundLock,
  names: readonly string[],
  architecture: Architecture,
): PlannedInstallation {
  const found = names.map((name) => [name, findDirect(lock, folder, name)] as const);
  const unknown = found.filter(([, id]) => id === undefined).map(([name]) => name);
  if (unknown.length > 0) throw new UnknownPackages(unknown);
  const direct = new Map(found.map(([name, id = ""]) => [name, { id, kind: "required" }] as const));
  const placed = placePackages(lock, direct, (each) => isFor(each, architecture));
  for (const { package: each, isOptional } of placed) {
    const isOther = each.platform !== undefined && !isFor(each, architecture);
    if (!isOptional && isOther) throw otherPlatform(lock.file, each, architecture);
  }
  const dependencies = versionsOf(
    placed.filter(({ path, name }) => path === `node_modules/${name}` && direct.has(name)),
  );
  const manifest = { name: "bundle", private: true, dependencies };
  const packages = Object.fromEntries(placed.map((each) => [each.path, entryOf(each)]));
  const root = { name: "bundle", dependencies };
  return {
    manifest,
    lock: { name: "bundle", lockfileVersion: 3, requires: true, packages: { "": root, ...packages } },
    placed,
  };
}

function findDirect(lock: FoundLock["lock"], folder: string, name: string): string | undefined {
  const manifest = join(folder, "package.json");
  const range = existsSync(manifest) ? rangesIn(manifest)[name] : undefined;
  const locked = lock.folder(folder);
  const recorded = range === undefined ? undefined : locked?.recorded(name, range);
  if (range !== recorded) {
    const found = recorded === undefined ? `does not have it` : `has it as ${JSON.stringify(recorded)}`;
    throw new LockProblem(
      lock.file,
      `does not fit package.json: that has ${name} as ${JSON.stringify(range)}, and the lock file ${found}.`,
      `Write it again: ${lock.update}.`,
    );
  }
  const id = locked?.find(name, range);
  if (id !== undefined || range === undefined) return id;
  throw new LockProblem(
    lock.file,
    `has no entry for ${name}, which package.json has as ${JSON.stringify(range)}.`,
    `Write it again: ${lock.update}.`,
  );
}

export const rangesIn = (file: string): Readonly<Record<string, string>> =>
  rangesOf(readLockJson(file, "npm install"));

/** An entry of `package-lock.json`. Its ranges accept the packages that it finds, even if an override has a different range. */
function entryOf({ name, package: each, imports, isOptional }: Placed): object {
  const required = [...imports].filter(([key]) => each.dependencies.get(key)?.kind !== "optional");
  const optional = [...imports].filter(([key]) => each.dependencies.get(key)?.kind === "optional");
  return {
    ...(each.name !== undefined && each.name !== name && { name: each.name }),
    version: each.version,
    resolved: each.resolved,
    integrity: each.integrity,
    ...(isOptional && { optional: true }),
    // npm checks whether the package has any.
    hasInstallScript: true,
    ...(required.length > 0 && { dependencies: versionsOf(required.map(([, to]) => to)) }),
    ...(optional.length > 0 && { optionalDependencies: versionsOf(optional.map(([, to]) => to)) }),
  };
}

const versionsOf = (found: readonly Placed[]): Readonly<Record<string, string>> =>
  Object.fromEntries(found.map(({ name, package: each }) => [name, each.version ?? "*"]));

/** Whether a package is for the system of functions. If the lock file lacks these facts, the name decides. */
function isFor({ name = "", platform }: LockedPackage, architecture: Architecture): boolean {
  const cpu = cpuOf(architecture);
  if (platform === undefined) return !isNamedForOther(name, cpu);
  const { os, cpu: cpus, libc } = platform;
  return accepts(os, "linux") && accepts(cpus, cpu) && accepts(libc, "glibc");
}

export const cpuOf = (architecture: Architecture): string => (architecture === "arm64" ? "arm64" : "x64");

/** The rules of npm for `os`, `cpu` and `libc` of a manifest. */
export function accepts(allowed: readonly string[], value: string): boolean {
  const [refused, accepted] = [true, false].map((isNot) =>
    allowed.filter((each) => each.startsWith("!") === isNot),
  );
  if (refused?.includes(`!${value}`)) return false;
  return (
    accepted === undefined || accepted.length === 0 || accepted.includes(value) || accepted.includes("any")
  );
}

const otherSystems = new Set(
  "aix android darwin freebsd macos netbsd openbsd openharmony sunos win32 windows linuxmusl musl musleabihf".split(
    " ",
  ),
);
const processors = new Set(
  "x64 arm64 ia32 arm armv6 armv7 loong64 mips64el ppc64 ppc64le riscv64 s390x wasm32".split(" "),
);

/** Whether the words of a name such as `@img/sharp-darwin-arm64` name a different system. */
function isNamedForOther(name: string, cpu: string): boolean {
  const words = name.split(/[-/@._]/);
  const processor = words.find((each) => processors.has(each));
  if (processor === undefined) return false;
  if (processor === "wasm32") return true;
  return words.some((each) => otherSystems.has(each)) || (words.includes("linux") && processor !== cpu);
}

function otherPlatform(
  file: string,
  { name, platform }: LockedPackage,
  architecture: Architecture,
): LockProblem {
  const systems = [platform?.os, platform?.cpu, platform?.libc].flat().filter(Boolean).join(", ");
  return new LockProblem(
    file,
    `has ${name} for other systems only (${systems}); the function runs on linux, ${cpuOf(architecture)}, glibc.`,
    "Name the package that chooses it, such as sharp, or remove it from the list.",
  );
}
