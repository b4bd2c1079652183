import type { LambdaFunction, LambdaFunctionConfig } from "@cdktf/provider-aws/lib/lambda-function";
import { LambdaFunctionRecursionConfig } from "@cdktf/provider-aws/lib/lambda-function-recursion-config";
import type { Construct } from "constructs";
import { overlay } from "../core/terraform/override";
import { toArn } from "./arn";
import type { FunctionProps } from "./props";

const tracingModes = { active: "Active", pass_through: "PassThrough", disabled: undefined } as const;

/** The provider's config: the values of the constructor and of the props, with the caller's overrides. */
export function lambdaFunctionConfig(
  props: FunctionProps,
  created: LambdaFunctionConfig,
): LambdaFunctionConfig {
  const { architecture, filesystem, environmentEncryption, codeSigningConfig } = props;
  const mode = tracingModes[props.tracing ?? "active"];
  const config: LambdaFunctionConfig = {
    ...created,
    description: props.description,
    architectures: architecture && [architecture === "arm_64" ? "arm64" : architecture],
    tracingConfig: mode && { mode },
    kmsKeyArn: environmentEncryption && toArn(environmentEncryption),
    codeSigningConfigArn: codeSigningConfig && toArn(codeSigningConfig),
    fileSystemConfig: filesystem && {
      arn: toArn(filesystem.accessPoint),
      localMountPath: filesystem.mountPath,
    },
    reservedConcurrentExecutions: props.reservedConcurrentExecutions,
    snapStart: props.snapStart === true ? { applyOn: "PublishedVersions" } : undefined,
  };
  return overlay(config, props.cdk?.function);
}

/** Configures Lambda's loop detection. Without the prop, no resource is created: the service stops loops. */
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
