import type { LambdaFunctionConfig } from "@cdktf/provider-aws/lib/lambda-function";
import { overlay } from "../core/override";
import { toArn } from "./arn";
import type { FunctionProps } from "./props";

const tracingModes = { active: "Active", pass_through: "PassThrough", disabled: undefined } as const;

/** The provider's config: what the constructor has made, what the props say, and the caller's overrides over both. */
export function lambdaFunctionConfig(props: FunctionProps, made: LambdaFunctionConfig): LambdaFunctionConfig {
  const { architecture, layers = [], filesystem, environmentEncryption, codeSigningConfig } = props;
  const mode = tracingModes[props.tracing ?? "active"];
  const config: LambdaFunctionConfig = {
    ...made,
    description: props.description,
    architectures: architecture && [architecture === "arm_64" ? "arm64" : architecture],
    tracingConfig: mode && { mode },
    layers: layers.length === 0 ? undefined : layers.map((layer) => toArn(layer)),
    kmsKeyArn: environmentEncryption && toArn(environmentEncryption),
    codeSigningConfigArn: codeSigningConfig && toArn(codeSigningConfig),
    fileSystemConfig: filesystem && {
      arn: toArn(filesystem.accessPoint),
      localMountPath: filesystem.mountPath,
    },
    reservedConcurrentExecutions: props.reservedConcurrentExecutions,
  };
  // The caller's dependencies come on top: the function needs ours in any case.
  const { dependsOn = [], ...override } = props.cdk?.function ?? {};
  return { ...overlay(config, override), dependsOn: [...(made.dependsOn ?? []), ...dependsOn] };
}
