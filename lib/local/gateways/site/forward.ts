import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { Duplex } from "node:stream";
import { cacheControlWith, keptBackHeaders } from "../../../runtime/programs/site/url-event";
import { contained } from "../../invoke";
import { sourceIpOf } from "../../wire/received-request";
import { connectionHeaders } from "../../wire/request-headers";
import { openRequest, relayBody } from "../send-request";

/** Where a request goes. */
export interface ForwardTarget {
  /** `127.0.0.1:4000` */
  readonly authority: string;
  /** With the query. */
  readonly path: string;
  /**
   * The host that the browser asked for. The server of a site gets it, and what the function of the distribution and the bridge
   * make of headers.
   *
   * @default - the target is not the server of a site
   */
  readonly siteHost?: string | undefined;
}

type Headers = Readonly<Record<string, string | string[]>>;

/**
 * Forwards a request to a server of this machine and streams its answer back. Rejects when the server does not answer.
 *
 * @param respond - writes status and headers of the answer
 */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { authority, path, siteHost }: ForwardTarget,
  respond: (status: number, headers: Headers) => void,
): Promise<void> {
  const ending = new AbortController();
  response.on(
    "close",
    contained("site", () => ending.abort()),
  );
  const answer = await openRequest({
    url: new URL(`http://${authority}`),
    target: path,
    method: request.method ?? "GET",
    headers:
      siteHost === undefined
        ? forwardedHeaders(request, authority)
        : toSiteServer(forwardedHeaders(request, siteHost), siteHost),
    body: request,
    signal: ending.signal,
  });
  const headers = endToEnd(answer.headers);
  respond(answer.statusCode ?? 502, siteHost === undefined ? headers : fromSiteServer(answer, headers));
  // The client learns by the end of the connection that the server has broken off.
  await relayBody(answer, response).catch(() => response.destroy());
}

/** Leads a WebSocket handshake, and all that follows, to a server of this machine. */
export function forwardUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  { authority, path }: ForwardTarget,
): void {
  const headers = {
    ...forwardedHeaders(request, authority),
    connection: "Upgrade",
    upgrade: request.headers.upgrade ?? "websocket",
  };
  const outgoing = httpRequest(`http://${authority}`, { path, headers, agent: false });
  outgoing.on("error", () => socket.destroy());
  socket.on("error", () => outgoing.destroy());
  outgoing.on(
    "upgrade",
    contained("site", (answer, server, first) => {
      socket.write(`${startOf(answer)}\r\n`);
      if (first.length > 0) socket.write(first);
      if (head.length > 0) server.write(head);
      server.on("error", () => socket.destroy());
      socket.on("close", () => server.destroy());
      server.pipe(socket).pipe(server);
    }),
  );
  outgoing.on(
    "response",
    contained("site", (answer) => {
      // The body comes without the encoding of its transfer, and the connection ends with it.
      socket.write(`${startOf(answer, connectionHeaders)}connection: close\r\n\r\n`);
      answer.pipe(socket);
    }),
  );
  outgoing.end();
}

function startOf(
  { statusCode, statusMessage, rawHeaders }: IncomingMessage,
  without: ReadonlySet<string> = new Set(),
): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = "", value] = rawHeaders.slice(index, index + 2);
    if (!without.has(name.toLowerCase())) lines.push(`${name}: ${value}`);
  }
  return `${lines.join("\r\n")}\r\n`;
}

/** CloudFront forwards all headers except for the host. */
function forwardedHeaders(request: IncomingMessage, host: string): Headers {
  const { "x-forwarded-for": before } = request.headers;
  const ip = sourceIpOf(request);
  return {
    ...endToEnd(request.headers),
    host,
    "x-forwarded-for": before === undefined ? ip : `${String(before)}, ${ip}`,
  };
}

function toSiteServer(headers: Headers, host: string): Headers {
  const left = Object.entries(headers).filter(([name]) => !keptBackHeaders.includes(name));
  return { ...Object.fromEntries(left), "x-forwarded-host": host };
}

function fromSiteServer({ headers: given }: IncomingMessage, headers: Headers): Headers {
  const cacheControl = cacheControlWith(given["set-cookie"] ?? [], given["cache-control"]);
  return cacheControl === undefined ? headers : { ...headers, "cache-control": cacheControl };
}

function endToEnd(headers: IncomingHttpHeaders): Headers {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || connectionHeaders.has(name) ? [] : [[name, value] as const],
    ),
  );
}
