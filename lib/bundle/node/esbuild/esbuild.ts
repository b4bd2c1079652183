import { spawnSync } from "node:child_process";
import { totalmem } from "node:os";
import { type BuildFailure, type BuildOptions, buildSync, type Message, type Metafile } from "esbuild";
import { type OutputFolders, writeOutputFiles } from "../output-files";
import { needsPlugins } from "./plugins";

export interface EsbuildRequest {
  readonly options: BuildOptions;
  /** Absolute path of a module that exports an array of plugins. */
  readonly plugins?: string;
  /** Absolute path of the project whose compiler writes the types of decorated code. Undefined if no code needs them. */
  readonly metadataOf?: string | undefined;
  /** Patterns of external modules that ES modules load with `require`. Undefined if an import finds them. */
  readonly requires?: readonly string[] | undefined;
  /** The folders of the files of a build that esbuild does not write itself. */
  readonly outputFolders?: OutputFolders;
}

export interface EsbuildOutcome {
  readonly errors: readonly Message[];
  readonly warnings: readonly Message[];
  readonly metafile?: Metafile;
  /** The reason why the plugins could not be loaded; no build ran then. */
  readonly pluginsProblem?: string;
}

export interface WorkerInput {
  readonly esbuildPath: string;
  readonly requests: readonly EsbuildRequest[];
}

export const succeeded = ({ errors, pluginsProblem }: EsbuildOutcome): boolean =>
  errors.length === 0 && pluginsProblem === undefined;

/** Runs several calls of esbuild; the outcomes are in the order of the requests. */
export function runBuilds(requests: readonly EsbuildRequest[]): readonly EsbuildOutcome[] {
  const [first, ...others] = requests;
  if (first === undefined) return [];
  if (others.length === 0 && !needsPlugins(first)) return [runHere(first)];
  return runInWorker(requests);
}

function runHere({ options, outputFolders }: EsbuildRequest): EsbuildOutcome {
  try {
    const { warnings, metafile, outputFiles } = withoutCollecting(() => buildSync(options));
    if (outputFolders !== undefined) writeOutputFiles(outputFiles, outputFolders);
    return { errors: [], warnings, metafile };
  } catch (error) {
    const { errors, warnings } = error as Partial<BuildFailure>;
    if (errors === undefined) throw error;
    return { errors, warnings: warnings ?? [] };
  }
}

/**
 * Plugins and concurrent builds need the asynchronous API of esbuild, so another process runs them.
 *
 * The program is passed as text: it is JavaScript in the published package, but TypeScript in a checkout, which not every
 * Node version can run. esbuild compiles both.
 */
function runInWorker(requests: readonly EsbuildRequest[]): readonly EsbuildOutcome[] {
  const { outputFiles } = buildSync({
    entryPoints: [require.resolve("./esbuild-worker")],
    bundle: true,
    platform: "node",
    packages: "external",
    write: false,
  });
  const code = outputFiles[0]?.text ?? "";
  const input: WorkerInput = { esbuildPath: require.resolve("esbuild"), requests };
  const { status, signal, error, output } = spawnSync(process.execPath, ["-e", code], {
    input: JSON.stringify(input),
    // The output of plugins must not mix with the result or with the output of synthesis.
    stdio: ["pipe", process.stderr.fd, process.stderr.fd, "pipe"],
    encoding: "utf8",
    maxBuffer: 1024 * 1024 * 1024,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`esbuild's process ended early (${signal ?? status}).`);
  return JSON.parse(output[3] ?? "[]") as readonly EsbuildOutcome[];
}

/**
 * Modules that bundling runs as separate programs, and finds by their path.
 *
 * If esbuild bundles this library, as a checkout does, the programs must be next to the bundle.
 */
export const bundlingPrograms = (): readonly string[] => [require.resolve("./esbuild-worker")];

/** Machines with at least this much memory can run esbuild without garbage collection. */
const largeMachineBytes = 4 * 1024 ** 3;

/** Settings of the Go runtime: it collects garbage only above this size. */
const settings = { GOGC: "off", GOMEMLIMIT: "1GiB" } as const;

/**
 * Environment variables that turn off the garbage collection of esbuild.
 *
 * Collecting takes a fifth of the time of a build, and the process ends soon. esbuild's own command does the same. Your own
 * settings of the Go runtime are kept.
 */
function settingsOfMemory({ env } = process): Readonly<Record<string, string>> {
  const isSet = env.GOGC !== undefined || env.GOMEMLIMIT !== undefined;
  return isSet || memoryBytes() < largeMachineBytes ? {} : settings;
}

/** Runs a build. If it starts the process of esbuild, the process does not collect garbage. */
export function withoutCollecting<Result>(build: () => Result): Result {
  const { env } = process;
  const added = settingsOfMemory();
  Object.assign(env, added);
  try {
    return build();
  } finally {
    for (const name of Object.keys(added)) delete env[name];
  }
}

/** The memory of the machine, or the limit of the container if it is lower. */
function memoryBytes(): number {
  // Without a limit, the value is 0 or larger than any machine.
  const limit = process.constrainedMemory?.() || Number.POSITIVE_INFINITY;
  return Math.min(totalmem(), limit);
}
