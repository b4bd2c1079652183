import { restDeploymentParts } from "../../app/rest-deployment-parts";
import { isObject } from "../project/json";
import type { Stack } from "../project/synthesized-stack";
import type { RunRecord } from "./run-record";

const deploymentType = "aws_api_gateway_deployment";

/**
 * The deployments of REST APIs that still show what a run has just destroyed.
 *
 * Terraform makes the new deployment before it destroys what was removed, since the old deployment, which goes last,
 * holds on to it. So the new one was made while, say, a removed method was still there, and goes on answering for it.
 */
export function outdatedDeployments(stack: Stack, planned: RunRecord["planned"]): readonly string[] {
  const hasGone = planned.some(
    ({ address, action }) => action === "delete" && restDeploymentParts.has(address.split(".")[0] ?? ""),
  );
  if (!hasGone) return [];
  const { resource } = stack.template;
  const deployments = isObject(resource) ? resource[deploymentType] : undefined;
  return Object.keys(isObject(deployments) ? deployments : {}).map((name) => `${deploymentType}.${name}`);
}
