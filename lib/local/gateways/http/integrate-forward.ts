import type { IncomingMessage } from "node:http";
import { jsonOf } from "../../../facts/text/json";
import { drain, hasBody, maxBodyBytes } from "../../wire/request-body";
import { joinHeaders, multiValueHeaders } from "../../wire/request-headers";
import { type ApiAnswer, withoutAddress } from "../api-answer";
import type { ApiServices } from "../routed-api";
import { callServer, openRequest, relayBody, serverUrl } from "../send-request";
import { gatewayAnswers, gatewayHeaders, remappedName } from "./answer";
import type { ForwardIntegration } from "./config";
import type { HttpExchange } from "./exchange";
import { type ExpressionInput, mapHeaders, mapQuery } from "./expressions";

/**
 * Forwards the request to a server and streams its response back.
 *
 * Returns a response of the gateway itself, or undefined when the server's response was sent.
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-http.html and
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-private.html
 */
export async function integrateForward(
  integration: ForwardIntegration,
  exchange: HttpExchange,
  services: ApiServices,
): Promise<ApiAnswer | undefined> {
  const { request } = exchange;
  if (integration.target === undefined) return withoutAddress(integration.uri, services);
  let body: Buffer | undefined;
  if (integration.request.needsBody || exchange.isBodyRead) {
    const read = await exchange.readBody();
    if (read.state !== "complete") return gatewayAnswers.tooLarge;
    body = read.bytes;
  } else if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes) {
    drain(request);
    return gatewayAnswers.tooLarge;
  }
  const input = { body: body === undefined ? undefined : jsonOf(body.toString("utf8")) };
  const url = addressOf(exchange, integration, input);
  if (url === undefined) {
    exchange.notes.integrationError = `${integration.target.text} is not a valid address.`;
    return gatewayAnswers.internalError;
  }
  const { method, timeoutMs, serverName } = integration;
  const call = {
    url,
    method: method === "ANY" ? exchange.method : method,
    headers: requestHeaders(exchange, integration, url, input, body),
    body: body ?? (hasBody(request) ? request : ""),
    maxBytes: maxBodyBytes,
    serverName,
    timeoutMs,
  };
  const answer = await callServer(exchange, services.context.clock, call, async (asked) => {
    const received = await openRequest(asked);
    const status = received.statusCode ?? 502;
    if (sendHead(exchange, integration, status, received))
      await relayBody(received, exchange.response, exchange.notes);
    else received.destroy();
    return { status };
  });
  if (exchange.response.headersSent) return undefined;
  if (typeof answer === "string")
    return answer === "too-large" ? gatewayAnswers.tooLarge : gatewayAnswers.unavailable;
  exchange.notes.integrationError = "The response has a header that cannot be sent.";
  return gatewayAnswers.internalError;
}

function addressOf(
  exchange: HttpExchange,
  { target, isPrivate, request: mapping }: ForwardIntegration,
  input: ExpressionInput,
): URL | undefined {
  const url = serverUrl(target?.render(exchange) ?? "");
  if (url === undefined) return undefined;
  const path = mapping.path?.render(exchange, input);
  if (path !== undefined) url.pathname = path;
  // Behind a VPC link there is only a host, and of $default AWS says that it sends "the full request path": the path is
  // the request's, with the stage's name.
  // Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
  else if (isPrivate || exchange.route?.key === "$default")
    url.pathname = url.pathname.replace(/\/$/, "") + exchange.rawPath;
  const query = mapQuery(exchange.rawQuery, mapping, exchange, input);
  if (query !== "") url.search = url.search === "" ? query : `${url.search}&${query}`;
  return url;
}

function requestHeaders(
  exchange: HttpExchange,
  { request: mapping }: ForwardIntegration,
  url: URL,
  input: ExpressionInput,
  body: Buffer | undefined,
): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = joinHeaders(exchange.request.rawHeaders);
  headers.host = url.host;
  headers.forwarded = `for=${exchange.sourceIp};host=${exchange.domainName};proto=http`;
  headers.via = "HTTP/1.1 AmazonAPIGateway";
  headers["x-amzn-trace-id"] = exchange.headers["x-amzn-trace-id"] ?? "";
  mapHeaders(headers, mapping, exchange, input);
  if (body !== undefined) headers["content-length"] = String(body.length);
  // Set explicitly: otherwise the body of a GET or DELETE would have no length, and would be read as the next request.
  else if (headers["content-length"] === undefined && hasBody(exchange.request)) {
    headers["transfer-encoding"] = "chunked";
  }
  return headers;
}

/** Sends status and headers of a server's response; false when they are invalid. */
function sendHead(
  exchange: HttpExchange,
  integration: ForwardIntegration,
  status: number,
  answer: IncomingMessage,
): boolean {
  const { response, notes } = exchange;
  notes.integrationStatus = status;
  const headers: Record<string, string | string[]> = Object.fromEntries(
    Object.entries(multiValueHeaders(answer.rawHeaders)).map(([name, values]) => [
      remappedName(name),
      values,
    ]),
  );
  const mapping = integration.responses.get(String(status));
  let mappedStatus = status;
  if (mapping !== undefined) {
    const joined = joinHeaders(answer.rawHeaders);
    const input = { answer: { headers: joined, body: undefined } };
    mapHeaders(headers, mapping, exchange, input);
    mappedStatus = Number(mapping.status?.render(exchange, input) ?? status);
  }
  notes.status = mappedStatus;
  notes.responseLength = 0;
  try {
    response.writeHead(mappedStatus, gatewayHeaders(exchange, headers));
    return true;
  } catch {
    return false;
  }
}
