import type { Construct } from "constructs";
import { Stack } from "../app";
import { isUnresolved } from "../core/tokens/unresolved";
import type { Function } from "../function";

/**
 * How long the gateways wait for a function, in seconds.
 *
 * Sources: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html
 */
export const gatewayTimeouts = { http: 30, rest: 29, websocket: 29 } as const;

/** Notes a function that may run longer than the gateway waits: the client gets an error, and the function continues. */
export function noteTimeout(api: Construct, fn: Function | undefined, limitSeconds: number): void {
  const timeout: unknown = fn?.durable?.timeoutSeconds ?? fn?.cdk.function.timeoutInput;
  if (fn === undefined || typeof timeout !== "number" || isUnresolved(timeout)) return;
  if (timeout <= limitSeconds) return;
  const text = `serverform: a route's function may run for longer than the ${limitSeconds} seconds for which the gateway waits; the client then gets an error while the function continues`;
  Stack.of(api).app.addNotice(text, fn);
}
