import { existsSync } from "node:fs";
import { join } from "node:path";
import spawn from "cross-spawn";
import { jsonOf } from "../../facts/text/json";
import { isRecord } from "../../facts/text/record";
import { readJsonFile } from "../../kit/core";
import { fail } from "../errors";
import { folderUpwards } from "./project";

export type PackageManagerName = "npm" | "pnpm" | "yarn" | "yarn-classic" | "bun";

interface PackageManager {
  readonly binary: string;
  /** Arguments that print the manifest of a version as JSON. */
  readonly view: (spec: string) => readonly string[];
  /** Arguments that update `node_modules` and the lock file to match `package.json`, also in CI. */
  readonly install: readonly string[];
  /** Arguments that add a package for development. */
  readonly add: string;
  /** Runs a program of the project's packages. */
  readonly exec: string;
  /** The command that runs the program of a package without installing it. Yarn 1 has none. */
  readonly once: string;
}

const packageManagers = {
  npm: {
    binary: "npm",
    view: (spec) => ["view", spec, "--json"],
    install: ["install"],
    add: "install --save-dev",
    exec: "npx",
    once: "npx",
  },
  pnpm: {
    binary: "pnpm",
    view: (spec) => ["view", spec, "--json"],
    install: ["install", "--no-frozen-lockfile"],
    add: "add --save-dev",
    exec: "pnpm exec",
    once: "pnpm dlx",
  },
  yarn: {
    binary: "yarn",
    view: (spec) => ["npm", "info", spec, "--json"],
    install: ["install", "--no-immutable"],
    add: "add --dev",
    exec: "yarn",
    once: "yarn dlx",
  },
  "yarn-classic": {
    binary: "yarn",
    view: (spec) => ["info", spec, "--json"],
    install: ["install"],
    add: "add --dev",
    exec: "yarn",
    once: "npx",
  },
  bun: {
    binary: "bun",
    view: (spec) => ["pm", "view", spec, "--json"],
    install: ["install", "--no-frozen-lockfile"],
    add: "add --dev",
    exec: "bunx",
    once: "bunx",
  },
} as const satisfies Record<PackageManagerName, PackageManager>;

const lockFiles: readonly (readonly [file: string, manager: PackageManagerName])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["yarn.lock", "yarn"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
];

/**
 * The package manager of a project: the value of `packageManager`, otherwise the one that wrote the nearest lock file.
 *
 * Parent folders are searched as well, since in a monorepo both are at the root.
 */
export function detectPackageManager(folder: string): PackageManagerName {
  for (let at = folderUpwards(folder, "package.json"); at !== undefined; at = above(at)) {
    const named = namedManager(at);
    if (named !== undefined) return named;
    const lock = lockFiles.find(([file]) => existsSync(join(at as string, file)));
    if (lock !== undefined) return lock[1] === "yarn" ? yarnOf(at) : lock[1];
  }
  return "npm";
}

/** Reads the manifest of a published version from the registry that the project uses. */
export async function viewPackage(
  manager: PackageManagerName,
  spec: string,
  folder: string,
): Promise<Record<string, unknown>> {
  const { binary, view } = packageManagers[manager];
  const { code, output, errors } = await run(binary, view(spec), folder);
  const manifest = code === 0 ? manifestIn(output) : undefined;
  if (manifest !== undefined) return manifest;
  return fail("serverform update", "package-version-unknown", "[version]", {
    spec,
    reason: errors.trim() || output.trim() || `${binary} ended with exit code ${code}`,
  });
}

/** Installs the packages of `package.json`. If that fails, returns the output of the package manager. */
export async function installPackages(
  manager: PackageManagerName,
  folder: string,
  interrupt?: AbortSignal,
): Promise<string | undefined> {
  const { binary, install } = packageManagers[manager];
  const { code, output, errors } = await run(binary, install, folder, interrupt);
  return code === 0 ? undefined : errors.trim() || output.trim() || `${binary} ended with exit code ${code}`;
}

/** The commands that add a package to the project of a folder, and that run its program without adding it. */
export function packageCommands(
  name: string,
  folder: string,
): { readonly install: string; readonly withoutInstalling: string } {
  const { binary, add, once } = packageManagers[detectPackageManager(folder)];
  return { install: `${binary} ${add} ${name}`, withoutInstalling: `${once} ${name}` };
}

/** The command with which a package manager runs a program of the project's packages. */
export function execOf(manager: PackageManagerName): string {
  return packageManagers[manager].exec;
}

/** The command that runs this command line in a project: `npx serverform`. */
export function programIn(folder: string): string {
  return `${execOf(detectPackageManager(folder))} serverform`;
}

/** A text whose commands can be copied to a shell in this folder: those of remedies, and those after a colon. */
export function asTyped(text: string, folder: string = process.cwd()): string {
  const command = /(?<=^ {2}.*|: )(?<!\b(?:npx|exec|yarn|bunx|dlx) )\bserverform (?=[a-z<-])(?!or )/gm;
  return text.replace(command, () => `${programIn(folder)} `);
}

export function binaryOf(manager: PackageManagerName): string {
  return packageManagers[manager].binary;
}

function above(folder: string): string | undefined {
  const parent = join(folder, "..");
  return parent === folder ? undefined : folderUpwards(parent, "package.json");
}

function namedManager(folder: string): PackageManagerName | undefined {
  // A file that cannot be read names none: errors are printed with the commands of the package manager.
  const packageManager = readJsonFile(join(folder, "package.json")).value?.packageManager;
  const match = typeof packageManager === "string" ? /^(npm|pnpm|yarn|bun)@(\d+)/.exec(packageManager) : null;
  if (match === null) return undefined;
  const [, name, major] = match;
  if (name === "yarn") return major === "1" || major === "0" ? "yarn-classic" : "yarn";
  return name === "npm" || name === "pnpm" || name === "bun" ? name : undefined;
}

/** Only Yarn 2 and later use a settings file of this name. */
function yarnOf(folder: string): PackageManagerName {
  return existsSync(join(folder, ".yarnrc.yml")) ? "yarn" : "yarn-classic";
}

function manifestIn(output: string): Record<string, unknown> | undefined {
  // If several versions match a range, the answer is a list with the newest version last.
  const answer = [jsonOf(output)].flat().at(-1);
  if (!isRecord(answer)) return undefined;
  // Yarn 1 wraps the manifest in an object.
  const manifest = answer.type === "inspect" ? answer.data : answer;
  return isRecord(manifest) && typeof manifest.version === "string" ? manifest : undefined;
}

interface Exit {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

function run(
  binary: string,
  args: readonly string[],
  folder: string,
  interrupt?: AbortSignal,
): Promise<Exit> {
  return new Promise((resolve) => {
    const child = spawn(binary, [...args], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    interrupt?.addEventListener("abort", () => child.kill(), { once: true });
    let output = "";
    let errors = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    child.once("error", (error) => resolve({ code: 1, output, errors: error.message }));
    child.once("close", (code) => resolve({ code: code ?? 1, output, errors }));
  });
}
