import { WebSocket } from "ws";
import type { AwsOptions } from "../aws/call";
import { AwsClock } from "../aws/clock";
import { environmentCredentials } from "../aws/credentials";
import { signedHeaders } from "../aws/sign";
import { type FromRelay, parseFromRelay, type ToRelay } from "./protocol/envelope";

/** An open connection to the relay. */
export interface RelaySocket {
  send(message: ToRelay): void;
  /** Ends the connection at once. */
  close(): void;
}

/** Receives what happens to a connection. */
export interface RelayListener {
  message(message: FromRelay): void;
  /** The connection is over. This is the last call. */
  closed(reason: string): void;
}

/** Opens a connection to the relay; rejects if that fails. */
export type OpenRelay = (listener: RelayListener) => Promise<RelaySocket>;

/** The relay has refused a connection. */
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
/** A frame of the relay has at most 32 KB. */
const maxPayload = 256 * 1024;

/** Opens connections whose handshake is signed: the route `$connect` takes nobody else. */
export function relayAt(endpoint: string, options: AwsOptions): OpenRelay {
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
    return opened(socket, listener);
  };
}

function opened(socket: WebSocket, listener: RelayListener): Promise<RelaySocket> {
  return new Promise((resolve, reject) => {
    let isOpen = false;
    let reason = "";
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
      resolve({
        send: (message) => socket.send(JSON.stringify(message)),
        close: () => socket.terminate(),
      });
    });
    socket.on("message", (data) => {
      const message = parseFromRelay(String(data));
      if (message !== undefined) listener.message(message);
    });
    socket.on("close", (code) => {
      if (isOpen) listener.closed(reason || `code ${code}`);
    });
  });
}
