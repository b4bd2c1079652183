import { TerraformStack } from "cdktf";
import type { ExistingTarget, Function } from "../../function";

/** What an integration or an authorizer calls. */
export interface FunctionTarget extends Omit<ExistingTarget, "arn"> {
  /** Undefined where the function is not of this library. */
  readonly function?: Function;
}

/** A function of this library, as the gateway calls it. */
export function libraryTarget(fn: Function): FunctionTarget {
  return {
    invokeArn: fn.invokeArn,
    invokes: { functionName: fn.cdk.function.functionName },
    identity: fn.cdk.function.node.path,
    stack: TerraformStack.of(fn),
    function: fn,
  };
}
