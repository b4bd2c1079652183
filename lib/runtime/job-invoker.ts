import { callAws, endpointOf, jsonError } from "./aws/call";

/** What `Job.<id>.run` sends. */
export interface JobRun {
  readonly payload?: unknown;
}

/** Starts a job with a payload; does not wait for its end. */
export async function handler({ payload = null }: JobRun): Promise<void> {
  const options = { region: process.env.AWS_REGION ?? "us-east-1" };
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
  const url = endpointOf("codebuild", "codebuild", options);
  const answer = await callAws({ service: "codebuild", method: "POST", url, headers, body }, options);
  if (answer.status >= 300) throw jsonError(answer, "codebuild");
}
