import type { LambdaFunction, LambdaFunctionConfig } from "@cdktf/provider-aws/lib/lambda-function";
import { LambdaFunctionRecursionConfig } from "@cdktf/provider-aws/lib/lambda-function-recursion-config";
import type { Construct } from "constructs";
import { overlay } from "../core/terraform/override";
import { toArn } from "./arn";
import type { FunctionProps } from "./props";

/** Lambda's own default is PassThrough, which traces nothing if the role may not write traces. */
const tracingModes = { active: "Active", pass_through: "PassThrough", disabled: "PassThrough" } as const;

/** The provider's config: the values of the constructor and of the props, with the caller's overrides. */
export function lambdaFunctionConfig(
  props: FunctionProps,
  created: LambdaFunctionConfig,
): LambdaFunctionConfig {
  const { architecture = "x86_64", filesystem, environmentEncryption, codeSigningConfig } = props;
  const config: LambdaFunctionConfig = {
    ...created,
    description: props.description,
    // The provider keeps the last processor and tracing of a function that names none.
    architectures: [architecture === "arm_64" ? "arm64" : architecture],
    tracingConfig: { mode: tracingModes[props.tracing ?? "active"] },
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
