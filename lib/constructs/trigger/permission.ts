import { LambdaPermission, type LambdaPermissionConfig } from "@cdktf/provider-aws/lib/lambda-permission";
import type { Construct } from "constructs";
import type { Function } from "../../kit/function";

/** Lets the source of a trigger invoke the function. */
export function allow(
  trigger: Construct,
  fn: Function,
  source: Pick<LambdaPermissionConfig, "principal" | "sourceArn" | "sourceAccount" | "eventSourceToken">,
): LambdaPermission {
  return new LambdaPermission(trigger, "Permission", {
    action: "lambda:InvokeFunction",
    ...fn.invoked,
    ...source,
  });
}
