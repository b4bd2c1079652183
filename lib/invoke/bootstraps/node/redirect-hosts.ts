import http = require("node:http");
import https = require("node:https");
import http2 = require("node:http2");

import { syncBuiltinESMExports } from "node:module";
import { awsEndpoints, awsLabels } from "../../aws-hosts";

type Request = (...args: unknown[]) => http.ClientRequest;
type Hosts = Readonly<Record<string, string>>;

/**
 * Sends requests for these hosts to other addresses, without TLS.
 *
 * A handler builds such an address from its event, `https://${domainName}/${stage}`, and passes it to an SDK. SDKs that do
 * not read `AWS_ENDPOINT_URL` send to the endpoints of AWS. Only `https` and `http2` are redirected, which the SDKs use. Code
 * that calls `fetch` takes its addresses from the environment, which has local ones.
 */
export function redirectHosts(hosts: Hosts): void {
  if (Object.keys(hosts).length === 0) return;
  const original: Request = https.request as Request;
  const request: Request = (...args) => {
    const local = localOptions(hosts, args[0], args[1]);
    if (local === undefined) return original(...args);
    const callback = args.find((each) => typeof each === "function") as (() => void) | undefined;
    return http.request(local, callback);
  };
  const get: Request = (...args) => {
    const sent = request(...args);
    sent.end();
    return sent;
  };
  Object.assign(https, { request, get });
  redirectSessions(hosts);
  // Also for code that imports them by name.
  syncBuiltinESMExports();
}

/** Early clients of Kinesis open an HTTP/2 session; what they send in it is signed. */
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

function localOptions(hosts: Hosts, first: unknown, second: unknown): http.RequestOptions | undefined {
  const url = typeof first === "string" ? new URL(first) : first instanceof URL ? first : undefined;
  const given = (url === undefined ? first : second) as http.RequestOptions | undefined;
  const options = typeof given === "object" && given !== null ? given : {};
  const host = url?.host ?? hostOf(options);
  const path = url === undefined ? {} : { path: url.pathname + url.search };
  const redirected = { ...options, ...path };
  const authority = Object.hasOwn(hosts, host) ? hosts[host] : awsAuthority(hosts, host, redirected);
  if (authority === undefined) return undefined;
  const [hostname, port] = authority.split(":");
  // An agent for TLS does not work here.
  const target = { agent: undefined, protocol: "http:", host: hostname, hostname, port };
  // The local services tell the bucket from the host.
  const headers = awsLabels(host) === undefined ? {} : { headers: withHost(options.headers, host) };
  return { ...redirected, ...target, ...headers };
}

/** The address of the local services, for a signed request to AWS; public documents of AWS may still be read. */
function awsAuthority(
  hosts: Hosts,
  host: string,
  { headers, path }: http.RequestOptions,
): string | undefined {
  if (awsLabels(host) === undefined) return undefined;
  const isSigned =
    /[?&](?:X-Amz-Signature|AWSAccessKeyId)=/i.test(path ?? "") ||
    headerEntries(headers).some(
      ([name, value]) => name.toLowerCase() === "authorization" && /^AWS/.test(String(value)),
    );
  return isSigned ? hosts[awsEndpoints] : undefined;
}

/** Node takes headers as an object, or as a list of names and values by turns. */
function headerEntries(headers: http.RequestOptions["headers"]): readonly (readonly [string, unknown])[] {
  if (!Array.isArray(headers)) return Object.entries(headers ?? {});
  return headers.flatMap((name: string, index) => (index % 2 === 0 ? [[name, headers[index + 1]]] : []));
}

function withHost(headers: http.RequestOptions["headers"], host: string): http.OutgoingHttpHeaders {
  const others = headerEntries(headers).filter(([name]) => name.toLowerCase() !== "host");
  return { ...(Object.fromEntries(others) as http.OutgoingHttpHeaders), host };
}

function hostOf({ hostname, host, port }: http.RequestOptions): string {
  const name = hostname ?? host ?? "";
  return port === undefined || port === null || Number(port) === 443 ? name : `${name}:${port}`;
}
