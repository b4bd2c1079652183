import { WebSocket } from "ws";
import { AwsError, type AwsOptions } from "../aws/call";
import { AwsClock } from "../aws/clock";
import { postToConnection } from "../aws/connections";
import { environmentCredentials } from "../aws/credentials";
import { signedHeaders } from "../aws/sign";
import { type FromRelay, parseFromRelay, type ToRelay } from "./protocol/envelope";

export interface RelaySocket {
  send(message: ToRelay): void;
  /** Ends the connection immediately. */
  close(): void;
}

export interface RelayListener {
  message(message: FromRelay): void;
  /** The connection has ended. This is the last call. */
  closed(reason: string): void;
}

/** Opens a connection to the relay; rejects if that fails. */
export type OpenRelay = (listener: RelayListener) => Promise<RelaySocket>;

export class RelayRefusal extends Error {
  override readonly name = "RelayRefusal";

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const handshakeTimeoutMs = 10_000;
/** Frames of the relay have at most 32 KB. */
const maxPayload = 256 * 1024;

/** If the gateway takes longer than this, the message is sent through the connection. */
const postTimeoutMs = 1000;

/** Posts a message to a connection. Returns whether the connection is open. */
type Post = (to: string, message: FromRelay) => Promise<boolean>;

/** Opens connections whose handshake is signed: the route `$connect` accepts no others. */
export function relayAt(endpoint: string, options: AwsOptions): OpenRelay {
  const gateway = endpoint.replace(/^ws/, "http").replace(/\/$/, "");
  const post: Post = (to, message) =>
    postToConnection(gateway, to, JSON.stringify(message), { timeoutMs: postTimeoutMs, ...options });
  return async (listener) => {
    const url = new URL(endpoint);
    const { region, credentials = environmentCredentials, clock = new AwsClock() } = options;
    const toSign = { method: "GET", url, service: "execute-api", region, body: "" };
    const headers = signedHeaders(toSign, await credentials(), clock.now());
    const socket = new WebSocket(url, {
      headers,
      handshakeTimeout: handshakeTimeoutMs,
      maxPayload,
      perMessageDeflate: false,
    });
    return opened(socket, listener, post);
  };
}

function opened(socket: WebSocket, listener: RelayListener, post: Post): Promise<RelaySocket> {
  return new Promise((resolve, reject) => {
    let isOpen = false;
    let reason = "";
    const sender = new Sender(socket, post, listener);
    socket.on("unexpected-response", (_request, response) => {
      const status = response.statusCode ?? 0;
      response.resume();
      reject(new RelayRefusal(status, `The relay refuses the connection with status ${status}.`));
      socket.terminate();
    });
    socket.on("error", (error) => {
      reason = error.message;
      reject(error);
    });
    socket.on("open", () => {
      isOpen = true;
      resolve({ send: (message) => sender.send(message), close: () => socket.terminate() });
    });
    socket.on("message", (data) => {
      const message = parseFromRelay(String(data));
      if (message === undefined) return;
      // The relay sends it once. A later one comes from another client that may post to this connection.
      if (message.event === "welcome") sender.connection ??= message.connection;
      listener.message(message);
    });
    socket.on("close", (code) => {
      if (isOpen) listener.closed(reason || `code ${code}`);
    });
  });
}

/**
 * Sends messages to other connections: posts them to the gateway directly, or else through the relay's function, which takes
 * longer.
 */
class Sender {
  /** The id of this connection, to which receivers reply. The relay sends it after `hello`. */
  connection: string | undefined;
  private mayPost = true;

  constructor(
    private readonly socket: WebSocket,
    private readonly post: Post,
    private readonly listener: RelayListener,
  ) {}

  send(message: ToRelay): void {
    const { connection } = this;
    if (message.action === "send" && connection !== undefined && this.mayPost) {
      void this.postOrRelay(message, connection);
    } else this.relay(message);
  }

  private async postOrRelay(
    message: Extract<ToRelay, { readonly action: "send" }>,
    from: string,
  ): Promise<void> {
    const { to, body } = message;
    try {
      if (await this.post(to, { event: "message", from, body })) return;
      this.listener.message({ event: "gone", connection: to });
    } catch (error) {
      // A client without permission to post may still connect.
      if (error instanceof AwsError && error.status === 403) this.mayPost = false;
      this.relay(message);
    }
  }

  private relay(message: ToRelay): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
