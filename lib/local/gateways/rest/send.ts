import type { OutgoingHttpHeaders } from "node:http";
import { type Answer, internalError } from "./answer";
import type { Exchange } from "./exchange";
import { failureAnswer } from "./gateway-responses";

/** What is noted of a request whose client did not wait, as web servers write it. */
export const clientHungUp = 499;

/** Sends an answer, with what the gateway adds to each; never throws. */
export function sendAnswer(exchange: Exchange, { status, headers, body }: Answer): void {
  const { response, notes } = exchange;
  const hasNoBody = status === 204 || status === 304;
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.length;
  // Nobody is left to be answered.
  if (response.destroyed) {
    notes.status = clientHungUp;
    return;
  }
  if (response.headersSent) return;
  notes.status = status;
  notes.responseLength = hasNoBody ? 0 : length;
  const all: OutgoingHttpHeaders = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    all[name] = typeof value === "string" ? value : [...value];
  }
  all["x-amzn-RequestId"] = exchange.id;
  all["x-amz-apigw-id"] = exchange.extendedId;
  all["X-Amzn-Trace-Id"] = exchange.traceId;
  if (!hasNoBody) all["Content-Length"] = length;
  try {
    response.writeHead(status, all);
  } catch {
    const answer = failureAnswer(exchange, internalError);
    // Headers that an API adds to its errors may be the very ones that cannot be sent.
    sendAnswer(exchange, { ...answer, status: 500, headers: { "Content-Type": "application/json" } });
    return;
  }
  response.end(hasNoBody ? undefined : body);
}
