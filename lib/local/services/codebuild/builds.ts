import { randomUUID } from "node:crypto";
import { requireText } from "../../../model";
import { inBackground } from "../../invoke";
import { ModelResources } from "../contract/model-resources";

/** A run of a job. */
export interface Build {
  readonly id: string;
  readonly projectName: string;
  status: "IN_PROGRESS" | "SUCCEEDED" | "FAILED";
}

/** The runs of jobs. The engine limits how many run at a time, and makes the others wait. */
export class Builds extends ModelResources {
  private readonly builds = new Map<string, Build>();

  /** Starts a run; undefined if the project does not exist. */
  start(projectName: string, payload: string): Build | undefined {
    const project = this.model.find("aws_codebuild_project", "name", projectName);
    if (project === undefined) return undefined;
    const build: Build = { id: `${projectName}:${randomUUID()}`, projectName, status: "IN_PROGRESS" };
    this.builds.set(build.id, build);
    inBackground("build of CodeBuild", this.run(build, requireText(project.values, "arn"), payload));
    return build;
  }

  find(id: string): Build | undefined {
    return this.builds.get(id);
  }

  private async run(build: Build, functionArn: string, payload: string): Promise<void> {
    const { functions, report } = this.context;
    const { projectName } = build;
    const outcome = await functions.invoke({ functionArn, payload, source: `job ${projectName}` });
    build.status = outcome.status === "ok" ? "SUCCEEDED" : "FAILED";
    if (outcome.status === "refused") {
      report({ event: "warning", text: `The job ${projectName} did not run: ${outcome.reason}` });
      return;
    }
    const time = `${Math.round(outcome.durationMs / 100) / 10} s`;
    const text =
      outcome.status === "ok"
        ? `The job ${projectName} has ended after ${time}.`
        : `The job ${projectName} has failed after ${time}.`;
    report({ event: "notice", text });
  }
}
