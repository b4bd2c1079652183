import http = require("node:http");
import https = require("node:https");

import { syncBuiltinESMExports } from "node:module";

type Request = (...args: unknown[]) => http.ClientRequest;

/**
 * Sends requests for the app's own APIs to this machine, where they are served without TLS.
 *
 * Handlers put such an address together from their event, `https://${domainName}/${stage}`, and the SDK is told to use
 * it. Only `https` is looked after; `fetch` gets its addresses from the environment, where they are local already.
 */
export function redirectLocalHosts(hosts: Readonly<Record<string, string>>): void {
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
  // For code that has imported them by name.
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
  // An agent for TLS is of no use here.
  return { ...options, ...path, agent: undefined, protocol: "http:", host: hostname, hostname, port };
}

function hostOf({ hostname, host, port }: http.RequestOptions): string {
  const name = hostname ?? host ?? "";
  return port === undefined || port === null || Number(port) === 443 ? name : `${name}:${port}`;
}
