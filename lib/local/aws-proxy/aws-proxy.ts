import { randomBytes } from "node:crypto";
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { request as httpsRequest } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { type Duplex, pipeline } from "node:stream";
import { connect as connectTls, TLSSocket } from "node:tls";
import { awsLabels } from "../../facts/aws/hosts";
import { isSameSecret } from "../../facts/text/same-secret";
import { authorityFor, contained, type Hosts, listenAt, type ProxySettings } from "../invoke";
import type { Report } from "../report";
import { LocalAuthority } from "./authority";
import { connectorThrough, type OpenTunnel } from "./tunnel";

type Shell = Readonly<Record<string, string | undefined>>;

export interface AwsProxyOptions {
  readonly folder: string;
  readonly report: Report;
  /** @default - variables of this process */
  readonly shell?: Shell;
  /** @default - connections of this machine, or through the proxy of the shell */
  readonly open?: OpenTunnel;
}

const httpsPort = 443;

/**
 * The proxy for functions whose SDK cannot be changed: compiled programs.
 *
 * It terminates TLS for hosts of AWS and sends their requests to the local services, by the same rules as for Node functions.
 * Connections to other hosts are tunnelled unread. Only functions know its password.
 */
export class AwsProxy {
  private readonly password = randomBytes(24).toString("hex");
  private readonly server = createServer(
    contained("AWS proxy", (_: IncomingMessage, response: ServerResponse) => response.writeHead(405).end()),
  );
  /** Reads the decrypted requests. */
  private readonly requests: Server;
  private readonly hostOf = new WeakMap<object, string>();
  private readonly sockets = new Set<Duplex>();
  private readonly open: OpenTunnel;
  private hosts: Hosts = {};

  private constructor(
    private readonly authority: LocalAuthority,
    { report, shell = process.env, open }: AwsProxyOptions,
  ) {
    this.open = open ?? connectorThrough(shell.HTTPS_PROXY ?? shell.https_proxy);
    this.requests = createServer(
      { requestTimeout: 0, keepAliveTimeout: 60_000 },
      contained("AWS proxy", (request: IncomingMessage, response: ServerResponse) => {
        return this.answer(request, response).catch((error: unknown) => {
          const host = this.hostOf.get(request.socket) ?? "";
          report({ event: "warning", text: `A function cannot reach ${host}: ${String(error)}` });
          if (!response.headersSent) response.writeHead(502);
          response.end();
        });
      }),
    );
    this.server.on(
      "connect",
      contained("AWS proxy", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        this.sockets.add(socket);
        socket.on("error", () => socket.destroy()).once("close", () => this.sockets.delete(socket));
        return this.connect(request, socket, head).catch(() =>
          socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"),
        );
      }),
    );
  }

  static async start(options: AwsProxyOptions): Promise<AwsProxy> {
    const proxy = new AwsProxy(await LocalAuthority.open(options.folder, options.shell), options);
    await listenAt("AWS proxy", proxy.server, 0);
    return proxy;
  }

  /** Sends requests for these hosts to other addresses from now on. */
  serve(hosts: Hosts): void {
    this.hosts = hosts;
  }

  get settings(): ProxySettings {
    const { port } = this.server.address() as AddressInfo;
    return {
      url: `http://function:${this.password}@127.0.0.1:${port}`,
      trustedFile: this.authority.bundleFile,
    };
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async connect({ url = "", headers }: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (!this.knowsPassword(headers["proxy-authorization"])) {
      return void socket.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="serverform local"\r\n\r\n',
      );
    }
    const [, host = "", port = ""] = /^\[?([^\]]+?)\]?:(\d{1,5})$/.exec(url.toLowerCase()) ?? [];
    const isAws = Number(port) === httpsPort && awsLabels(host) !== undefined;
    if (isAws) return this.endTls(host, socket, head);
    const target = await this.open(host, Number(port));
    this.sockets.add(target);
    target.once("close", () => this.sockets.delete(target));
    confirm(socket);
    if (head.length > 0) target.write(head);
    pipeline(socket, target, socket, () => target.destroy());
  }

  private async endTls(host: string, socket: Duplex, head: Buffer): Promise<void> {
    const secureContext = await this.authority.contextFor(host);
    confirm(socket);
    if (head.length > 0) socket.unshift(head);
    const secured = new TLSSocket(socket as Socket, {
      isServer: true,
      secureContext,
      ALPNProtocols: ["http/1.1"],
    });
    // A program that does not trust the certificate ends the connection.
    secured.on("error", () => socket.destroy());
    this.hostOf.set(secured, host);
    this.requests.emit("connection", secured);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = this.hostOf.get(request.socket) ?? "";
    const { url: path = "/", method, rawHeaders } = request;
    // Node has already handled the expectation, and connection headers belong to one side.
    const headers = pairs(rawHeaders).filter(([name]) => !ownHeaders.has(name.toLowerCase()));
    const local = authorityFor(this.hosts, { isSecure: true, host, path, headers });
    const options = { method, path, headers: headers.flat() };
    const [hostname, port] = local?.split(":") ?? [];
    const sent =
      local === undefined
        ? httpsRequest({ ...options, createConnection: await this.securely(host) })
        : httpRequest({ ...options, host: hostname, port, agent: false });
    await new Promise<void>((resolve, reject) => {
      sent.on("error", reject);
      sent.once(
        "response",
        contained(
          "AWS proxy",
          (answer: IncomingMessage) => {
            response.writeHead(
              answer.statusCode ?? 502,
              pairs(answer.rawHeaders)
                .filter(([name]) => !ownHeaders.has(name.toLowerCase()))
                .flat(),
            );
            pipeline(answer, response, () => resolve());
          },
          reject,
        ),
      );
      pipeline(
        request,
        sent,
        contained("AWS proxy", (error) => error && reject(error)),
      );
    });
  }

  /** A connection to AWS itself, for public documents. */
  private async securely(host: string): Promise<() => TLSSocket> {
    const socket = await this.open(host, httpsPort);
    return () => connectTls({ socket, servername: host });
  }

  private knowsPassword(given = ""): boolean {
    const expected = `Basic ${Buffer.from(`function:${this.password}`).toString("base64")}`;
    return isSameSecret(expected, given);
  }
}

const ownHeaders = new Set(["connection", "proxy-connection", "keep-alive", "expect"]);

const confirm = (socket: Duplex): void => void socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");

/** Names and values alternately, as Node returns them. */
const pairs = (raw: readonly string[]): readonly (readonly [string, string])[] =>
  raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ""] as const] : []));
