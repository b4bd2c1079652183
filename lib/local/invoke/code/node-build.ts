import { createIncrementalBundle, type IncrementalBundle, type NodeArtifact } from "../../../bundle";
import { type CodeBuild, type CodeBuildResult, failureText } from "./code-build";
import { FullBuild } from "./full-build";

/** Builds Node code: esbuild bundles it incrementally, and a full build does before it what esbuild cannot do. */
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

  /** Packages are installed once. Commands of the caller may generate code, so they run for every build. */
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
