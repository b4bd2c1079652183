import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { RawData, WebSocket } from "ws";
import { jsonOf } from "../../facts/text/json";
import { parseQuery } from "../../facts/text/query-string";
import { isValues, type Values } from "../../model";
import { contained } from "../invoke";
import { receivedHandshake } from "../wire/received-request";
import { joinHeaders } from "../wire/request-headers";
import type { GatewayContext } from "./gateway";
import { SocketServer } from "./socket-server";

/** The rules of a kind of API for its clients. */
interface RealTimeRules {
  /** The name of the API, for reports. */
  name(): string;
  /** The subprotocol: `graphql-ws`. */
  readonly protocol: string;
  /** The paths of the endpoint. */
  readonly paths: readonly string[];
  /** Decides about a client: undefined admits it. Reports its refusal, whose reason clients may not get. */
  admit(handshake: RealTimeHandshake): Promise<RealTimeError | undefined>;
  /** Puts the content of a message to a client in its place: GraphQL has it in `payload`. */
  wrap(content: object): object;
  /** Takes a message of an admitted client, by its type. Never rejects. */
  readonly messages: Readonly<Record<string, (client: RealTimeClient, message: Values) => Promise<void>>>;
  /** The client is gone. */
  closed(client: RealTimeClient): void;
}

// Source: https://docs.aws.amazon.com/general/latest/gr/appsync.html
const maxMessageBytes = 240 * 1024;
const longestMs = 24 * 60 * 60_000;

/** How often clients get a sign of life, and the silence after which they close the connection. */
const keepAliveMs = 60_000;
const connectionTimeoutMs = 300_000;

/**
 * The WebSocket side of AppSync: connects clients, keeps connections alive, and hands messages on.
 *
 * GraphQL subscriptions and event channels differ in their messages only.
 */
export class RealTimeServer {
  private readonly server: SocketServer;

  constructor(
    private readonly rules: RealTimeRules,
    private readonly context: GatewayContext,
  ) {
    this.server = new SocketServer({
      part: "real-time connection",
      maxPayload: maxMessageBytes,
      handleProtocols: () => rules.protocol,
      refused: (status, reason) => this.refused(status, reason),
    });
  }

  /** Reports a refused handshake, or another refusal. */
  refused(status: number, reason: string): void {
    this.context.report({ event: "refusal", at: this.rules.name(), status, reason });
  }

  sendError(client: RealTimeClient, type: string, error: RealTimeError, id?: unknown): void {
    client.send({ type, ...(typeof id === "string" && { id }), ...this.rules.wrap({ errors: [error] }) });
  }

  /** Takes over a handshake. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    const handshake = readHandshake(request);
    const { paths, protocol } = this.rules;
    if (!paths.includes(handshake.path)) {
      const reason = `No WebSocket endpoint has the path ${handshake.path}. Known paths: ${paths.join(", ")}.`;
      return this.server.refuse(socket, 404, reason);
    }
    if (!handshake.protocols.includes(protocol)) {
      const reason = `The handshake lacks the subprotocol ${protocol} in Sec-WebSocket-Protocol.`;
      return this.server.refuse(socket, 400, reason);
    }
    this.server.accept(request, socket, head, (accepted) => this.open(handshake, accepted));
  }

  async close(): Promise<void> {
    await this.server.close();
  }

  private open(handshake: RealTimeHandshake, socket: WebSocket) {
    const client = new RealTimeClient(handshake, socket);
    const endTimers = this.startTimers(client);
    const admitted = this.admit(client);
    return {
      message: (data: RawData, isBinary: boolean) => {
        const message = isBinary ? undefined : jsonOf(data.toString());
        this.server.run(admitted.then((isAdmitted) => (isAdmitted ? this.take(client, message) : undefined)));
      },
      closed: () => {
        endTimers();
        this.rules.closed(client);
      },
    };
  }

  private async admit(client: RealTimeClient): Promise<boolean> {
    const error = await this.rules.admit(client.handshake);
    if (error === undefined) return true;
    this.sendError(client, "connection_error", error);
    client.close(1000, "");
    return false;
  }

  private async take(client: RealTimeClient, message: unknown): Promise<void> {
    const { messages, wrap } = this.rules;
    const { type, id } = isValues(message) ? message : {};
    if (type === "connection_init") {
      client.send({ type: "connection_ack", ...wrap({ connectionTimeoutMs }) });
      client.send({ type: "ka" });
      return;
    }
    if (isValues(message) && typeof type === "string" && Object.hasOwn(messages, type)) {
      return messages[type]?.(client, message);
    }
    const known = ["connection_init", ...Object.keys(messages)].join(", ");
    const text = isValues(message)
      ? `Unknown message type ${typeof type === "string" ? JSON.stringify(type) : typeof type}. Known types: ${known}.`
      : "The message is not a JSON object.";
    const error = { errorType: "UnsupportedOperation", message: text, errorCode: 400 };
    this.sendError(client, "error", error, id);
  }

  private startTimers(client: RealTimeClient): () => void {
    let cancel = (): void => {};
    const tick = (): void => {
      cancel = this.context.clock.after(
        keepAliveMs,
        contained("real-time connection", () => {
          client.send({ type: "ka" });
          tick();
        }),
      );
    };
    tick();
    const cancelEnd = this.context.clock.after(
      longestMs,
      contained("real-time connection", () => client.close(1001, "Going away")),
    );
    return () => {
      cancel();
      cancelEnd();
    };
  }
}

/** An error as clients get it. */
export interface RealTimeError {
  readonly errorType: string;
  readonly message: string;
  readonly errorCode?: number;
}

/** A connected client. */
export class RealTimeClient {
  readonly id = randomUUID();

