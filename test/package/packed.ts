import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { filesBelow, keptBuild } from "../support/kept-build";

export const root = resolve(__dirname, "../..");

interface PackageJson {
  readonly name: string;
  readonly repository: { readonly url: string };
  readonly homepage: string;
  readonly bugs: string;
  readonly files: readonly string[];
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types?: string }>>;
  readonly peerDependenciesMeta: Readonly<Record<string, object>>;
}

export const packageJson = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as PackageJson;

/** The packages as a registry would give them. */
export interface Tarballs {
  /** The file that npm made. */
  readonly tarball: string;
  /** The same build for CDK Terrain, with the files that npm has chosen for the other. */
  readonly tarballOfCdktn: string;
  /** The file that npm made of `create-serverform`. */
  readonly tarballOfCreate: string;
  /** The file that npm made of `serverform-migrate`. */
  readonly tarballOfMigrate: string;
}

/** The package in an otherwise empty project. */
export interface InstalledPackage {
  /** The project. */
  readonly project: string;
  /** The package in it. */
  readonly folder: string;
  /** Runs a program in the project, and returns its output. */
  run(file: string, args: readonly string[]): string;
  remove(): void;
}

/** The sources of a packed package; a checkout has more files than a test may write into. */
const sources = [
  ".build",
  "package.json",
  "tsconfig.json",
  "lib",
  "docs",
  "schemas",
  "README.md",
  "AGENTS.md",
  "CHANGELOG.md",
  "LICENSE",
];

/** Builds and packs a copy of the sources, once for all tests. */
export function packed(): Tarballs {
  const folder = keptBuild(
    "packed",
    () => [...sources, "test/package/packed.ts"].flatMap(filesOf),
    packBelow,
  );
  const { cdktf, cdktn, create, migrate } = tarballNames;
  return {
    tarball: join(folder, cdktf),
    tarballOfCdktn: join(folder, cdktn),
    tarballOfCreate: join(folder, create),
    tarballOfMigrate: join(folder, migrate),
  };
}

/**
 * Unpacks the package into a separate project.
 *
 * Nothing is downloaded: `npm install` would ask a registry for the dependencies, although they are all in the
 * checkout. So npm makes the package, and the dependencies and peers are linked to those of the checkout. Node resolves
 * the links, which gives each of them its own dependencies too, and there is one copy of `cdktf` as in a real project.
 */
