import { functionNameInArn } from "../../../facts/aws/function-arn";
import type { InvokeOutcome } from "../../invoke";
import { gatewayInvoker, invokePermitted } from "../../permissions/invoke-permitted";
import { withTimeout } from "../../wire/with-timeout";
import { failureReason } from "../failure-reason";
import type { GatewayContext } from "../gateway";
import type { SocketRoute } from "./config";
import type { SocketExchange } from "./socket-exchange";

/** Why the function of a route gave no result. */
export function withoutResult(
  outcome: Exclude<InvokeOutcome, { readonly status: "ok" }> | undefined,
  { functionArn, timeoutMs, key }: SocketRoute,
): string {
  if (outcome !== undefined) return failureReason(outcome);
  if (functionArn === undefined) return `The route ${key} has no function.`;
  return `The function did not answer within ${timeoutMs} ms.`;
}

/** Invokes the function of a route. Resolves to undefined without a function, and after the route's time limit. */
export async function invokeRoute(
  exchange: SocketExchange,
  { functionArn, roleArn, key, timeoutMs }: SocketRoute,
  context: GatewayContext,
): Promise<InvokeOutcome | undefined> {
  if (functionArn === undefined) return undefined;
  exchange.notes.functionName = functionNameInArn(functionArn);
  const { payload } = exchange.event;
  const invoker = gatewayInvoker(exchange.api, `${exchange.stage.name}/${key}`, roleArn);
  const invocation = invokePermitted(context, invoker, { functionArn, payload, source: key });
  return withTimeout(context.clock, timeoutMs, invocation);
}
