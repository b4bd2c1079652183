import { spawnSync } from "node:child_process";
import type { BuildFailure, BuildOptions, Message, Metafile } from "esbuild";
import { buildSync } from "esbuild";
import { type Placement, placeFiles } from "./output-files";

/** One call of esbuild. */
export interface BuildRequest {
  readonly options: BuildOptions;
  /** Absolute path of a module that exports an array of plugins. */
  readonly plugins?: string;
  /** For builds that do not write: where their files go. */
  readonly placement?: Placement;
}

export interface BuildOutcome {
  readonly errors: readonly Message[];
  readonly warnings: readonly Message[];
  readonly metafile?: Metafile;
  /** Why there was no build at all: the plugins could not be loaded. */
  readonly pluginsProblem?: string;
}

export interface WorkerInput {
  readonly esbuildPath: string;
  readonly requests: readonly BuildRequest[];
}

export const succeeded = ({ errors, pluginsProblem }: BuildOutcome): boolean =>
  errors.length === 0 && pluginsProblem === undefined;

/** Runs several calls of esbuild; the outcomes are in the order of the requests. */
export function runBuilds(requests: readonly BuildRequest[]): readonly BuildOutcome[] {
  const [first, ...others] = requests;
  if (first === undefined) return [];
  if (others.length === 0 && first.plugins === undefined) return [runHere(first)];
  return runInWorker(requests);
}

function runHere({ options, placement }: BuildRequest): BuildOutcome {
  try {
    const { warnings, metafile, outputFiles } = buildSync(options);
    if (placement !== undefined) placeFiles(outputFiles, placement);
    return { errors: [], warnings, metafile };
  } catch (error) {
    const { errors, warnings } = error as Partial<BuildFailure>;
    if (errors === undefined) throw error;
    return { errors, warnings: warnings ?? [] };
  }
}

/**
 * Plugins and simultaneous builds exist only in esbuild's asynchronous interface, so another process waits for it.
 *
 * Its program is given as text: in the published package it lies beside this file as JavaScript, in a checkout as
 * TypeScript, which not every Node runs. esbuild makes one script of either.
 */
function runInWorker(requests: readonly BuildRequest[]): readonly BuildOutcome[] {
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
    // What plugins print must not mix with the answer, nor with what synthesis prints.
    stdio: ["pipe", process.stderr.fd, process.stderr.fd, "pipe"],
    encoding: "utf8",
    maxBuffer: 1024 * 1024 * 1024,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`esbuild's process ended early (${signal ?? status}).`);
  return JSON.parse(output[3] ?? "[]") as readonly BuildOutcome[];
}
