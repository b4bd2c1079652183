import { functionNameInArn } from "../../facts/aws/function-arn";
import type { InvokeOutcome } from "../invoke";
import { gatewayInvoker, invokePermitted } from "../permissions/invoke-permitted";
import { maxFunctionPayloadBytes } from "../wire/request-body";
import { withTimeout } from "../wire/with-timeout";
import type { GatewayNotes } from "./access-log";
import type { GatewayContext } from "./gateway";

/** A request that a function answers. */
interface InvokingExchange {
  readonly api: Parameters<typeof gatewayInvoker>[0] & { readonly name: string };
  readonly elapsedMs: number;
  readonly notes: GatewayNotes;
}

/** The function of a route. */
interface RouteFunction {
  readonly functionArn: string;
  /** The role that invokes the function. */
  readonly roleArn: string | undefined;
  readonly timeoutMs: number;
  /** The route in the permission of the function: with the names of its variables, not with their values. */
  readonly part: string;
  /** The route in logs. */
  readonly source: string;
}

/** Why there is no outcome of a function. */
export type NotInvoked = "too-large" | "timeout" | "refused";

/** Invokes the function of a route, and notes the result. */
export async function invokeFunction(
  exchange: InvokingExchange,
  { context, warnOnce }: { readonly context: GatewayContext; warnOnce(text: string): void },
  { functionArn, roleArn, timeoutMs, part, source }: RouteFunction,
  payload: string,
): Promise<Exclude<InvokeOutcome, { readonly status: "refused" }> | NotInvoked> {
  const { notes, api } = exchange;
  if (isTooLarge(payload)) return "too-large";
  notes.functionName = functionNameInArn(functionArn);
  const begun = exchange.elapsedMs;
  const invoker = gatewayInvoker(api, part, roleArn);
  const invocation = invokePermitted(context, invoker, { functionArn, payload, source });
  const outcome = await withTimeout(context.clock, timeoutMs, invocation);
  notes.integrationLatencyMs = exchange.elapsedMs - begun;
  if (outcome === undefined) {
    notes.integrationError = `The function did not answer within ${timeoutMs} ms.`;
    return "timeout";
  }
  notes.integrationRequestId = outcome.requestId;
  if (outcome.status === "refused") {
    notes.integrationError = outcome.reason;
    warnOnce(`${api.name}, ${source}: ${outcome.reason}`);
    return "refused";
  }
  notes.integrationStatus = 200;
  return outcome;
}

/** Whether an event is too large for a function. */
export function isTooLarge(payload: string): boolean {
  // A character has at most three bytes, so most payloads need not be measured.
  if (payload.length * 3 <= maxFunctionPayloadBytes) return false;
  return Buffer.byteLength(payload) > maxFunctionPayloadBytes;
}
