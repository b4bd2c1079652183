import { parseQuery } from "../../../facts/text/query-string";
import { isValues } from "../../../model";
import { contained, type Timers } from "../../invoke";
import { connectionHeaders, multiValueHeaders } from "../../wire/request-headers";
import { type RequestSigning, sendRequest } from "../send-request";
import { javaText } from "../vtl/java-text";
import { type Failure, HeaderList, isFailure, isSendable, type RestAnswer, restNotEmulated } from "./answer";
import type { RestExchange } from "./exchange";
import type { HttpProxyIntegration, RequestMapping, ServerTarget } from "./integration";
import { IntegrationAnswer, type ParameterSource } from "./parameter-source";
import type { RestApiServices } from "./services";
import { noOverrides, type Overrides } from "./template";

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
    method: method === "ANY" ? exchange.method : method,
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

/** A request to a server. */
interface ServerCall {
  readonly target: string;
  readonly method: string;
  readonly path: ReadonlyMap<string, string>;
  readonly query: Iterable<readonly [name: string, value: string]>;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
  readonly timeoutMs: number;
  readonly verifiesCertificate: boolean;
  /** @default - the request is not signed */
  readonly signing?: RequestSigning;
}

/** Sends a request to a server, and notes the result. */
export async function callServer(
  exchange: RestExchange,
  clock: Timers,
  call: ServerCall,
): Promise<IntegrationAnswer | Failure> {
  const { notes, response } = exchange;
  const { timeoutMs } = call;
  const url = addressOf(call.target, call.path, call.query);
  if (url === undefined) {
    notes.integrationError = `${call.target} is not a valid address.`;
    return { failure: "API_CONFIGURATION_ERROR", message: "Invalid endpoint address" };
  }
  const ending = new AbortController();
  const hungUp = contained("REST API", (): void => ending.abort());
  let isLate = false;
  const callOff = clock.after(
    timeoutMs,
    contained("REST API", () => {
      isLate = true;
      ending.abort();
    }),
  );
  response.on("close", hungUp);
  const begun = exchange.elapsedMs;
  try {
    const { signal } = ending;
    const headers = { ...call.headers, "content-length": String(call.body.length) };
    const { status, rawHeaders, body } = await sendRequest({ ...call, url, headers, signal });
    notes.integrationStatus = status;
    return new IntegrationAnswer(status, new Map(Object.entries(multiValueHeaders(rawHeaders))), body);
  } catch (error) {
    if (isLate) {
      notes.integrationError = `No answer within ${timeoutMs} ms.`;
      notes.reason = `${url.origin} did not answer within ${timeoutMs} ms.`;
      return { failure: "INTEGRATION_TIMEOUT" };
    }
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = error instanceof TypeError ? String(error) : (code ?? message);
    notes.integrationError = reason;
    notes.reason = `${url.origin} cannot be reached: ${reason}`;
    return { failure: "INTEGRATION_FAILURE", message: "Network error communicating with endpoint" };
  } finally {
    callOff();
    response.off("close", hungUp);
    notes.integrationLatencyMs = exchange.elapsedMs - begun;
  }
}

/** The response for a server behind a VPC link without a given address. */
export function withoutAddress({ uri }: ServerTarget, { warnOnce }: RestApiServices): RestAnswer {
  // All routes of a load balancer have its origin.
  const origin = /^https?:\/\/[^/]+/i.exec(uri)?.[0] ?? uri;
  const text = `${uri} is behind a VPC link, which is not emulated. Give its address: --endpoint ${origin}=http://localhost:<port>`;
  warnOnce(text);
  return restNotEmulated(text);
}

/** Parameters of a request to an integration. */
export interface IntegrationParameters {
  readonly headers: ReadonlyMap<string, string>;
  readonly query: ReadonlyMap<string, string>;
  readonly path: ReadonlyMap<string, string>;
}

/** The mapped parameters; overrides of a template take precedence. */
export function mapParameters(
  exchange: RestExchange,
  { headers, query, path }: RequestMapping,
  { requestOverride: { header, querystring, path: variables } }: Overrides = noOverrides(),
): IntegrationParameters {
  return {
    headers: valuesOf(exchange, headers, header),
    query: valuesOf(exchange, query, querystring),
    path: valuesOf(exchange, path, variables),
  };
}

function valuesOf(
  exchange: RestExchange,
  sources: readonly (readonly [name: string, source: ParameterSource])[],
  overrides: unknown,
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [name, source] of sources) {
    const value = source.value(exchange);
    if (value !== undefined) values.set(name, value);
  }
  if (isValues(overrides))
    for (const [name, value] of Object.entries(overrides)) values.set(name, String(javaText(value)));
  return values;
}

/** The URL of a server, with path variables and query; undefined when it is not valid. */
function addressOf(
  text: string,
  path: ReadonlyMap<string, string>,
  query: Iterable<readonly [name: string, value: string]>,
): URL | undefined {
  const filled = text.replace(/\{([^{}+]+)\+?\}/g, (whole, name: string) => path.get(name) ?? whole);
  let url: URL;
  try {
    url = new URL(filled);
  } catch {
    return undefined;
  }
  for (const [name, value] of query) url.searchParams.append(name, value);
  return url.protocol === "http:" || url.protocol === "https:" ? url : undefined;
}

/**
 * Mapped headers that do not reach a server. AWS passes `Trailer` on, but this server sends bodies in one piece, which have none.
 *
 * Source: recorded answers of AWS, `test/local/recorded/apigateway/rest-apis.json`
 */
const notSent: ReadonlySet<string> = new Set([...connectionHeaders, "via"]);

/** The mapped headers that a server gets, by lowercase name. `Upgrade` is text here: the connection is not upgraded. */
export function sentHeaders({ headers }: IntegrationParameters): Record<string, string> {
  const named = [...headers].map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(named.filter(([name]) => !notSent.has(name) || name === "upgrade"));
}
