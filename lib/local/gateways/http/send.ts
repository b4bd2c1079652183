import type { OutgoingHttpHeaders } from "node:http";
import { type Answer, gatewayAnswers } from "./answer";
import { isCorsHeader } from "./cors";
import type { Exchange } from "./exchange";

/** What is noted of a request whose client did not wait, as web servers write it. */
export const clientHungUp = 499;

/** Sends an answer, with what the gateway adds to each; never throws. */
export function sendAnswer(exchange: Exchange, answer: Answer): void {
  const { response, notes } = exchange;
  const { status, headers, body } = answer;
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
  notes.errorMessage = answer.error;
  const all = gatewayHeaders(exchange, headers, answer.cors);
  if (!hasNoBody) all["content-length"] = length;
  try {
    response.writeHead(status, all);
  } catch {
    sendAnswer(exchange, gatewayAnswers.internalError);
    return;
  }
  response.end(hasNoBody ? undefined : body);
}

/** The headers of a response: the integration's, less what the gateway decides, and the gateway's own. */
export function gatewayHeaders(
  exchange: Exchange,
  headers: Answer["headers"],
  corsHeaders = exchange.api.cors?.responseHeaders(exchange.origin),
): OutgoingHttpHeaders {
  const { cors } = exchange.api;
  const all: OutgoingHttpHeaders = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    if (cors !== undefined && isCorsHeader(name)) continue;
    all[name] = typeof value === "string" ? value : [...value];
  }
  Object.assign(all, corsHeaders);
  all["apigw-requestid"] = exchange.id;
  return all;
}
