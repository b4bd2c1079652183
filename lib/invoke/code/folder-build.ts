import { join } from "node:path";
import type { Artifact } from "../../bundle";
import { type Build, type BuildOutcome, textOf } from "./code-build";
import { CompleteBuild } from "./full-build";

/** Builds what is no Node bundle: each time all of it, since nothing tells which of its files were read. */
export class FolderBuild implements Build {
  private readonly complete = new CompleteBuild();
  private count = 0;

  constructor(private readonly artifact: Artifact) {}

  async run(): Promise<BuildOutcome> {
    const failures = await this.complete.run(this.artifact);
    const source = join(this.artifact.appPath, this.artifact.srcPath);
    this.count += 1;
    return {
      problem: textOf(failures),
      inputs: { files: [source], folders: [source], searched: [] },
      fingerprint: String(this.count),
    };
  }

  async stop(): Promise<void> {
    this.complete.stop();
  }
}
