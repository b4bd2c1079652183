import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, type ServerOptions, type WebSocket, WebSocketServer } from "ws";
import { contained, sendStatus, trackIn } from "../invoke";

/** The events of a connection. */
interface SocketListener {
  message(data: RawData, isBinary: boolean): void;
  closed(code: number, reason: string): void;
}

interface SocketServerOptions extends Pick<ServerOptions, "maxPayload" | "handleProtocols"> {
  /** Its name in faults. */
  readonly part: string;
  /** Receives the reason why a handshake is refused. */
  refused(status: number, reason: string): void;
}

/** Takes over handshakes of WebSocket clients, and keeps their connections and the work for them. */
export class SocketServer {
  private readonly server: WebSocketServer;
  private readonly sockets = new Set<WebSocket>();
  /** Work that is not over yet; closing waits for it. */
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly options: SocketServerOptions) {
    const { part, refused: _, ...rest } = options;
    this.server = new WebSocketServer({ noServer: true, ...rest });
    this.server.on(
      "wsClientError",
      contained(part, (error, socket) =>
        this.refuse(socket, 400, `Not a valid handshake: ${error.message}.`),
      ),
    );
  }

  /** Accepts a handshake. */
  accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    open: (client: WebSocket) => SocketListener,
  ): void {
    const { part } = this.options;
    const opened = contained(part, (client: WebSocket) => {
      this.sockets.add(client);
      const listener = open(client);
      client.on("error", () => {});
      client.on(
        "message",
        contained(part, (data, isBinary) => listener.message(data, isBinary)),
      );
      client.on(
        "close",
        contained(part, (code, reason) => {
          this.sockets.delete(client);
          listener.closed(code, reason.toString("utf8"));
        }),
      );
    });
    this.server.handleUpgrade(request, socket, head, opened);
  }

  /** Refuses a handshake, and reports why. */
  refuse(socket: Duplex, status: number, reason: string): void {
    this.options.refused(status, reason);
    sendStatus(socket, status);
  }

  /** Runs work for a connection. */
  run(work: Promise<void>): void {
    trackIn(this.running, this.options.part, work);
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.close(1001, "Going away");
    await Promise.all(this.running);
    this.server.close();
  }
}
