import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { jsonOf } from "../../../facts/text/json";
import { isValues, type Values } from "../../../model";
import { contained, type Timers, trackIn } from "../../invoke";
import { refuseHandshake } from "../web-socket/refuse-handshake";
import { type RealTimeHandshake, readHandshake } from "./handshake";
import { RealTimeClient, type RealTimeError } from "./real-time-client";

/** The rules of a kind of API for its clients. */
export interface RealTimeRules {
  /** The subprotocol: `graphql-ws`. */
  readonly protocol: string;
  /** The paths of the endpoint. */
  readonly paths: readonly string[];
  /** Decides about a client: undefined admits it. */
  admit(handshake: RealTimeHandshake): Promise<RealTimeError | undefined>;
  /** The message that tells a client that it is connected, and after which silence it may give up. */
  connected(connectionTimeoutMs: number): object;
  /** The message that tells a client why it is not connected. */
  connectionError(error: RealTimeError): object;
  /** The message that answers one that the server cannot read, or that has an unknown type. */
  messageError(error: RealTimeError, id: string | undefined): object;
  /** Takes a message of an admitted client, by its type. Never rejects. */
  readonly messages: Readonly<Record<string, (client: RealTimeClient, message: Values) => Promise<void>>>;
  /** The client is gone. */
  closed(client: RealTimeClient): void;
  /** Tells about a handshake that is refused, or a client that is not admitted. */
  refused(status: number, reason: string): void;
}

// Source: https://docs.aws.amazon.com/general/latest/gr/appsync.html
const maxMessageBytes = 240 * 1024;
const longestMs = 24 * 60 * 60_000;

/** How often clients get a sign of life, and the silence after which they close the connection. */
const keepAliveMs = 60_000;
export const connectionTimeoutMs = 300_000;

/**
 * The WebSocket side of AppSync: connects clients, keeps connections alive, and hands messages on.
 *
 * GraphQL subscriptions and event channels differ in their messages only.
 */
export class RealTimeServer {
  private readonly server: WebSocketServer;
  private readonly clients = new Set<RealTimeClient>();
  /** Work for messages that is not over yet; closing waits for it. */
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly rules: RealTimeRules,
    private readonly clock: Timers,
  ) {
    this.server = new WebSocketServer({
      noServer: true,
      maxPayload: maxMessageBytes,
      handleProtocols: () => rules.protocol,
    });
    this.server.on(
      "wsClientError",
      contained("real-time connection", (error, socket) =>
        this.refuse(socket, 400, `Not a valid handshake: ${error.message}.`),
      ),
    );
  }

  /** Takes over a handshake. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    const handshake = readHandshake(request);
    const { paths, protocol } = this.rules;
    if (!paths.includes(handshake.path)) {
      const reason = `No WebSocket endpoint has the path ${handshake.path}. Known paths: ${paths.join(", ")}.`;
      return this.refuse(socket, 404, reason);
    }
    if (!handshake.protocols.includes(protocol)) {
      const reason = `The handshake lacks the subprotocol ${protocol} in Sec-WebSocket-Protocol.`;
      return this.refuse(socket, 400, reason);
    }
    this.server.handleUpgrade(
      request,
      socket,
      head,
      contained("real-time connection", (accepted) => this.open(handshake, accepted)),
    );
  }

  async close(): Promise<void> {
    for (const client of this.clients) client.close(1001, "Going away");
    await Promise.all(this.running);
    this.server.close();
  }

  private refuse(socket: Duplex, status: number, reason: string): void {
    this.rules.refused(status, reason);
    refuseHandshake(socket, status);
  }

  private open(handshake: RealTimeHandshake, socket: WebSocket): void {
    const client = new RealTimeClient(handshake, socket);
    this.clients.add(client);
    const endTimers = this.startTimers(client);
    const admitted = this.admit(client);
    socket.on("error", () => {});
    socket.on(
      "message",
      contained("real-time connection", (data, isBinary) => {
        const message = isBinary ? undefined : jsonOf(data.toString());
        this.run(admitted.then((isAdmitted) => (isAdmitted ? this.take(client, message) : undefined)));
      }),
    );
    socket.on(
      "close",
      contained("real-time connection", () => {
        endTimers();
        this.clients.delete(client);
        this.rules.closed(client);
      }),
    );
  }

  private async admit(client: RealTimeClient): Promise<boolean> {
    const error = await this.rules.admit(client.handshake);
    if (error === undefined) return true;
    this.rules.refused(error.errorCode ?? 401, error.message);
    client.send(this.rules.connectionError(error));
    client.close(1000, "");
    return false;
  }

  private async take(client: RealTimeClient, message: unknown): Promise<void> {
    const { messages, messageError } = this.rules;
    const { type, id } = isValues(message) ? message : {};
    if (type === "connection_init") {
      client.send(this.rules.connected(connectionTimeoutMs));
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
    client.send(messageError(error, typeof id === "string" ? id : undefined));
  }

  private startTimers(client: RealTimeClient): () => void {
    let cancel = (): void => {};
    const tick = (): void => {
      cancel = this.clock.after(
        keepAliveMs,
        contained("real-time connection", () => {
          client.send({ type: "ka" });
          tick();
        }),
      );
    };
    tick();
    const cancelEnd = this.clock.after(
      longestMs,
      contained("real-time connection", () => client.close(1001, "Going away")),
    );
    return () => {
      cancel();
      cancelEnd();
    };
  }

  private run(work: Promise<void>): void {
    trackIn(this.running, "real-time connection", work);
  }
}
