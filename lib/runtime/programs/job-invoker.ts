import { defaultRegion } from "../../facts/aws/partitions";
import { callAws, endpointOf, jsonError } from "../aws/call";

/** The event that `Job.<id>.run` sends. */
export interface JobRun {
  readonly payload?: unknown;
}

/** Starts a job with a payload; does not wait for its end. */
export async function handler({ payload = null }: JobRun): Promise<void> {
  const { RUNNER_NAME: runner } = process.env;
  await (runner === undefined ? startBuild(payload) : startRunner(runner, payload));
}

const options = () => ({ region: process.env.AWS_REGION ?? defaultRegion });

async function startBuild(payload: unknown): Promise<void> {
  const body = JSON.stringify({
    projectName: process.env.PROJECT_NAME,
    environmentVariablesOverride: [
      { name: "SERVERFORM_PAYLOAD", value: JSON.stringify(payload), type: "PLAINTEXT" },
    ],
  });
  const headers = {
    "content-type": "application/x-amz-json-1.1",
    "x-amz-target": "CodeBuild_20161006.StartBuild",
  };
  const url = endpointOf("codebuild", "codebuild", options());
  const answer = await callAws({ service: "codebuild", method: "POST", url, headers, body }, options());
  if (answer.status >= 300) throw jsonError(answer, "codebuild");
}

/** Under `serverform start`, a function replaces the container. */
async function startRunner(name: string, payload: unknown): Promise<void> {
  const url = new URL(
    `/2015-03-31/functions/${encodeURIComponent(name)}/invocations`,
    endpointOf("lambda", "lambda", options()),
  );
  const headers = { "x-amz-invocation-type": "Event" };
  const body = JSON.stringify(payload);
  const answer = await callAws({ service: "lambda", method: "POST", url, headers, body }, options());
  if (answer.status >= 300) throw jsonError(answer, "lambda");
}
