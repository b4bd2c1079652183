import type { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { LambdaFunctionRecursionConfig } from "@cdktf/provider-aws/lib/lambda-function-recursion-config";
import type { Construct } from "constructs";
import type { FunctionProps } from "../props";

/** Configures the reaction of Lambda to loops. Without the prop, no resource is created: the service stops them. */
export function createRecursionConfig(
  scope: Construct,
  fn: LambdaFunction,
  recursiveLoop: FunctionProps["recursiveLoop"],
): void {
  if (recursiveLoop === undefined) return;
  new LambdaFunctionRecursionConfig(scope, "RecursionConfig", {
    functionName: fn.functionName,
    recursiveLoop,
  });
}
