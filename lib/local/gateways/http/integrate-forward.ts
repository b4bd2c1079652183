import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { jsonOf } from "../../../facts/text/json";
import { contained, type Timers } from "../../invoke";
import { drain, hasBody, maxBodyBytes } from "../../wire/request-body";
import { joinHeaders, multiValueHeaders } from "../../wire/request-headers";
import { type ApiAnswer, withoutAddress } from "../api-answer";
import type { ApiServices } from "../routed-api";
import { serverUrl } from "../send-request";
import { gatewayAnswers, gatewayHeaders, remappedName } from "./answer";
import type { ForwardIntegration } from "./config";
import type { HttpExchange } from "./exchange";
import { type ExpressionInput, mapHeaders, mapQuery } from "./expressions";

// Connections are not reused: if the server closed one in the meantime, the next request would fail.
const httpAgent = new HttpAgent({ keepAlive: false });
const httpsAgent = new HttpsAgent({ keepAlive: false });

/**
 * Forwards the request to a server and streams its response back.
 *
 * Returns a response of the gateway itself, or undefined when the server's response was sent.
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-http.html and
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-private.html
 */
export async function integrateForward(
  exchange: HttpExchange,
  services: ApiServices,
  integration: ForwardIntegration,
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
  const begun = exchange.elapsedMs;
  const answer = await forward(exchange, services.context.clock, integration, url, input, body);
  const { integrationError } = exchange.notes;
  if (integrationError !== undefined) exchange.notes.reason ??= `${url.origin}: ${integrationError}`;
  exchange.notes.integrationLatencyMs = exchange.elapsedMs - begun;
  return answer;
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

function forward(
  exchange: HttpExchange,
  clock: Timers,
  integration: ForwardIntegration,
  url: URL,
  input: ExpressionInput,
  body: Buffer | undefined,
): Promise<ApiAnswer | undefined> {
  const { request, response, notes } = exchange;
  return new Promise((resolve) => {
    let isSettled = false;
    const isSecure = url.protocol === "https:";
    const upstream = (isSecure ? httpsRequest : httpRequest)(url, {
      method: integration.method === "ANY" ? exchange.method : integration.method,
      headers: requestHeaders(exchange, integration, url, input, body),
      agent: isSecure ? httpsAgent : httpAgent,
      ...(integration.serverName !== undefined && { servername: integration.serverName }),
    });
    const settle = (answer: ApiAnswer | undefined, error?: string): void => {
      if (isSettled) return;
      isSettled = true;
      callOff();
      response.off("close", hungUp);
      if (error !== undefined) notes.integrationError = error;
      if (answer !== undefined) upstream.destroy();
      if (body === undefined && !request.complete) {
        request.unpipe(upstream);
        drain(request);
      }
      // The response has begun and cannot be replaced.
      if (response.headersSent && !response.writableEnded) response.destroy();
      resolve(response.headersSent ? undefined : answer);
    };
    const hungUp = contained("HTTP API", (): void => {
      upstream.destroy();
      settle(undefined, "The client hung up.");
    });
    const callOff = clock.after(
      integration.timeoutMs,
      contained("HTTP API", () => {
        upstream.destroy();
        settle(gatewayAnswers.unavailable, `No answer within ${integration.timeoutMs} ms.`);
      }),
    );
    response.on("close", hungUp);
    upstream.on(
      "error",
      contained("HTTP API", (error: NodeJS.ErrnoException) => {
        settle(gatewayAnswers.unavailable, error.code ?? error.message);
      }),
    );
    upstream.on(
      "response",
      contained(
        "HTTP API",
        (answer: IncomingMessage) => {
          // The client has disconnected, or the timeout has been reported.
          if (isSettled || !sendHead(exchange, integration, answer)) {
            answer.destroy();
            settle(gatewayAnswers.internalError, "The response has a header that cannot be sent.");
            return;
          }
          answer.on(
            "data",
            contained("HTTP API", (chunk: Buffer) => {
              notes.responseLength = (notes.responseLength ?? 0) + chunk.length;
            }),
          );
          answer.on(
            "error",
            contained("HTTP API", (error: NodeJS.ErrnoException) =>
              settle(undefined, error.code ?? error.message),
            ),
          );
          answer.pipe(response);
          response.on(
            "finish",
            contained("HTTP API", () => settle(undefined)),
          );
        },
        () => settle(gatewayAnswers.internalError, "The response could not be read."),
      ),
    );
    if (body !== undefined) upstream.end(body);
    else if (hasBody(request)) pipeBody(request, upstream, () => settle(gatewayAnswers.tooLarge));
    else upstream.end();
  });
}

function pipeBody(request: IncomingMessage, upstream: ClientRequest, tooLarge: () => void): void {
  let length = 0;
  request.on(
    "data",
    contained("HTTP API", (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBodyBytes) tooLarge();
    }),
  );
  request.pipe(upstream);
}

/** Sends status and headers of a server's response; false when they are invalid. */
function sendHead(exchange: HttpExchange, integration: ForwardIntegration, answer: IncomingMessage): boolean {
  const { response, notes } = exchange;
  const status = answer.statusCode ?? 502;
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
