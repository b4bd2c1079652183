import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { fail } from "./errors";
import type { Gateway } from "./gateways/gateway";
import {
  answerClientErrors,
  contained,
  isThisMachine,
  listen,
  pageRefusal,
  type Surface,
  sendStatus,
} from "./invoke";
import type { Report } from "./report";
import { removeOwnCookies } from "./wire/request-headers";

/** An API and where it is served. */
export interface ServedGateway {
  readonly gateway: Gateway;
  readonly port: number;
  /** One URL per stage: `http://127.0.0.1:4000/`. */
  readonly urls: readonly string[];
  /** For WebSocket clients: `ws://127.0.0.1:4000/graphql/realtime`. @default - the API has no other address */
  readonly socketUrl?: string | undefined;
}

export interface ListenOptions {
  readonly host: string;
  /** Port of the first API. The other APIs take the next free ports. */
  readonly port: number;
  /** Time limit for the headers of a request. @default 10 000 */
  readonly headersTimeoutMs?: number;
  readonly report: Report;
}

/** Disconnects slow clients, which would hold connections indefinitely. */
const defaultHeadersTimeoutMs = 10_000;
const requestTimeoutMs = 60_000;
/** The number of ports that are tried. */
const portRange = 1000;

interface Listening {
  readonly server: Server;
  readonly port: number;
  readonly sockets: Set<Socket>;
  /** Undefined until `serve` is called. */
  gateway: Gateway | undefined;
  /** The last accepted `Host` header. Clients send the same one with every request. */
  acceptedHost: string | undefined;
}

/**
 * The HTTP servers of the gateways. Each API has its own port, so that paths are the same as deployed.
 *
 * An API keeps its port when the app changes.
 */
export class GatewayServers {
  private readonly listening = new Map<string, Listening>();
  /** Host names of the APIs in AWS. Functions may use them, and are redirected to this machine. */
  private hosts: ReadonlyMap<string, string> = new Map();

  constructor(private readonly options: ListenOptions) {}

  /** Assigns a port to each of these APIs, in order, and closes the ports of removed APIs. */
  async open(addresses: readonly string[]): Promise<void> {
    for (const [address, each] of this.listening) {
      if (addresses.includes(address)) continue;
      this.listening.delete(address);
      await stop(each);
    }
    for (const address of addresses) {
      if (!this.listening.has(address)) this.listening.set(address, await this.listen());
    }
  }

  /** `127.0.0.1:4000`; undefined for an API without a port. */
  authorityOf(address: string): string | undefined {
    const each = this.listening.get(address);
    return each && this.authority(each.port);
  }

  /** Accepts requests for these host names, too. */
  acceptHosts(hosts: Iterable<readonly [host: string, authority: string]>): void {
    this.hosts = new Map(hosts);
    for (const each of this.listening.values()) each.acceptedHost = undefined;
  }

  /** The local address of a host of AWS; undefined for others. */
  authorityOfHost(host: string): string | undefined {
    return this.hosts.get(host);
  }

  /** Serves these gateways from now on, and closes removed ones. */
  async serve(gateways: readonly Gateway[]): Promise<void> {
    await this.open(gateways.map(({ address }) => address));
    for (const gateway of gateways) {
      const each = this.listening.get(gateway.address);
      if (each !== undefined) each.gateway = gateway;
    }
  }

  get served(): readonly ServedGateway[] {
    return [...this.listening.values()].flatMap(({ gateway, port }) => {
      if (gateway === undefined) return [];
      const scheme = gateway.kind === "WEBSOCKET" ? "ws" : "http";
      const urls = gateway.basePaths.map((path) => `${scheme}://${this.authority(port)}${path}`);
      const { socketPath } = gateway;
      const socketUrl = socketPath === undefined ? undefined : `ws://${this.authority(port)}${socketPath}`;
      return [{ gateway, port, urls, socketUrl }];
    });
  }

  async close(): Promise<void> {
    const all = [...this.listening.values()];
    this.listening.clear();
    await Promise.all(all.map(stop));
  }

  private authority(port: number): string {
    const { host } = this.options;
    return `${host.includes(":") ? `[${host}]` : host}:${port}`;
  }

