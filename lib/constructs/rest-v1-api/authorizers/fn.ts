import type { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import { Stack } from "../../../kit/app";
import { findImport } from "../../../kit/core";
import { grantInvokeFrom } from "../../../kit/function";
import { checkAuthorizerFunction, isPartial, permitAuthorizer } from "../../../kit/gateway";
import { fail } from "../errors";
import type { RestAuthorizerConfig, RestAuthorizerDeclaration, RestAuthorizerPlace } from "./kind";
import type { RestV1ApiFnRequestAuthorizer, RestV1ApiFnTokenAuthorizer } from "./props";

type FunctionAuthorizer = RestV1ApiFnRequestAuthorizer | RestV1ApiFnTokenAuthorizer;

/** The function of an authorizer, and the role with which the gateway invokes it. */
export interface InvokedAuthorizer {
  readonly fn: FunctionAuthorizer["function"];
  /** Undefined: the policy of the function allows the gateway to invoke it. */
  readonly role: NonNullable<FunctionAuthorizer["cdk"]>["assumeRole"];
}

/** Refuses a function or a role that cannot work, for both types of function authorizers. */
export function checkInvoked(
  declaration: RestAuthorizerDeclaration,
  { type, function: fn, cdk }: FunctionAuthorizer,
): InvokedAuthorizer {
  const { api, prop } = declaration;
  checkAuthorizerFunction(declaration, type, fn, !isPartial(declaration));
  const role = cdk?.assumeRole;
  const at = `${prop}.cdk.assumeRole`;
  if (role !== undefined && findImport(api, at, role, "aws_iam_role") === undefined) {
    fail(api, "prop-invalid", at, { value: role, expected: "an IamRole or a DataAwsIamRole" });
  }
  return { fn, role };
}

/** The config of the function and its role. */
export function invokedConfig({
  fn,
  role,
}: InvokedAuthorizer): Pick<RestAuthorizerConfig, "authorizerUri" | "authorizerCredentials"> {
  return { authorizerUri: fn?.invokeArn, authorizerCredentials: role?.arn };
}

/** Lets the gateway invoke the function: through the role, or through the policy of the function. */
export function permitInvoked(
  place: RestAuthorizerPlace,
  { fn, role }: InvokedAuthorizer,
  authorizerId: string,
): LambdaPermission | undefined {
  if (fn === undefined) return undefined;
  if (role === undefined) return permitAuthorizer(place, fn, authorizerId);
  grantInvokeFrom(Stack.of(place.api), fn, role);
  return undefined;
}