export function installPacked(): InstalledPackage {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "serverform-package-")));
  const remove = () => rmSync(base, { recursive: true, force: true });
  try {
    const project = join(base, "project");
    const folder = installTarball(packed().tarball, project);
    return { project, folder, run: (file, args) => run(project, file, args), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

const tarballNames = {
  cdktf: "serverform.tgz",
  cdktn: "serverform-cdktn.tgz",
  create: "create-serverform.tgz",
  migrate: "serverform-migrate.tgz",
};

const filesOf = (source: string): readonly string[] =>
  statSync(join(root, source)).isDirectory() ? filesBelow(source).filter(isSource) : [source];

/** The site of the documents is not packed, and has packages where it was built. */
const isSource = (file: string): boolean => !/^docs[/\\]site[/\\]/.test(file);

function packBelow(base: string): void {
  // Not below node_modules, where the compiler takes files for those of other packages.
  const copy = realpathSync(mkdtempSync(join(tmpdir(), "serverform-copy-")));
  const filter = (file: string) => isSource(relative(root, file));
  for (const source of sources) cpSync(join(root, source), join(copy, source), { recursive: true, filter });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  // Types are checked elsewhere.
  const options = join(copy, "lib/tsconfig.json");
  const { compilerOptions, ...rest } = JSON.parse(readFileSync(options, "utf8")) as {
    compilerOptions: object;
  };
  writeFileSync(options, JSON.stringify({ compilerOptions: { ...compilerOptions, noCheck: true }, ...rest }));
  // A file of an earlier build, whose source is gone.
  mkdirSync(join(copy, "dist"));
  cpSync(join(root, "package.json"), join(copy, "dist", "outdated.json"));
  pack(copy, join(base, tarballNames.cdktf));
  packAlike(join(copy, "dist-cdktn"), join(base, tarballNames.cdktn), join(base, tarballNames.cdktf));
  pack(join(copy, "dist-create"), join(base, tarballNames.create));
  pack(join(copy, "dist-migrate"), join(base, tarballNames.migrate));
  for (const name of [tarballNames.cdktf, tarballNames.cdktn]) {
    const tarball = join(base, name);
    unpack(tarball, unpackedBeside(tarball));
  }
  rmSync(copy, { recursive: true, force: true });
}

function pack(folder: string, tarball: string): void {
  const base = dirname(tarball);
  const printed = run(folder, "npm", ["pack", "--silent", "--pack-destination", base]);
  renameSync(join(base, printed.trim().split("\n").at(-1) ?? ""), tarball);
}

/** Packs the files that npm has packed of a like package: it takes seconds to choose among thousands of files. */
function packAlike(folder: string, tarball: string, like: string): void {
  const { files } = packageJsonOf(folder);
  if (!isDeepStrictEqual(files, packageJson.files)) throw new Error("The packages list different files.");
  const chosen = run(dirname(like), "tar", ["-tzf", like]).trim().split("\n");
  const list = join(folder, "..", "chosen.txt");
  const present = chosen.filter((file) => existsSync(join(folder, relative("package", file))));
  writeFileSync(list, present.join("\n"));
  const renamed = join(folder, "..", "package");
  renameSync(folder, renamed);
  run(dirname(renamed), "tar", ["-czf", tarball, "-T", list]);
}

/**
 * Unpacks the package into a project, and links its dependencies, its peers and the compiler to those of the checkout;
 * returns the folder of the package.
 */
export function installTarball(tarball: string, project: string): string {
  const modules = join(project, "node_modules");
  const folder = unpack(tarball, modules);
  linkPackagesOf(folder, modules);
  linkCommandsOf(folder, modules);
  return folder;
}

/**
 * Does the same with hard links to the files that lie unpacked beside the tarball, for tests that only read them: unpacking thousands of
 * files takes up to a second.
 */
export function linkPacked(name: "serverform" | "serverform-cdktn", project: string): string {
  const modules = join(project, "node_modules");
  mkdirSync(modules, { recursive: true });
  const unpacked = join(unpackedBeside(packed().tarball), name);
  try {
    run(modules, "cp", ["-rl", unpacked, modules]);
  } catch {
    // Temporary files may be on another file system, and not every `cp` makes links.
    run(modules, "cp", ["-r", unpacked, modules]);
  }
  const folder = join(modules, name);
  linkPackagesOf(folder, modules);
  linkCommandsOf(folder, modules);
  return folder;
}

/** The package as it lies unpacked beside the tarball, for tests that only read it. Node finds its dependencies in the checkout. */
export const unpackedPackage = (): string => join(unpackedBeside(packed().tarball), "serverform");

/** The folder of code that V8 has compiled of the unpacked packages. */
export const packedCodeCache = (): string => join(dirname(packed().tarball), "code");

const unpackedBeside = (tarball: string): string => join(dirname(tarball), "unpacked");

function unpack(tarball: string, modules: string): string {
  const listed = run(dirname(tarball), "tar", ["-xzOf", tarball, "package/package.json"]);
  const { name } = JSON.parse(listed) as PackageJson;
  const folder = join(modules, name);
  mkdirSync(folder, { recursive: true });
  run(folder, "tar", ["-xzf", tarball, "--strip-components=1"]);
  return folder;
}

const packageJsonOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as PackageJson;

/** Links the dependencies and peers of a package, the types of Node and the compilers. */
function linkPackagesOf(folder: string, modules: string): void {
  const { dependencies, peerDependencies } = packageJsonOf(folder);
  const linked = { ...dependencies, ...peerDependencies };
  for (const name of [...Object.keys(linked), "@types/node", "typescript", "tsx"]) {
    link(
      join(nameOfCdktn.test(name) ? modulesOfCdktn : join(root, "node_modules"), name),
      join(modules, name),
    );
  }
}

/** Links the commands of a package and of the compilers. */
function linkCommandsOf(folder: string, modules: string): void {
  for (const [name, file] of Object.entries(packageJsonOf(folder).bin)) {
    link(join(folder, file), join(modules, ".bin", name));
  }
  link(join(modules, "typescript", "bin", "tsc"), join(modules, ".bin", "tsc"));
  link(join(modules, "tsx", "dist", "cli.mjs"), join(modules, ".bin", "tsx"));
}

const nameOfCdktn = /^(@cdktn\/.*|cdktn)$/;
const modulesOfCdktn = join(root, "test/packages/cdktn/node_modules");

/** Links a file or folder, unless there is one. */
export function link(target: string, place: string): void {
  if (existsSync(place)) return;
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(target, place);
}

/** Runs a program and returns its output, which the error of a failure also contains. */
export function run(
  cwd: string,
  file: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): string {
  try {
    return execFileSync(file, args, {
      cwd,
      encoding: "utf8",
      env: { ...ownEnvironment(), ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${file} ${args.join(" ")} failed:\n${stdout}${stderr}`);
  }
}

/** The output of a program that fails. */
export function failureOf(attempt: () => unknown): string {
  try {
    attempt();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("it did not fail");
}

/** Without what `npm test` says of the checkout, and what would change how Node or the library behaves. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(npm_|NODE_OPTIONS$|NODE_ENV$|JEST_|SERVERFORM_|CDKTF_)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
