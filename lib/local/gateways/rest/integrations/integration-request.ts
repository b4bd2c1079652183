import { isValues } from "../../../../model";
import { connectionHeaders } from "../../../wire/request-headers";
import { javaText } from "../../vtl/java-text";
import type { RestExchange } from "../exchange";
import type { ParameterSource } from "../values/parameter-source";
import type { RequestMapping } from "./request-mapping";
import { noOverrides, type Overrides } from "./vtl/template";

/** Parameters of a request to an integration. */
export interface IntegrationParameters {
  readonly headers: ReadonlyMap<string, string>;
  readonly query: ReadonlyMap<string, string>;
  readonly path: ReadonlyMap<string, string>;
}

/** A request after mapping, as the integration receives it. */
export interface MappedRequest {
  readonly body: Buffer;
  readonly contentType: string;
  readonly parameters: IntegrationParameters;
  /** Overrides of the template, which apply to the response, too. */
  readonly overrides: Overrides;
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
export function addressOf(
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
