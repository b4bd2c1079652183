import { isValues } from "../../model";

/**
 * The context of a function authorizer with values as texts; undefined when a value is a list or an object, which REST and
 * WebSocket APIs do not accept.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-lambda-authorizer-output.html
 */
export function authorizerContext(context: unknown): Record<string, string> | undefined {
  if (context === undefined || context === null) return {};
  if (!isValues(context)) return undefined;
  const entries: [string, string][] = [];
  for (const [name, value] of Object.entries(context)) {
    if (value === null) continue;
    if (typeof value === "object") return undefined;
    entries.push([name, String(value)]);
  }
  return Object.fromEntries(entries);
}
