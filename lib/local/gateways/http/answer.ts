import type { OutgoingHttpHeaders } from "node:http";
import { outgoing, respond } from "../../wire/respond";
import { isCorsHeader } from "./cors";
import type { HttpExchange } from "./exchange";

/** A response of the gateway. */
export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Buffer;
  /** `$context.error.message`, for responses of the gateway itself. */
  readonly error?: string;
  /** Why the gateway sends it, for the log, if it has no other reason. */
  readonly reason?: string;
}

const json = { "content-type": "application/json" };

function message(status: number, text: string): HttpAnswer {
  return { status, headers: json, body: JSON.stringify({ message: text }), error: text };
}

/**
 * Responses of the gateway itself, in AWS's words.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html and the
 * troubleshooting pages beside it.
 */
export const gatewayAnswers = {
  badRequest: message(400, "Bad Request"),
  unauthorized: message(401, "Unauthorized"),
  forbidden: message(403, "Forbidden"),
  notFound: message(404, "Not Found"),
  tooLarge: {
    ...message(413, "Request Entity Too Large"),
    reason: "The request is too large: the limits are 10 MB for a body and 6 MB for the event of a function.",
  },
  tooManyRequests: message(429, "Too Many Requests"),
  internalError: message(500, "Internal Server Error"),
  unavailable: message(503, "Service Unavailable"),
} as const;

/** A response of this server, not of AWS, for a target that is not emulated. */
export function httpNotEmulated(text: string): HttpAnswer {
  return { ...message(501, text), reason: text };
}

/** The same response with more headers. */
export function withHeaders(answer: HttpAnswer, headers: HttpAnswer["headers"]): HttpAnswer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

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

/**
 * The name under which a header of an integration reaches the client. Only the gateway may ask for credentials.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
export function remappedName(name: string): string {
  return name === "www-authenticate" ? "x-amzn-remapped-www-authenticate" : name;
}
