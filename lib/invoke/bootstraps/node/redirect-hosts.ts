import http = require("node:http");
import https = require("node:https");

import { syncBuiltinESMExports } from "node:module";

type Request = (...args: unknown[]) => http.ClientRequest;

/**
 * Sends requests for these hosts to other addresses, without TLS.
 *
 * A handler builds such an address from its event, `https://${domainName}/${stage}`, and passes it to an SDK. Only `https`
 * is redirected, which the SDKs use. Code that calls `fetch` takes its addresses from the environment, which has local ones.
 */
export function redirectHosts(hosts: Readonly<Record<string, string>>): void {
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
  // Also for code that imports them by name.
  syncBuiltinESMExports();
}

function localOptions(
  hosts: Readonly<Record<string, string>>,
  first: unknown,
  second: unknown,
): http.RequestOptions | undefined {
  const url = typeof first === "string" ? new URL(first) : first instanceof URL ? first : undefined;
  const given = (url === undefined ? first : second) as http.RequestOptions | undefined;
  const options = typeof given === "object" && given !== null ? given : {};
  const host = url?.host ?? hostOf(options);
  const authority = Object.hasOwn(hosts, host) ? hosts[host] : undefined;
  if (authority === undefined) return undefined;
  const [hostname, port] = authority.split(":");
  const path = url === undefined ? {} : { path: url.pathname + url.search };
  // An agent for TLS does not work here.
  return { ...options, ...path, agent: undefined, protocol: "http:", host: hostname, hostname, port };
}

function hostOf({ hostname, host, port }: http.RequestOptions): string {
  const name = hostname ?? host ?? "";
  return port === undefined || port === null || Number(port) === 443 ? name : `${name}:${port}`;
}
