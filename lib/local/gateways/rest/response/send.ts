import type { OutgoingHttpHeaders } from "node:http";
import { beginResponse, outgoing, respond } from "../../../wire/respond";
import type { RestExchange } from "../exchange";
import { failureTypes } from "../values/failure-types";
import { essenceOf } from "../values/media-types";
import { type Failure, internalError, type RestAnswer } from "./answer";
import type { GatewayResponse } from "./gateway-responses";

/** The headers of a response, with those that the gateway adds. */
function gatewayHeaders(
  exchange: RestExchange,
  { headers }: Pick<RestAnswer, "headers">,
): OutgoingHttpHeaders {
  const all = outgoing(headers);
  all["x-amzn-RequestId"] = exchange.id;
  all["x-amz-apigw-id"] = exchange.extendedId;
  if (hasTrace(exchange)) all["X-Amzn-Trace-Id"] = exchange.traceId;
  return all;
}

/**
 * Errors of the gateway have no trace header. A server behind a proxy integration may send its own.
 *
 * Source: recorded answers of AWS, `test/local/recorded/apigateway/rest-apis.json`
 */
function hasTrace({ method, notes }: RestExchange): boolean {
  const type = method?.integration?.type;
  return notes.errorType === undefined && type !== undefined && type !== "mock" && type !== "http-proxy";
}

/** Begins a response whose body follows; returns false for headers that cannot be sent. */
export function beginRestResponse(exchange: RestExchange, answer: RestAnswer): boolean {
  return beginResponse(exchange, answer.status, gatewayHeaders(exchange, answer));
}

/** Sends a response with the headers that the gateway adds; never throws. */
export function sendRestAnswer(exchange: RestExchange, answer: RestAnswer): void {
  exchange.notes.reason ??= answer.reason;
  const headersFor = (length: number | undefined): OutgoingHttpHeaders => {
    const all = gatewayHeaders(exchange, answer);
    if (length !== undefined) all["Content-Length"] = length;
    return all;
  };
  respond(exchange, answer, headersFor, () => {
    const failure = failureAnswer(exchange, internalError);
    // The gateway responses of the API may add invalid headers, too.
    sendRestAnswer(exchange, { ...failure, status: 500, headers: { "Content-Type": "application/json" } });
  });
}

/** The response to an error of the gateway. */
export function failureAnswer(exchange: RestExchange, failed: Failure): RestAnswer {
  const { api, notes } = exchange;
  const [usualStatus, message, errorType] = failureTypes[failed.failure];
  const status = failed.status ?? usualStatus;
  const given =
    api.gatewayResponses.get(failed.failure) ??
    api.gatewayResponses.get(status >= 500 ? "DEFAULT_5XX" : "DEFAULT_4XX");
  notes.errorMessage = failed.message === undefined ? message : failed.message;
  notes.errorType = failed.failure;
  notes.validationError = failed.validationError;
  // Every refusal has a reason in the log.
  notes.reason ??=
    failed.reason ??
    failed.validationError ??
    notes.authorizerError ??
    notes.integrationError ??
    notes.errorMessage ??
    failed.failure;
  notes.status = given?.status ?? status;
  const headers: Record<string, string> = {
    "Content-Type": "application/json",
    "x-amzn-ErrorType": failed.errorType ?? errorType,
  };
  for (const [name, source] of given?.headers ?? []) {
    const value = source.value(exchange);
    if (value !== undefined) headers[name] = value;
  }
  const template = given === undefined ? undefined : templateFor(exchange, given);
  if (template !== undefined) headers["Content-Type"] = template.type;
  return {
    status: notes.status,
    headers,
    body: template === undefined ? usualBody(failed, notes.errorMessage) : template.text.render(exchange),
  };
}

/** The template for the type that the client accepts, or else for JSON. */
function templateFor({ request }: RestExchange, { templates }: GatewayResponse) {
  if (templates.size === 0) return undefined;
  const accepted = essenceOf((request.headers.accept ?? "").split(",", 1)[0] ?? "");
  for (const type of [accepted, "application/json", ...templates.keys()]) {
    const text = templates.get(type);
    if (text !== undefined) return { type, text };
  }
  return undefined;
}

/** Only this type capitalizes the member. */
function usualBody({ failure }: Failure, message: string | null): string {
  return JSON.stringify(failure === "ACCESS_DENIED" ? { Message: message } : { message });
}
