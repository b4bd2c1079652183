import {
  type BuildInputs,
  type BundleFailure,
  createIncrementalBundle,
  type IncrementalBundle,
  type NodeArtifact,
  problemsOf,
} from "../../../bundle";
import { FullBuild } from "./full-build";

export interface CodeBuildResult {
  /** A problem for the author to fix; undefined after success. */
  readonly problem: string | undefined;
  /** Warnings, which do not prevent a deployment. @default - none */
  readonly warnings?: readonly string[];
  readonly inputs: BuildInputs;
  /** Equal for equal code. */
  readonly fingerprint: string;
}

/** Builds the folder of one artifact, after each change of its sources. */
export interface CodeBuild {
  run(): Promise<CodeBuildResult>;
  stop(): Promise<void>;
}

/** Failures in the words of a synthesis, without duplicates. */
export const messagesOf = (failures: readonly BundleFailure[]): readonly string[] =>
  problemsOf(failures).map(({ message }) => message);

export function failureText(failures: readonly BundleFailure[]): string | undefined {
  const texts = messagesOf(failures);
  return texts.length === 0 ? undefined : texts.join("\n");
}

/** Builds Node code: esbuild bundles it incrementally, after a full build for the steps that esbuild cannot do. */
export class NodeBuild implements CodeBuild {
  private readonly bundle: IncrementalBundle;
  private readonly fullBuild = new FullBuild();
  private hasBuiltFully = false;

  constructor(
    private readonly artifact: NodeArtifact,
    mapsFolder: string,
    isDebugged: boolean,
  ) {
    this.bundle = createIncrementalBundle(artifact, mapsFolder, { isDebugged });
  }

  async run(): Promise<CodeBuildResult> {
    const problem = await this.runFullBuild();
    if (problem !== undefined) return this.failed(problem);
    try {
      const { failures, warnings, inputs, fingerprint } = await this.bundle.rebuild();
      return { problem: failureText(failures), warnings, inputs, fingerprint };
    } catch (error) {
      return this.failed(error instanceof Error ? error.message : String(error));
    }
  }

  async stop(): Promise<void> {
    this.fullBuild.stop();
    await this.bundle.dispose();
  }

  /** Packages are installed once. The caller's commands may generate code, so they run for every build. */
  private async runFullBuild(): Promise<string | undefined> {
    const { artifact } = this;
    const isNeeded = artifact.hooks !== undefined || (artifact.nodeModules.length > 0 && !this.hasBuiltFully);
    if (!isNeeded) return undefined;
    const { failures } = await this.fullBuild.run(artifact);
    this.hasBuiltFully = failures.length === 0;
    return failureText(failures);
  }

  private failed(problem: string): CodeBuildResult {
    return { problem, inputs: this.bundle.inputs, fingerprint: "" };
  }
}
