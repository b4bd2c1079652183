import { awsLabels } from "../../../../facts/aws/hosts";
import { namedHostHeader } from "../../aws-hosts";
import { authorityFor, type Hosts } from "./redirected-requests";

/** Small AWS clients and code that calls its own API use `fetch`, which sets `Host` itself, so the host is in another header. */
export function redirectFetch(hosts: Hosts): void {
  const original = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = localRequest(hosts, input, init);
    return request === undefined ? original(input, init) : original(request);
  };
}

function localRequest(
  hosts: Hosts,
  input: string | URL | Request,
  init: RequestInit | undefined,
): Request | undefined {
  const given = input instanceof Request ? input.url : String(input);
  if (!URL.canParse(given)) return undefined;
  const url = new URL(given);
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
  const { host, protocol } = url;
  const path = url.pathname + url.search;
  const authority = authorityFor(hosts, {
    isSecure: protocol === "https:",
    host,
    path,
    headers: [...headers],
  });
  if (authority === undefined) return undefined;
  if (awsLabels(host) !== undefined) headers.set(namedHostHeader, host);
  const local = `http://${authority}${path}`;
  return input instanceof Request
    ? new Request(new Request(local, input), { ...init, headers })
    : new Request(local, { ...init, headers });
}
