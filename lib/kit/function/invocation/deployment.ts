import { LambdaInvocation, type LambdaInvocationConfig } from "@cdktf/provider-aws/lib/lambda-invocation";
import type { Construct } from "constructs";
import { Stack } from "../../app/stack";
import type { Function } from "../function";
import { RolePolicies } from "../role";

/** Invokes a function during the deployment, after its role has all permissions. */
export function createInvocation(
  scope: Construct,
  id: string,
  fn: Function,
  config: Omit<LambdaInvocationConfig, "functionName">,
): LambdaInvocation {
  const { functionName } = fn.cdk.function;
  const invocation = new LambdaInvocation(scope, id, { functionName, ...config });
  RolePolicies.of(Stack.of(scope), fn.role).addInvoker(invocation);
  return invocation;
}
