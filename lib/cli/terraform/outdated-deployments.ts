import { resourceTypes } from "../../facts/aws/resource-types";
import { isObject } from "../project/json";
import type { SynthesizedStack } from "../project/synthesized-stack";
import type { RunRecord } from "./run-record";

const deploymentType = "aws_api_gateway_deployment";

/**
 * The REST API deployments that a second run must make again.
 *
 * Terraform creates the new deployment before it destroys the removed resources, because the old deployment depends on
 * them and is destroyed after the new one exists. The new deployment therefore still serves, for example, a removed
 * method. For the same reason it creates a replaced integration before it destroys the old one. A method has one
 * integration, so that the new one is destroyed with it; the second run finds it missing and creates it.
 */
export function outdatedDeployments(
  stack: SynthesizedStack,
  planned: RunRecord["planned"],
): readonly string[] {
  const isDone = planned.every(({ address, action }) => {
    const [type = ""] = address.split(".");
    if (action === "replace") return type !== "aws_api_gateway_integration";
    return action !== "delete" || resourceTypes[type]?.isDeployed !== true;
  });
  if (isDone) return [];
  const { resource } = stack.template;
  const deployments = isObject(resource) ? resource[deploymentType] : undefined;
  return Object.keys(isObject(deployments) ? deployments : {}).map((name) => `${deploymentType}.${name}`);
}