  private async listen(): Promise<Listening> {
    const { headersTimeoutMs = defaultHeadersTimeoutMs } = this.options;
    const server = createServer({
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: headersTimeoutMs / 2,
      keepAliveTimeout: 65_000,
      noDelay: true,
    });
    const sockets = new Set<Socket>();
    const port = await this.bind(server);
    const each: Listening = { server, port, sockets, gateway: undefined, acceptedHost: undefined };
    server.on(
      "connection",
      contained("API server", (socket: Socket) => {
        sockets.add(socket);
        socket.on("close", () => sockets.delete(socket));
      }),
    );
    const refused = (status: number, reason: string): void => {
      const at = each.gateway?.name ?? `port ${port}`;
      this.options.report({ event: "refusal", at, status, reason });
    };
    server.on(
      "request",
      contained(
        "API server",
        (request: IncomingMessage, response: ServerResponse) => {
          removeOwnCookies(request);
          // Pages of other origins may call an API, as CORS allows. A foreign host name is not an API of this server.
          const { host } = request.headers;
          if (host === undefined || host !== each.acceptedHost) {
            const reason = this.refusalOf(request, "apis");
            if (reason !== undefined) {
              refused(403, reason);
              return refuse(response, 403, `serverform local: ${reason}`);
            }
            each.acceptedHost = host;
          }
          if (each.gateway !== undefined && headerBytes(request, each.gateway.kind) > maxHeaderBytes) {
            refused(431, `The headers are larger than ${maxHeaderBytes} bytes.`);
            return refuse(response, 431, "Request Header Fields Too Large");
          }
          if (each.gateway !== undefined) return each.gateway.handle(request, response);
          refused(503, "The server is starting.");
          response.writeHead(503, { "retry-after": "1" }).end();
        },
        failRequest,
      ),
    );
    server.on(
      "upgrade",
      contained(
        "API server",
        (request: IncomingMessage, socket: Duplex, head: Buffer) => {
          removeOwnCookies(request);
          if (!/\bwebsocket\b/i.test(request.headers.upgrade ?? ""))
            return serveWithoutUpgrade(server, request, socket, head);
          socket.on("error", () => socket.destroy());
          const foreign = this.refusalOf(request, "sockets");
          const refusal: readonly [number, string] | undefined =
            foreign !== undefined
              ? [403, foreign]
              : each.gateway?.upgrade === undefined
                ? [400, "The API takes no WebSocket connections."]
                : undefined;
          if (refusal === undefined) return each.gateway?.upgrade?.(request, socket, head);
          refused(...refusal);
          sendStatus(socket, ...refusal);
        },
        (_error, _request, socket) => socket.destroy(),
      ),
    );
    answerClientErrors(server, refused);
    return each;
  }

  /** The reason to refuse a request; undefined if it is accepted. */
  private refusalOf({ headers }: IncomingMessage, surface: Surface): string | undefined {
    // A server that listens on another address was opened on purpose, and accepts every host name.
    if (!isThisMachine(this.options.host)) return undefined;
    const { host } = headers;
    const isApi = host !== undefined && this.hosts.has(host.replace(/:\d*$/, "").toLowerCase());
    return pageRefusal(surface, headers, isApi ? "all" : "this machine");
  }

  /** The first port must be free, because the user chose it. Occupied ports after it are skipped. */
  private async bind(server: Server): Promise<number> {
    const { host, port } = this.options;
    const used = new Set([...this.listening.values()].map((each) => each.port));
    for (let wanted = port; wanted < port + portRange; wanted += 1) {
      if (port !== 0 && used.has(wanted)) continue;
      if (await listen("API server", server, port === 0 ? 0 : wanted, host))
        return (server.address() as AddressInfo).port;
      if (used.size === 0) break;
    }
    return fail("serverform local", "local-port-taken", "--port", { port, host });
  }
}

/** Responds to a request whose handling failed outside its promise. */
function failRequest(_error: unknown, _request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) return void response.destroy();
  refuse(response, 500, "Internal Server Error");
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify({ message }));
}

/** Refuses a taken port before other parts are started. */
export async function checkPort(
  { host, port }: Pick<ListenOptions, "host" | "port">,
  { command, option } = { command: "local", option: "--port" },
): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  if (!(await listen("API server", server, port, host)))
    fail(`serverform ${command}`, "local-port-taken", option, { port, host, command, option });
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

/**
 * Serves a request for a protocol upgrade with HTTP/1.1, as servers may: Java's client requests HTTP/2 (`h2c`) each time.
 */
function serveWithoutUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${request.method} ${request.url} HTTP/1.1`];
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    const [name = "", value = ""] = request.rawHeaders.slice(index, index + 2);
    if (!/^(connection|upgrade|http2-settings)$/i.test(name)) lines.push(`${name}: ${value}`);
  }
  const isLast = /\bclose\b/i.test(request.headers.connection ?? "");
  if (isLast) lines.push("connection: close");
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), head]));
  server.emit("connection", socket);
}

/**
 * The maximum size of a request's headers.
 *
 * Sources: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html and
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html
 */
const maxHeaderBytes = 10_240;

/** The size of the values of all headers. HTTP APIs also count the request line. */
function headerBytes({ rawHeaders, method = "", url = "" }: IncomingMessage, kind: Gateway["kind"]): number {
  let bytes = kind === "HTTP" ? method.length + url.length + " HTTP/1.1 ".length : 0;
  for (let index = 1; index < rawHeaders.length; index += 2) bytes += rawHeaders[index]?.length ?? 0;
  return bytes;
}

async function stop({ server, sockets, gateway }: Listening): Promise<void> {
  await gateway?.close();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const socket of sockets) socket.destroy();
  await closed;
}
