import type { OutgoingHttpHeaders } from "node:http";
import { outgoing, respond } from "../../../wire/respond";
import type { HttpExchange } from "../exchange";
import { gatewayAnswers, type HttpAnswer } from "./answer";
import { isCorsHeader } from "./cors";

/** Sends a response with the headers that the gateway adds; never throws. */
export function sendHttpAnswer(exchange: HttpExchange, answer: HttpAnswer): void {
  exchange.notes.errorMessage = answer.error;
  exchange.notes.reason ??= answer.reason;
  const headersFor = (length: number | undefined): OutgoingHttpHeaders => {
    const all = gatewayHeaders(exchange, answer.headers);
    if (length !== undefined) all["content-length"] = length;
    return all;
  };
  respond(exchange, answer, headersFor, () => sendHttpAnswer(exchange, gatewayAnswers.internalError));
}

/** The headers of a response: the integration's, without those that the gateway sets, and the gateway's own. */
export function gatewayHeaders(exchange: HttpExchange, headers: HttpAnswer["headers"]): OutgoingHttpHeaders {
  const { cors } = exchange.api;
  const all = outgoing(headers, (name) => cors === undefined || !isCorsHeader(name));
  Object.assign(all, corsHeadersFor(exchange));
  all["apigw-requestid"] = exchange.id;
  return all;
}

/**
 * The CORS headers of a response. A preflight request gets them even when a route answers it.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
 */
function corsHeadersFor({
  api: { cors },
  method,
  origin,
  request,
}: HttpExchange): Readonly<Record<string, string>> | undefined {
  if (method !== "OPTIONS") return cors?.responseHeaders(origin);
  const isPreflight = request.headers["access-control-request-method"] !== undefined;
  return isPreflight ? cors?.preflightHeaders(origin) : undefined;
}
