import type { OutgoingHttpHeaders } from "node:http";
import { outgoing, respond } from "../../wire/respond";
import { type ApiAnswer, jsonMessage, tooLargeReason } from "../api-answer";
import type { HttpExchange } from "./exchange";

/**
 * Responses of the gateway itself, in AWS's words.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html and the
 * troubleshooting pages beside it.
 */
export const gatewayAnswers = {
  badRequest: jsonMessage(400, "Bad Request"),
  unauthorized: jsonMessage(401, "Unauthorized"),
  forbidden: jsonMessage(403, "Forbidden"),
  notFound: jsonMessage(404, "Not Found"),
  tooLarge: { ...jsonMessage(413, "Request Entity Too Large"), reason: tooLargeReason },
  tooManyRequests: jsonMessage(429, "Too Many Requests"),
  internalError: jsonMessage(500, "Internal Server Error"),
  unavailable: jsonMessage(503, "Service Unavailable"),
} as const;

/** The same response with more headers. */
export function withHeaders(answer: ApiAnswer, headers: ApiAnswer["headers"]): ApiAnswer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** Sends a response with the headers that the gateway adds; never throws. */
export function sendHttpAnswer(exchange: HttpExchange, answer: ApiAnswer): void {
  exchange.notes.errorMessage = answer.error;
  exchange.notes.reason ??= answer.reason;
  const headers = gatewayHeaders(exchange, answer.headers);
  respond(exchange, answer, headers, () => sendHttpAnswer(exchange, gatewayAnswers.internalError));
}

/** The headers of a response: the integration's, without those that the gateway sets, and the gateway's own. */
export function gatewayHeaders(exchange: HttpExchange, headers: ApiAnswer["headers"]): OutgoingHttpHeaders {
  const { cors } = exchange.api;
  // With a CORS configuration, only the gateway sets its headers.
  const all = outgoing(headers, (name) => cors === undefined || !name.startsWith("access-control-"));
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

/**
 * The name under which a header of an integration reaches the client. Only the gateway may ask for credentials.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
export function remappedName(name: string): string {
  return name === "www-authenticate" ? "x-amzn-remapped-www-authenticate" : name;
}
