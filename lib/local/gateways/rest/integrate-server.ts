import { parseQuery } from "../../../facts/text/query-string";
import { isValues } from "../../../model";
import { connectionHeaders, multiValueHeaders } from "../../wire/request-headers";
import { type ApiAnswer, isSendable, withoutAddress } from "../api-answer";
import type { ApiServices } from "../routed-api";
import { callServer, type ServerCall, serverUrl } from "../send-request";
import { javaText } from "../vtl/java-text";
import { type Failure, HeaderList } from "./answer";
import type { RestExchange } from "./config";
import type { HttpProxyIntegration, RequestMapping, ServerTarget } from "./integration";
import { IntegrationAnswer, type NamedSources } from "./parameter-source";
import { noOverrides, type Overrides } from "./template";

/**
 * Forwards a request to a server and returns its response, both unchanged.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/setup-http-integrations.html
 */
export async function integrateHttpProxy(
  integration: HttpProxyIntegration,
  exchange: RestExchange,
  services: ApiServices,
): Promise<ApiAnswer | Failure> {
  const parameters = mapParameters(exchange, integration.request);
  const own = parseQuery(exchange.rawQuery).filter(([name]) => !parameters.query.has(name));
  const answer = await callTarget(exchange, services, integration, {
    path: parameters.path,
    query: [...own, ...parameters.query],
    headers: forwardedHeaders(exchange, parameters),
    body: exchange.body,
  });
  if (!(answer instanceof IntegrationAnswer)) return answer;
  const headers = new HeaderList();
  for (const [name, values] of answer.headers) if (isSendable(name, values)) headers.set(name, values);
  return { status: answer.status, headers: headers.remapped("proxy").toHeaders(), body: answer.body };
}

function forwardedHeaders(
  { headerValues, api }: RestExchange,
  parameters: IntegrationParameters,
): Record<string, string | string[]> {
  const all: Record<string, string | string[]> = {};
  for (const [name, values] of headerValues.byName) {
    if (name !== "host" && !connectionHeaders.has(name)) all[name] = [...values];
  }
  all["x-amzn-apigateway-api-id"] = api.id;
  return { ...all, ...sentHeaders(parameters) };
}

/** A request to the target of an integration, without its method and its limits. */
interface TargetCall {
  readonly path: ReadonlyMap<string, string>;
  readonly query: Iterable<readonly [name: string, value: string]>;
  readonly headers: ServerCall["headers"];
  readonly body: Buffer;
}

/** Calls the server of an integration. */
export async function callTarget(
  exchange: RestExchange,
  services: ApiServices,
  { uri, target, method, timeoutMs, verifiesCertificate }: ServerTarget & { readonly timeoutMs: number },
  call: TargetCall,
): Promise<IntegrationAnswer | Failure | ApiAnswer> {
  if (target === undefined) return withoutAddress(uri, services);
  return callAddress(exchange, services, target.render(exchange.stage), {
    ...call,
    method: method === "ANY" ? exchange.method : method,
    timeoutMs,
    verifiesCertificate,
  });
}

/** Calls a server by its address, in which path variables are filled in. */
export async function callAddress(
  exchange: RestExchange,
  { context }: ApiServices,
  target: string,
  { path, query, ...call }: TargetCall & Omit<ServerCall, "url">,
): Promise<IntegrationAnswer | Failure> {
  const url = serverUrl(
    target.replace(/\{([^{}+]+)\+?\}/g, (whole, name: string) => path.get(name) ?? whole),
  );
  if (url === undefined) {
    exchange.notes.integrationError = `${target} is not a valid address.`;
    return { failure: "API_CONFIGURATION_ERROR", message: "Invalid endpoint address" };
  }
  for (const [name, value] of query) url.searchParams.append(name, value);
  const headers = { ...call.headers, "content-length": String(call.body.length) };
  const answer = await callServer(exchange, context.clock, { ...call, url, headers });
  if (answer === "timeout") return { failure: "INTEGRATION_TIMEOUT" };
  if (typeof answer === "string")
    return { failure: "INTEGRATION_FAILURE", message: "Network error communicating with endpoint" };
  const { status, rawHeaders, body } = answer;
  return new IntegrationAnswer(status, new Map(Object.entries(multiValueHeaders(rawHeaders))), body);
}

/** The mapped parameters; overrides of a template take precedence. */
export function mapParameters(
  exchange: RestExchange,
  { headers, query, path }: RequestMapping,
  { requestOverride: { header, querystring, path: variables } }: Overrides = noOverrides(),
) {
  return {
    headers: valuesOf(exchange, headers, header),
    query: valuesOf(exchange, query, querystring),
    path: valuesOf(exchange, path, variables),
  };
}

/** Parameters of a request to an integration. */
export type IntegrationParameters = Readonly<ReturnType<typeof mapParameters>>;

function valuesOf(
  exchange: RestExchange,
  sources: NamedSources,
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
