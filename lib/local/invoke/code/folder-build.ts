import { join } from "node:path";
import { type Artifact, findMissingHandlers } from "../../../bundle";
import { type CodeBuild, type CodeBuildResult, failureText, messagesOf } from "./code-build";
import { FullBuild } from "./full-build";

/** Builds code of other languages. Each build is a full one, because their tools do not report which files they read. */
export class FolderBuild implements CodeBuild {
  private readonly fullBuild = new FullBuild();
  private count = 0;

  constructor(private readonly artifact: Artifact) {}

  async run(): Promise<CodeBuildResult> {
    const { failures, warnings } = await this.fullBuild.run(this.artifact);
    const source = join(this.artifact.appPath, this.artifact.srcPath);
    this.count += 1;
    return {
      problem: failureText(failures),
      // As in AWS, the invocation fails.
      warnings: [...warnings, ...messagesOf(findMissingHandlers([this.artifact]))],
      inputs: { files: [source], folders: [source], searched: [] },
      fingerprint: String(this.count),
    };
  }

  async stop(): Promise<void> {
    this.fullBuild.stop();
  }
}
