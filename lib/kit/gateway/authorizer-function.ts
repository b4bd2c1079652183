import { refuseValue } from "../core/errors";
import { quotas } from "../core/quotas";
import { parseDuration } from "../core/units";
import { checkAwaited, isFunction } from "../function";
import type { AuthorizerDeclaration } from "./authorizer-kind";
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
  if (!isFunction(fn)) refuseValue(api, `${prop}.function`, fn, `a Function: ${example}`);
  checkAwaited(api, `${prop}.function`, fn.durable);
}

/** The seconds for which the gateway caches the results of an authorizer; 0 when it caches none. */
export function parseResultsCacheTtl<Config>(
  { api, prop }: AuthorizerDeclaration<Config>,
  given: unknown,
): number {
  if (given === undefined) return 0;
  const within = { max: quotas.authorizerCacheSeconds, range: "0 seconds to 1 hour" };
  return parseDuration(api, `${prop}.resultsCacheTtl`, given, within);
}
