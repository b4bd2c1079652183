import { multiValueQuery } from "../../../facts/text/query-string";
import type { ReceivedRequest } from "../../wire/received-request";
import type { GatewayNotes, SignedAuthorized } from "../access-log";

/**
 * The facts that parameter sources, templates and `$context` variables read from a request.
 *
 * Apart from `RestExchange`, because the configuration of an API holds sources and templates, and an exchange holds the
 * configuration.
 */
export interface RestRequestFacts extends ReceivedRequest {
  readonly id: string;
  readonly extendedId: string;
  /** Still encoded, with the stage's name, and one slash at its beginning. */
  readonly requestPath: string;
  readonly method: string;
  readonly userAgent: string | null;
  readonly traceId: string;
  readonly headers: RequestHeaders;
  /** The last value of a header. */
  header(name: string): string | undefined;
  /** Undefined without parameters. */
  readonly query: RequestQuery | undefined;
  readonly pathParameters: Readonly<Record<string, string>> | undefined;
  /** Content type of the request without its parameters. */
  readonly contentType: string | undefined;
  readonly bodyText: string;
  /** The body as JSON; undefined when it is not JSON. */
  readonly bodyJson: unknown;
  readonly api: { readonly account: string; readonly id: string };
  readonly stage: StageFacts | undefined;
  readonly route: { readonly resourceId: string; readonly resource: { readonly path: string } } | undefined;
  readonly apiKey: ApiKey | undefined;
  readonly authorized: RestAuthorized | undefined;
  readonly notes: RestExchangeNotes;
}

export interface StageFacts {
  readonly name: string;
  readonly deploymentId: string | undefined;
  readonly variables: Readonly<Record<string, string>> | undefined;
}

/** Results of the authorizer and the integration, for access logs. */
export interface RestExchangeNotes extends GatewayNotes {
  validationError?: string;
}

/** An API key that a request was admitted with. */
export interface ApiKey {
  readonly id: string;
  readonly value: string;
}

/** The accepted caller, for events and access logs. */
export type RestAuthorized =
  | { readonly type: "user-pools"; readonly claims: Readonly<Record<string, string>> }
  | {
      readonly type: "function";
      readonly principalId: string;
      readonly context: Readonly<Record<string, string>>;
      readonly usageIdentifierKey: string | undefined;
      readonly latencyMs: number;
    }
  | SignedAuthorized;

/** Headers for events of REST APIs, with names as the client wrote them. */
export interface RequestHeaders {
  /** The last value of each. */
  readonly single: Record<string, string>;
  readonly multi: Record<string, string[]>;
  /** Values by lowercase name. */
  readonly byName: ReadonlyMap<string, string[]>;
}

/**
 * Headers that are not passed to integrations.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
const dropped: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "content-md5",
  "expect",
  "http2-settings",
  "keep-alive",
  "max-forwards",
  "proxy-authenticate",
  "proxy-connection",
  "server",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "www-authenticate",
]);

/**
 * Headers whose names the gateway writes in its own way; the others stay as the client wrote them.
 *
 * Source: recorded answers of AWS, `test/local/recorded/apigateway/rest-apis.json`
 */
const renamed: ReadonlyMap<string, string> = new Map(
  ["Authorization", "Host", "User-Agent"].map((name) => [name.toLowerCase(), name]),
);

/** Groups raw headers. `added` are the gateway's headers, which replace the client's. */
export function requestHeaders(
  rawHeaders: readonly string[],
  added: readonly (readonly [name: string, value: string])[],
): RequestHeaders {
  const byName = new Map<string, string[]>();
  const names = new Map<string, string>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const written = rawHeaders[index] as string;
    const name = written.toLowerCase();
    if (dropped.has(name)) continue;
    const value = rawHeaders[index + 1] as string;
    const before = byName.get(name);
    if (before === undefined) {
      byName.set(name, [value]);
      names.set(name, renamed.get(name) ?? written);
    } else before.push(value);
  }
  for (const [written, value] of added) {
    const name = written.toLowerCase();
    byName.set(name, [value]);
    names.set(name, written);
  }
  const all = [...byName].map(([name, values]) => [names.get(name) ?? name, values] as const);
  return {
    single: Object.fromEntries(all.map(([name, values]) => [name, values.at(-1) ?? ""])),
    multi: Object.fromEntries(all),
    byName,
  };
}

/** Query parameters, decoded. */
export interface RequestQuery {
  readonly single: Record<string, string>;
  readonly multi: Record<string, string[]>;
}

/** Groups the parameters of a query string; undefined without parameters. */
export function requestQuery(
  entries: readonly (readonly [name: string, value: string])[],
): RequestQuery | undefined {
  const multi = multiValueQuery(entries);
  if (multi === undefined) return undefined;
  const single = Object.entries(multi).map(([name, values]) => [name, values.at(-1) ?? ""] as const);
  return { single: Object.fromEntries(single), multi };
}
