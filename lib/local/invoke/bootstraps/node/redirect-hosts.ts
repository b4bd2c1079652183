import { awsLabels } from "../../../../facts/aws/hosts";

import http = require("node:http");
import https = require("node:https");
import http2 = require("node:http2");

import { syncBuiltinESMExports } from "node:module";
import { urlToHttpOptions } from "node:url";
import { awsEndpoints } from "../../aws-hosts";
import { redirectFetch } from "./redirect-fetch";
import { authorityFor, type Hosts } from "./redirected-requests";

type Request = (...args: unknown[]) => http.ClientRequest;

/**
 * Redirects requests for these hosts to other addresses, without TLS: those of `http`, `https`, `http2` and `fetch`.
 *
 * A handler builds such an address from its event, `https://${domainName}/${stage}`, and passes it to an SDK. SDKs that do not
 * read `AWS_ENDPOINT_URL` use the endpoints of AWS.
 */
export function redirectHosts(hosts: Hosts): void {
  if (Object.keys(hosts).length === 0) return;
  const send = http.request as Request;
  redirectModule(https, hosts, true, send);
  redirectModule(http, hosts, false, send);
  redirectSessions(hosts);
  redirectFetch(hosts);
  // Also for code that imports them by name.
  syncBuiltinESMExports();
}

function redirectModule(
  module: typeof http | typeof https,
  hosts: Hosts,
  isSecure: boolean,
  send: Request,
): void {
  const original = module.request as Request;
  const request: Request = (...args) => {
    const local = localOptions(hosts, isSecure, args[0], args[1]);
    if (local === undefined) return original(...args);
    const callback = args.find((each) => typeof each === "function");
    return send(local, callback);
  };
  const get: Request = (...args) => {
    const sent = request(...args);
    sent.end();
    return sent;
  };
  Object.assign(module, { request, get });
}

/** Early Kinesis clients open an HTTP/2 session and sign the requests in it. */
function redirectSessions(hosts: Hosts): void {
  const original = http2.connect as (authority: string | URL, ...rest: unknown[]) => http2.ClientHttp2Session;
  const connect: typeof original = (authority, ...rest) => {
    const host = URL.canParse(String(authority)) ? new URL(authority).host : "";
    const local = hosts[awsEndpoints];
    const isRedirected = local !== undefined && awsLabels(host) !== undefined;
    return original(isRedirected ? `http://${local}` : authority, ...rest);
  };
  Object.assign(http2, { connect });
}

/** The options of a redirected request; undefined for other requests. */
function localOptions(
  hosts: Hosts,
  isSecure: boolean,
  first: unknown,
  second: unknown,
): http.RequestOptions | undefined {
  const isUrl = (typeof first === "string" && URL.canParse(first)) || first instanceof URL;
  const more = isUrl ? second : first;
  // As in Node, options take precedence over the URL.
  const options: http.RequestOptions = {
    ...(isUrl && urlToHttpOptions(new URL(first as string))),
    ...(typeof more === "object" && more !== null ? more : {}),
  };
  const host = hostOf(options, isSecure ? 443 : 80);
  const headers = headerEntries(options.headers);
  const authority = authorityFor(hosts, { isSecure, host, path: options.path ?? "", headers });
  if (authority === undefined) return undefined;
  const [hostname, port] = authority.split(":");
  // A TLS agent or connection does not work here.
  const ways = { agent: undefined, createConnection: undefined, socketPath: undefined };
  const target = { ...ways, protocol: "http:", host: hostname, hostname, port };
  // The local services read the bucket from the host.
  const ownHost = awsLabels(host) === undefined ? {} : { headers: withHost(headers, host) };
  return { ...options, ...target, ...ownHost };
}

type HeaderEntry = readonly [name: string, value: unknown];

/** Node accepts headers as an object, as a list of alternating names and values, or as a list of pairs. */
function headerEntries(headers: http.RequestOptions["headers"]): readonly HeaderEntry[] {
  if (!Array.isArray(headers)) return Object.entries(headers ?? {});
  if (Array.isArray(headers[0])) return headers as unknown as readonly HeaderEntry[];
  return headers.flatMap((name: string, index) => (index % 2 === 0 ? [[name, headers[index + 1]]] : []));
}

/** A list may contain a name several times. */
function withHost(headers: readonly HeaderEntry[], host: string): http.OutgoingHttpHeaders {
  const values = new Map<string, unknown>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    values.set(key, values.has(key) ? [values.get(key), value].flat() : value);
  }
  return { ...(Object.fromEntries(values) as http.OutgoingHttpHeaders), host };
}

function hostOf({ hostname, host, port }: http.RequestOptions, defaultPort: number): string {
  const name = (hostname ?? host ?? "").toLowerCase();
  const isDefault = port === undefined || port === null || port === "" || Number(port) === defaultPort;
  return isDefault ? name : `${name}:${port}`;
}