  constructor(
    readonly handshake: RealTimeHandshake,
    private readonly socket: WebSocket,
  ) {}

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  /** Sends a message; a client that is gone gets nothing. */
  send(message: object): void {
    this.sendText(JSON.stringify(message));
  }

  /** Sends a message that is JSON already, so that many clients share one text. */
  sendText(text: string): void {
    if (this.isOpen) this.socket.send(text);
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason);
  }
}

/** A client that wants to connect. */
export interface RealTimeHandshake {
  /** Without the query string. */
  readonly path: string;
  /** Subprotocols that the client offers, without the one that carries the authorization. */
  readonly protocols: readonly string[];
  /**
   * The credentials of the client, by name in lower case. Browsers cannot set headers of a handshake, so that
   * the client sends them as base64 of JSON.
   */
  readonly authorization: Readonly<Record<string, string>>;
  /** The headers of the HTTP request, by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly sourceIp: string;
}

const headerProtocol = "header-";

/**
 * Reads a handshake; the authorization is in a subprotocol or in the query string.
 *
 * Sources: https://docs.aws.amazon.com/appsync/latest/devguide/real-time-websocket-client.html,
 * https://docs.aws.amazon.com/appsync/latest/eventapi/event-api-websocket-protocol.html
 */
function readHandshake(request: IncomingMessage): RealTimeHandshake {
  const { rawPath: path, rawQuery, sourceIp } = receivedHandshake(request);
  const headers = joinHeaders(request.rawHeaders);
  const offered = (headers["sec-websocket-protocol"] ?? "").split(",").map((each) => each.trim());
  const carried = offered.find((each) => each.startsWith(headerProtocol))?.slice(headerProtocol.length);
  const inQuery = parseQuery(rawQuery).find(([name]) => name === "header")?.[1];
  return {
    path,
    protocols: offered.filter((each) => each !== "" && !each.startsWith(headerProtocol)),
    authorization: lowerCased(decoded(carried ?? inQuery)),
    headers,
    sourceIp,
  };
}

/** The texts of an object, by name in lower case. */
export function lowerCased(value: unknown): Readonly<Record<string, string>> {
  const names: Record<string, string> = Object.create(null);
  for (const [name, each] of Object.entries(isValues(value) ? value : {})) {
    if (typeof each === "string") names[name.toLowerCase()] = each;
  }
  return names;
}

/**
 * The headers of a request by WebSocket. Browsers cannot set headers of a handshake, so that clients send their credentials apart, and
 * those of the handshake do not count.
 */
export function headersWith(
  { headers }: RealTimeHandshake,
  credentials: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { authorization: _, "x-api-key": __, ...rest } = headers;
  return { ...rest, ...credentials };
}

function decoded(base64: string | undefined): unknown {
  // A plus sign in a query string that was not encoded has become a space. Node reads both alphabets.
  return jsonOf(Buffer.from((base64 ?? "").replaceAll(" ", "+"), "base64").toString("utf8"));
}
