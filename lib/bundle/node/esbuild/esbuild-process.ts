import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { endianness } from "node:os";
import { delimiter, join } from "node:path";
import type { BuildOptions, Metafile } from "esbuild";
import { hasOnlyShims } from "../shims";
import { type EsbuildRequest, settingsOfMemory } from "./esbuild";
import { needsPlugins } from "./plugins";

/** A build that runs in another process. */
export interface StartedBuild {
  /** Waits for its end. Undefined if it has errors or warnings, of which only another build gives the parts. */
  wait(): Metafile | undefined;
}

/** A process that does not end is given up after this time. */
const patienceMs = 60_000;
const pauseMs = 2;

/** Windows takes 32,767 characters; other systems take more than any request has. */
const commandLimit = process.platform === "win32" ? 24_000 : 120_000;

/**
 * Starts the program of esbuild, which writes its files while this process continues.
 *
 * Undefined for a request that needs more than the command line offers, and where the program is not found.
 *
 * @param file - the process writes its metafile and its messages beside it; absolute
 */
export function startBuild(
  { options, outputFolders, ...asked }: EsbuildRequest,
  file: string,
): StartedBuild | undefined {
  if (needsPlugins(asked) || outputFolders !== undefined) return undefined;
  const program = findProgram();
  const flags = flagsOf(options);
  if (program === undefined || flags === undefined) return undefined;
  const files = { metafile: `${file}.json`, messages: `${file}.log` };
  const command = [...flags, `--metafile=${files.metafile}`];
  if (command.join(" ").length > commandLimit) return undefined;
  const messages = openSync(files.messages, "wx", 0o600);
  try {
    const child = spawn(program, command, {
      cwd: options.absWorkingDir,
      stdio: ["ignore", messages, messages],
      windowsHide: true,
      env: {
        ...process.env,
        ...settingsOfMemory(),
        // The program looks there, which the builds of its package do not.
        NODE_PATH: (options.nodePaths ?? []).join(delimiter),
      },
    });
    // Whether it has ended shows in its files.
    child.on("error", () => {});
    child.unref();
    const { pid } = child;
    return pid === undefined ? undefined : { wait: () => waitForBuild(pid, files) };
  } finally {
    closeSync(messages);
  }
}

function waitForBuild(
  pid: number,
  { metafile, messages }: { readonly metafile: string; readonly messages: string },
): Metafile | undefined {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  const end = Date.now() + patienceMs;
  for (;;) {
    const hasEnded = isGone(pid);
    // esbuild writes the metafile last.
    const written = parsed(metafile);
    if (statSync(messages, { throwIfNoEntry: false })?.size !== 0) return undefined;
    if (written !== undefined) return written;
    if (hasEnded || Date.now() > end) return undefined;
    Atomics.wait(sleeper, 0, 0, pauseMs);
  }
}

/** Undefined as long as the file is not complete. */
function parsed(file: string): Metafile | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Metafile;
  } catch {
    return undefined;
  }
}

/** Whether a child of this process has ended. Node learns it only when it is idle. False where the system does not tell. */
function isGone(pid: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    return /^[ZX]/.test(text.slice(text.lastIndexOf(")") + 2));
  } catch {
    return true;
  }
}

/** The form of each option on the command line. Options that are not here, and values that may be secrets, have none. */
const forms: { readonly [Name in keyof BuildOptions]?: (value: unknown) => readonly string[] | undefined } = {
  bundle: (value) => flag("bundle", value),
  minify: (value) => flag("minify", value),
  keepNames: (value) => flag("keep-names", value),
  sourcemap: (value) => flag("sourcemap", value),
  splitting: (value) => flag("splitting", value),
  platform: (value) => [`--platform=${value}`],
  format: (value) => [`--format=${value}`],
  target: (value) => [`--target=${[value].flat().join(",")}`],
  conditions: (value) => [`--conditions=${[value].flat().join(",")}`],
  mainFields: (value) => [`--main-fields=${[value].flat().join(",")}`],
  external: (value) => [value].flat().map((each) => `--external:${each}`),
  loader: (value) => Object.entries(Object(value)).map(([ending, each]) => `--loader:${ending}=${each}`),
  supported: (value) => Object.entries(Object(value)).map(([name, each]) => `--supported:${name}=${each}`),
  // Definitions of the caller may be secrets.
  define: (value) =>
    hasOnlyShims(value) ? Object.entries(value).map((each) => `--define:${each.join("=")}`) : undefined,
  banner: (value) => Object.entries(Object(value)).map(([type, text]) => `--banner:${type}=${text}`),
  outdir: (value) => [`--outdir=${value}`],
  // The process has them another way.
  absWorkingDir: () => [],
  nodePaths: () => [],
  metafile: () => [],
  entryPoints: () => [],
  logLevel: () => [],
  logLimit: () => [],
};

function flag(name: string, value: unknown): readonly string[] {
  return value === true ? [`--${name}`] : [];
}

function flagsOf(options: BuildOptions): readonly string[] | undefined {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const entries = entriesOf(options.entryPoints);
  if (entries === undefined) return undefined;
  const flags: string[] = ["--log-level=warning", "--log-limit=0", "--color=false"];
  for (const [name, value] of given) {
    const form = forms[name as keyof BuildOptions];
    const flagsOfOption = form?.(value);
    if (flagsOfOption === undefined) return undefined;
    flags.push(...flagsOfOption);
  }
  return flags.some((each) => each.includes("\0")) ? undefined : [...flags, ...entries];
}

/** `<out>=<in>`. Undefined for paths that the command line would read as something else. */
function entriesOf(entryPoints: BuildOptions["entryPoints"]): readonly string[] | undefined {
  if (!Array.isArray(entryPoints)) return undefined;
  const texts = entryPoints.map((each) => {
    const isClear = typeof each === "object" && !/^-|=|\0/.test(each.out) && !each.in.includes("\0");
    return isClear ? `${each.out}=${each.in}` : undefined;
  });
  return texts.some((each) => each === undefined) ? undefined : (texts as string[]);
}

/** The program of esbuild for this machine, in the package that esbuild has for it. */
function findProgram(): string | undefined {
  const { platform, arch, env } = process;
  if (env.ESBUILD_BINARY_PATH !== undefined || endianness() === "BE") return undefined;
  const file = platform === "win32" ? "esbuild.exe" : "bin/esbuild";
  try {
    return createRequire(require.resolve("esbuild")).resolve(join(`@esbuild/${platform}-${arch}`, file));
  } catch {
    // A package manager keeps it elsewhere, or this machine has another one.
    return undefined;
  }
}
