import type { Artifact, BundleFailure } from "../../bundle";
import { problem } from "../../errors/error";
import type { Inputs } from "./bundle-watcher";

/** How a build went. */
export interface BuildOutcome {
  /** What its author has to correct; undefined when it succeeded. */
  readonly problem: string | undefined;
  readonly inputs: Inputs;
  /** Equal for equal code. */
  readonly fingerprint: string;
}

/** Makes the folder of one artifact, again and again. */
export interface Build {
  run(): Promise<BuildOutcome>;
  stop(): Promise<void>;
}

/** Failures as synthesis would show them, each once. */
export function textOf(failures: readonly BundleFailure[]): string | undefined {
  const texts = failures.map(
    ({ owners, code, prop, facts }) => problem(owners[0] ?? "app", code, prop, facts as never).message,
  );
  return texts.length === 0 ? undefined : [...new Set(texts)].join("\n");
}

/** Whether an artifact is more than what esbuild makes of it. */
export function needsTools(artifact: Artifact): boolean {
  return artifact.kind !== "node" || artifact.hooks !== undefined || artifact.nodeModules.length > 0;
}
