import { functionNameInArn } from "../../../../facts/aws/function-arn";
import { jsonOf } from "../../../../facts/text/json";
import { gatewayInvoker, invokePermitted } from "../../../permissions/invoke-permitted";
import { maxFunctionPayloadBytes } from "../../../wire/request-body";
import { withTimeout } from "../../../wire/with-timeout";
import { failureReason } from "../../failure-reason";
import type { HttpFunctionIntegration } from "../config/config";
import type { HttpExchange } from "../exchange";
import { gatewayAnswers, type HttpAnswer } from "../response/answer";
import type { HttpApiServices } from "../services";
import { mapHeaders, type ParameterMapping } from "../values/parameter-mapping";
import { readFunctionAnswer } from "./function-answer";
import { requestEvent } from "./request-event";

/** Invokes the function of the route and reads its response. */
export async function integrateFunction(
  exchange: HttpExchange,
  { context, warnOnce }: HttpApiServices,
  { functionArn, roleArn, format, responses, timeoutMs }: HttpFunctionIntegration,
): Promise<HttpAnswer> {
  const { notes } = exchange;
  const body = await exchange.readBody();
  if (body.state !== "complete") return gatewayAnswers.tooLarge;
  const payload = requestEvent(format, exchange, body.bytes);
  if (isTooLarge(payload)) return gatewayAnswers.tooLarge;
  const arn = functionArn.render(exchange) ?? functionArn.text;
  notes.functionName = functionNameInArn(arn);
  const begun = exchange.elapsedMs;
  const source = exchange.route?.pattern.key ?? exchange.method;
  const invoker = gatewayInvoker(exchange.api, partOf(exchange), roleArn);
  const invocation = invokePermitted(context, invoker, { functionArn: arn, payload, source });
  const outcome = await withTimeout(context.clock, timeoutMs, invocation);
  notes.integrationLatencyMs = exchange.elapsedMs - begun;
  if (outcome === undefined) {
    notes.integrationError = `The function did not answer within ${timeoutMs} ms.`;
    return gatewayAnswers.unavailable;
  }
  notes.integrationRequestId = outcome.requestId;
  if (outcome.status === "refused") {
    notes.integrationError = outcome.reason;
    warnOnce(`${exchange.api.name}, ${source}: ${outcome.reason}`);
    return gatewayAnswers.internalError;
  }
  notes.integrationStatus = 200;
  if (outcome.status === "error") {
    notes.reason = failureReason(outcome);
    notes.integrationError = `The Lambda function returned the following error: ${outcome.errorMessage}. Check your Lambda function code and try again.`;
    return gatewayAnswers.internalError;
  }
  const answer = readFunctionAnswer(format, outcome.payload);
  if ("problem" in answer) {
    notes.reason = `The function returned no usable response: ${answer.problem}`;
    notes.integrationError =
      "The response from the Lambda function doesn't match the format that API Gateway expects.";
    return gatewayAnswers.internalError;
  }
  notes.functionStatus = answer.status;
  return changedAnswer(exchange, answer, responses.get(String(answer.status)));
}

/** The response of a function, as the integration changes it: `response_parameters`. */
function changedAnswer(
  exchange: HttpExchange,
  answer: HttpAnswer,
  mapping: ParameterMapping | undefined,
): HttpAnswer {
  if (mapping === undefined) return answer;
  const headers: Record<string, string | string[]> = {};
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers)) {
    headers[name] = typeof value === "string" ? value : [...value];
    joined[name] = typeof value === "string" ? value : value.join(",");
  }
  const input = { answer: { headers: joined, body: jsonOf(answer.body.toString()) } };
  mapHeaders(headers, mapping, exchange, input);
  return { ...answer, headers, status: Number(mapping.status?.render(exchange, input) ?? answer.status) };
}

/** The route in the permission of its function: with the names of its variables, not with their values. */
function partOf({ stage, method, route }: HttpExchange): string {
  const path = route?.resourcePath ?? "$default";
  return path === "$default" ? `${stage?.name}/$default` : `${stage?.name}/${method}${path}`;
}

function isTooLarge(payload: string): boolean {
  // A character has at most three bytes, so most payloads need not be measured.
  if (payload.length * 3 <= maxFunctionPayloadBytes) return false;
  return Buffer.byteLength(payload) > maxFunctionPayloadBytes;
}
