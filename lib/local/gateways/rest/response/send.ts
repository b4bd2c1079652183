import type { OutgoingHttpHeaders } from "node:http";
import { beginResponse, outgoing, respond } from "../../../wire/respond";
import type { RestExchange } from "../exchange";
import { internalError, type RestAnswer } from "./answer";
import { failureAnswer } from "./failure-answer";

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
export function beginRestAnswer(exchange: RestExchange, answer: RestAnswer): boolean {
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
