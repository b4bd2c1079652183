import { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import { findImport } from "../../../core/override";
import { isFunction } from "../../../function";
import { fail } from "../errors";
import type { AuthorizerPlace } from "./kind";
import type { RestV1ApiFnRequestAuthorizer, RestV1ApiFnTokenAuthorizer } from "./props";

type FunctionAuthorizer = RestV1ApiFnRequestAuthorizer | RestV1ApiFnTokenAuthorizer;

const example = 'new Function(stack, "Authorizer", { handler: "functions/authorizer.handler" })';

/** What both kinds of function authorizers ask of their function and role. */
export function checkAuthorizerFunction(
  { api, prop, isPartial }: Pick<AuthorizerPlace, "api" | "prop" | "isPartial">,
  { type, function: fn, cdk }: FunctionAuthorizer,
): void {
  if (fn === undefined && !isPartial) {
    fail(api, "authorizer-part-missing", `${prop}.function`, { type, example: `function: ${example}` });
  }
  if (fn !== undefined && !isFunction(fn)) {
    fail(api, "prop-invalid", `${prop}.function`, { value: fn, expected: `a Function: ${example}` });
  }
  const role = cdk?.assumeRole;
  if (role === undefined) return;
  if (findImport(api, `${prop}.cdk.assumeRole`, role, "aws_iam_role") === undefined) {
    const expected = "an IamRole or a DataAwsIamRole";
    fail(api, "prop-invalid", `${prop}.cdk.assumeRole`, { value: role, expected });
  }
}

/** What both say of their function. */
export function functionConfig({ function: fn, cdk }: FunctionAuthorizer) {
  return { authorizerUri: fn?.invokeArn, authorizerCredentials: cdk?.assumeRole?.arn };
}

/**
 * Lets the gateway invoke the function: by the role it takes, or else by the function's own policy. That is made in the
 * API's stack: below the function it would make the two stacks wait for each other.
 */
export function permitFunction(
  { scope, executionArn }: AuthorizerPlace,
  { function: fn, cdk }: FunctionAuthorizer,
  authorizerId: string,
): void {
  if (fn === undefined) return;
  if (cdk?.assumeRole !== undefined) {
    fn.grantInvoke(cdk.assumeRole);
    return;
  }
  new LambdaPermission(scope, "Permission", {
    action: "lambda:InvokeFunction",
    functionName: fn.cdk.function.functionName,
    principal: "apigateway.amazonaws.com",
    sourceArn: `${executionArn}/authorizers/${authorizerId}`,
  });
}
