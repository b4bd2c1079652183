import { parseQuery } from "../../../../facts/text/query-string";
import { connectionHeaders } from "../../../wire/request-headers";
import type { RestExchange } from "../exchange";
import { type Failure, isFailure, type RestAnswer } from "../response/answer";
import { HeaderList, isSendable } from "../response/answer-headers";
import type { RestApiServices } from "../services";
import { callServer, withoutAddress } from "./call-server";
import type { HttpProxyIntegration } from "./integration";
import { type IntegrationParameters, mapParameters, sentHeaders } from "./integration-request";

/**
 * Forwards a request to a server and returns its response, both unchanged.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/setup-http-integrations.html
 */
export async function integrateHttpProxy(
  exchange: RestExchange,
  services: RestApiServices,
  integration: HttpProxyIntegration,
): Promise<RestAnswer | Failure> {
  const { target, method, timeoutMs, verifiesCertificate } = integration;
  if (target === undefined) return withoutAddress(integration, services);
  const parameters = mapParameters(exchange, integration.request);
  const own = parseQuery(exchange.rawQuery).filter(([name]) => !parameters.query.has(name));
  const answer = await callServer(exchange, services.context.clock, {
    target: target.render(exchange.stage),
    method: method === "ANY" ? exchange.httpMethod : method,
    path: parameters.path,
    query: [...own, ...parameters.query],
    headers: forwardedHeaders(exchange, parameters),
    body: exchange.body,
    timeoutMs,
    verifiesCertificate,
  });
  if (isFailure(answer)) return answer;
  const headers = new HeaderList();
  for (const [name, values] of answer.headers) if (isSendable(name, values)) headers.set(name, values);
  return { status: answer.status, headers: headers.remapped("proxy").toHeaders(), body: answer.body };
}

function forwardedHeaders(
  { headers, api }: RestExchange,
  parameters: IntegrationParameters,
): Record<string, string | string[]> {
  const all: Record<string, string | string[]> = {};
  for (const [name, values] of headers.byName) {
    if (name !== "host" && !connectionHeaders.has(name)) all[name] = [...values];
  }
  all["x-amzn-apigateway-api-id"] = api.id;
  return { ...all, ...sentHeaders(parameters) };
}
