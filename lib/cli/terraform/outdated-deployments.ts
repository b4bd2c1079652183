import { restDeploymentParts } from "../../app/rest-deployment-parts";
import { isObject } from "../project/json";
import type { SynthesizedStack } from "../project/synthesized-stack";
import type { RunRecord } from "./run-record";

const deploymentType = "aws_api_gateway_deployment";

/**
 * The REST API deployments that still contain resources that a run has just destroyed.
 *
 * Terraform creates the new deployment before it destroys the removed resources, because the old deployment depends on
 * them and is destroyed after the new one exists. The new deployment therefore still serves, for example, a removed
 * method.
 */
export function outdatedDeployments(
  stack: SynthesizedStack,
  planned: RunRecord["planned"],
): readonly string[] {
  const hasRemovedPart = planned.some(
    ({ address, action }) => action === "delete" && restDeploymentParts.has(address.split(".")[0] ?? ""),
  );
  if (!hasRemovedPart) return [];
  const { resource } = stack.template;
  const deployments = isObject(resource) ? resource[deploymentType] : undefined;
  return Object.keys(isObject(deployments) ? deployments : {}).map((name) => `${deploymentType}.${name}`);
}
