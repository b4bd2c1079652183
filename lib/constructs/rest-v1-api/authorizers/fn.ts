import { Stack } from "../../../kit/app";
import { findImport, refuseValue } from "../../../kit/core";
import { grantInvokeFrom } from "../../../kit/function";
import { type AuthorizerPlan, checkAuthorizerFunction, isPartial } from "../../../kit/gateway";
import type { RestAuthorizerConfig, RestAuthorizerDeclaration } from "./kind";
import type { RestV1ApiFnRequestAuthorizer, RestV1ApiFnTokenAuthorizer } from "./props";

/** Refuses a function or a role that cannot work, for both types of function authorizers. */
export function checkInvoked(
  declaration: RestAuthorizerDeclaration,
  { type, function: fn, cdk }: RestV1ApiFnRequestAuthorizer | RestV1ApiFnTokenAuthorizer,
): void {
  const { api, prop } = declaration;
  checkAuthorizerFunction(declaration, type, fn, !isPartial(declaration));
  const role = cdk?.assumeRole;
  const at = `${prop}.cdk.assumeRole`;
  if (role !== undefined && findImport(api, at, role, "aws_iam_role") === undefined) {
    refuseValue(api, at, role, "an IamRole or a DataAwsIamRole");
  }
}

/** Lets the gateway invoke the function: through the role, or through the policy of the function. */
export function planInvoked(
  { api }: RestAuthorizerDeclaration,
  { function: fn, cdk }: RestV1ApiFnRequestAuthorizer | RestV1ApiFnTokenAuthorizer,
  config: RestAuthorizerConfig,
): AuthorizerPlan<RestAuthorizerConfig> {
  const role = cdk?.assumeRole;
  return {
    create() {
      if (fn !== undefined && role !== undefined) grantInvokeFrom(Stack.of(api), fn, role);
      const invoked = { authorizerUri: fn?.invokeArn, authorizerCredentials: role?.arn };
      return { config: { ...config, ...invoked }, invokes: role === undefined ? fn : undefined };
    },
  };
}
