import { functionNameInArn } from "../../facts/aws/function-arn";
import type { InvokeOutcome, InvokeRequest } from "../invoke";
import { gatewayInvoker, invokePermitted } from "../permissions/invoke-permitted";
import { maxFunctionPayloadBytes } from "../wire/request-body";
import { withTimeout } from "../wire/with-timeout";
import type { ApiExchange } from "./api-exchange";
import type { ApiServices } from "./routed-api";

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

/** @param onChunk - takes the response while the function writes it; undefined for a complete response */
type Invoke = (onChunk?: InvokeRequest["onChunk"]) => Promise<InvokeOutcome>;

/** Runs an invocation; undefined is a timeout. */
export type InvocationRun = (invoke: Invoke) => Promise<InvokeOutcome | undefined>;

/**
 * Invokes the function of a route, and notes the result.
 *
 * @param run - @default - waits for the response within the time limit
 */
export async function invokeFunction(
  exchange: ApiExchange,
  { context, once }: ApiServices,
  { functionArn, roleArn, timeoutMs, part, source }: RouteFunction,
  payload: string,
  run: InvocationRun = (invoke) => withTimeout(context.clock, timeoutMs, invoke()),
): Promise<Exclude<InvokeOutcome, { readonly status: "refused" }> | NotInvoked> {
  const { notes, api } = exchange;
  if (isTooLarge(payload)) return "too-large";
  notes.functionName = functionNameInArn(functionArn);
  const begun = exchange.elapsedMs;
  const invoker = gatewayInvoker(api, part, roleArn);
  const outcome = await run((onChunk) =>
    invokePermitted(context, invoker, { functionArn, payload, source, ...(onChunk && { onChunk }) }),
  );
  notes.integrationLatencyMs = exchange.elapsedMs - begun;
  if (outcome === undefined) {
    notes.integrationError = `The function did not answer within ${timeoutMs} ms.`;
    return "timeout";
  }
  notes.integrationRequestId = outcome.requestId;
  if (outcome.status === "refused") {
    notes.integrationError = outcome.reason;
    once("warning", `${api.name}, ${source}: ${outcome.reason}`);
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
