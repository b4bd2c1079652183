import { multiValueQuery } from "../../../../facts/text/query-string";

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
