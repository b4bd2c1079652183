import { functionNameInArn } from "../../../../facts/aws/function-arn";
import { jsonOf } from "../../../../facts/text/json";
import { gatewayInvoker, invokePermitted } from "../../../permissions/invoke-permitted";
import { failureReason } from "../../failure-reason";
import { noteStreamed, streamResponse } from "../../streamed-response";
import type { RestExchange } from "../exchange";
import { type Failure, internalError, isFailure, requestTooLarge } from "../response/answer";
import { beginRestAnswer } from "../response/send";
import type { RestApiServices } from "../services";
import { badGateway } from "./integrate-function-proxy";
import type { FunctionProxyIntegration } from "./integration";
import { isTooLarge } from "./invoke-function";
import { readProxyAnswer } from "./proxy-answer";
import { proxyEvent } from "./proxy-event";

/**
 * Invokes the function of the method and sends its output. Returns a failure, or undefined when the response was sent.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode-lambda.html
 */
export async function integrateFunctionStream(
  exchange: RestExchange,
  { context, warnOnce }: RestApiServices,
  { functionArn, roleArn, timeoutMs }: FunctionProxyIntegration,
): Promise<Failure | undefined> {
  const { notes, response, api } = exchange;
  const payload = proxyEvent(exchange);
  if (isTooLarge(payload)) return requestTooLarge;
  const arn = functionArn.render(exchange.stage);
  notes.functionName = functionNameInArn(arn);
  const begun = exchange.elapsedMs;
  const source = `${exchange.httpMethod} ${exchange.method?.resource.path ?? exchange.path}`;
  const part = `${exchange.stage?.name}/${source.replace(" ", "")}`;
  const invoker = gatewayInvoker(api, part, roleArn);
  const result = await streamResponse({
    invoke: (onChunk) => invokePermitted(context, invoker, { functionArn: arn, payload, source, onChunk }),
    clock: context.clock,
    response,
    timeoutMs,
    idleMs: api.idleMs,
    needsHead: true,
    begin: (head) => begin(exchange, head),
  });
  notes.integrationLatencyMs = exchange.elapsedMs - begun;
  const { outcome, hasBegun, problem } = result;
  if (outcome === undefined) notes.integrationError = `The function did not end within ${timeoutMs} ms.`;
  else notes.integrationRequestId = outcome.requestId;
  if (outcome?.status === "error") {
    notes.reason = failureReason(outcome);
    notes.integrationError = "The function failed.";
  }
  if (outcome?.status === "refused") {
    notes.integrationError = outcome.reason;
    warnOnce(`${api.name}, ${source}: ${outcome.reason}`);
  }
  if (hasBegun) {
    notes.integrationStatus = 200;
    noteStreamed(notes, result);
    return undefined;
  }
  if (outcome === undefined) return { failure: "INTEGRATION_TIMEOUT" };
  if (outcome.status === "refused") return internalError;
  if (outcome.status === "ok") {
    notes.reason = `The function returned no usable response: ${problem}`;
    notes.integrationError = "Malformed Lambda proxy response";
  }
  return badGateway;
}

/** Sends status and headers. The body follows, so that there is none here. */
function begin(exchange: RestExchange, head: string | undefined): boolean {
  const given = jsonOf(head ?? "");
  const { cookies, ...rest } = Object(given) as {
    readonly cookies?: unknown;
    readonly multiValueHeaders?: object;
  };
  const multiValueHeaders = { ...rest.multiValueHeaders, "set-cookie": [cookies].flat() };
  const plain = cookies === undefined ? given : { ...rest, multiValueHeaders };
  const answer = readProxyAnswer(exchange, JSON.stringify(plain ?? null));
  if ("problem" in answer || isFailure(answer)) return false;
  exchange.notes.functionStatus = answer.status;
  return beginRestAnswer(exchange, answer);
}
