import { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import { servicePrincipal } from "../../facts/aws/principals";
import { quotas } from "../core/quotas";
import { parseDuration } from "../core/units";
import { checkAwaited, type Function, isFunction } from "../function";
import type { AuthorizerDeclaration, AuthorizerPlace } from "./authorizer-kind";
import { fail } from "./errors";

const example = 'new Function(stack, "Authorizer", { handler: "functions/authorizer.handler" })';

/** Refuses an authorizer whose function is missing, or is not a Function. */
export function checkAuthorizerFunction<Config>(
  { api, prop }: AuthorizerDeclaration<Config>,
  type: string,
  fn: unknown,
  isRequired: boolean,
): void {
  if (fn === undefined) {
    if (!isRequired) return;
    fail(api, "authorizer-part-missing", `${prop}.function`, { type, example: `function: ${example}` });
  }
  if (!isFunction(fn)) {
    fail(api, "prop-invalid", `${prop}.function`, { value: fn, expected: `a Function: ${example}` });
  }
  checkAwaited(api, `${prop}.function`, fn.durable);
}

/** The seconds for which the gateway caches the results of an authorizer; 0 when it caches none. */
export function parseResultsCacheTtl<Config>(
  { api, prop }: AuthorizerDeclaration<Config>,
  given: unknown,
): number {
  if (given === undefined) return 0;
  const at = `${prop}.resultsCacheTtl`;
  const seconds = parseDuration(api, at, given);
  if (seconds > quotas.authorizerCacheSeconds) {
    fail(api, "out-of-range", at, { value: given, range: "0 seconds to 1 hour" });
  }
  return seconds;
}

/**
 * Lets the gateway invoke the function of an authorizer.
 *
 * The permission is created in the stack of the API. In the stack of the function, it would make the two stacks wait for
 * each other.
 */
export function permitAuthorizer<Config>(
  { scope, executionArn }: AuthorizerPlace<Config>,
  fn: Function,
  authorizerId: string,
): LambdaPermission {
  return new LambdaPermission(scope, "Permission", {
    action: "lambda:InvokeFunction",
    ...fn.invoked,
    principal: servicePrincipal("apigateway"),
    sourceArn: `${executionArn}/authorizers/${authorizerId}`,
  });
}
