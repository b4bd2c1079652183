import { functionNameInArn } from "../../../../facts/aws/function-arn";
import { gatewayInvoker, invokePermitted } from "../../../permissions/invoke-permitted";
import { maxFunctionPayloadBytes } from "../../../wire/request-body";
import { withTimeout } from "../../../wire/with-timeout";
import { failureReason } from "../../failure-reason";
import type { RestExchange } from "../exchange";
import { type Failure, internalError, requestTooLarge } from "../response/answer";
import type { RestApiServices } from "../services";
import type { FunctionProxyIntegration } from "./integration";

/** Result of an invocation. */
export interface FunctionResult {
  readonly isError: boolean;
  /** Why the function failed, for the log. */
  readonly reason: string | undefined;
  /** JSON text: the return value, or the error. */
  readonly payload: string;
}

/** Invokes the function of a method and notes the result. */
export async function invokeFunction(
  exchange: RestExchange,
  { context, warnOnce }: RestApiServices,
  {
    functionArn,
    roleArn,
    timeoutMs,
  }: Pick<FunctionProxyIntegration, "functionArn" | "roleArn" | "timeoutMs">,
  payload: string,
): Promise<FunctionResult | Failure> {
  const { notes, method, stage, api } = exchange;
  if (isTooLarge(payload)) return requestTooLarge;
  const arn = functionArn.render(stage);
  notes.functionName = functionNameInArn(arn);
  const begun = exchange.elapsedMs;
  const source = `${exchange.httpMethod} ${method?.resource.path ?? exchange.path}`;
  const part = `${stage?.name}/${source.replace(" ", "")}`;
  const invoker = gatewayInvoker(api, part, roleArn);
  const invocation = invokePermitted(context, invoker, { functionArn: arn, payload, source });
  const outcome = await withTimeout(context.clock, timeoutMs, invocation);
  notes.integrationLatencyMs = exchange.elapsedMs - begun;
  if (outcome === undefined) {
    notes.integrationError = `The function did not answer within ${timeoutMs} ms.`;
    return { failure: "INTEGRATION_TIMEOUT" };
  }
  notes.integrationRequestId = outcome.requestId;
  if (outcome.status === "refused") {
    notes.integrationError = outcome.reason;
    warnOnce(`${api.name}, ${source}: ${outcome.reason}`);
    return internalError;
  }
  notes.integrationStatus = 200;
  const reason = outcome.status === "error" ? failureReason(outcome) : undefined;
  return { isError: outcome.status === "error", payload: outcome.payload, reason };
}

/** Whether an event is too large for a function. */
export function isTooLarge(payload: string): boolean {
  // A character has at most three bytes, so most payloads need not be measured.
  if (payload.length * 3 <= maxFunctionPayloadBytes) return false;
  return Buffer.byteLength(payload) > maxFunctionPayloadBytes;
}
