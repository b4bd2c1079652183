import { contained, inBackground, type Timers } from "../../local";
import type { OpenRelay, RelaySocket, ToRelay } from "../../runtime/live";

export interface LinkListener {
  /** The link has a new connection. The former one stays open until the promise is settled. */
  connected(connection: string): Promise<void>;
  message(from: string, body: unknown): void;
  /** A connection that was the receiver of a message is closed. */
  gone(connection: string): void;
  /** The connection is lost. The link tries to reconnect until it is closed. */
  lost(reason: string): void;
}

/** API Gateway closes connections that are idle for 10 minutes. */
const pingMs = 60_000;
const pongMs = 10_000;
/** API Gateway closes every connection after 2 hours. */
const rotationMs = 100 * 60_000;
/** Frames that were sent to the former connection may still arrive. */
const overlapMs = 30_000;
const backoffMs = [0, 250, 500, 1000, 2000, 5000] as const;
/** The relay answers the first message on a new connection within this time. */
const welcomeMs = 10_000;

/** A connection to the relay, with the id that the relay has assigned. */
interface Connected {
  readonly id: string;
  readonly socket: RelaySocket;
}

/** The client's connection to the relay. A new one replaces it when it breaks, and before it is too old. */
export class Link {
  private current: Connected | undefined;
  private attempts = 0;
  private isClosed = false;
  private readonly timers = new Map<"ping" | "pong" | "rotation" | "retry", () => void>();

  constructor(
    private readonly open: OpenRelay,
    private readonly clock: Timers,
    private readonly listener: LinkListener,
  ) {}

  /** Opens the first connection; rejects if that fails. */
  async start(): Promise<void> {
    await this.connect();
  }

  /** Sends a message. Returns false without a connection. */
  send(message: ToRelay): boolean {
    if (this.current === undefined) return false;
    this.current.socket.send(message);
    return true;
  }

  get connection(): string | undefined {
    return this.current?.id;
  }

  close(): void {
    this.isClosed = true;
    for (const cancel of this.timers.values()) cancel();
    this.current?.socket.close();
    this.current = undefined;
  }

  /** Breaks the connection, as a network failure would. For tests. */
  disconnect(): void {
    this.current?.socket.close();
  }

  private async connect(): Promise<void> {
    const before = this.current;
    const connected = await this.openOne();
    if (this.isClosed) return connected.socket.close();
    this.current = connected;
    this.attempts = 0;
    this.timer("ping", pingMs, () => this.ping());
    this.timer("rotation", rotationMs, () => this.connect().catch(() => this.retry()));
    await this.listener.connected(connected.id);
    if (before !== undefined)
      this.clock.after(
        overlapMs,
        contained("live client", () => before.socket.close()),
      );
  }

  private openOne(): Promise<Connected> {
    return new Promise((resolve, reject) => {
      let socket: RelaySocket | undefined;
      let isLate = false;
      const cancel = this.clock.after(
        welcomeMs,
        contained("live client", () => {
          isLate = true;
          socket?.close();
          reject(new Error(`The relay did not answer within ${welcomeMs / 1000} seconds.`));
        }),
      );
      const opening = this.open({
        message: (message) => {
          switch (message.event) {
            case "welcome":
              cancel();
              if (socket !== undefined) resolve({ id: message.connection, socket });
              return;
            case "pong":
              return this.cancel("pong");
            case "gone":
              return this.listener.gone(message.connection);
            case "message":
              return this.listener.message(message.from, message.body);
          }
        },
        closed: (reason) => {
          cancel();
          reject(new Error(`The relay has closed the connection: ${reason}.`));
          if (socket !== undefined) this.closed(socket, reason);
        },
      });
      inBackground(
        "live client",
        opening.then((opened) => {
          if (isLate) return opened.close();
          socket = opened;
          opened.send({ action: "hello" });
        }),
        (error) => {
          cancel();
          reject(error);
        },
      );
    });
  }

  private closed(socket: RelaySocket, reason: string): void {
    if (this.isClosed || this.current?.socket !== socket) return;
    this.current = undefined;
    this.listener.lost(reason);
    this.retry();
  }

  private retry(): void {
    if (this.isClosed) return;
    const wait = backoffMs[Math.min(this.attempts, backoffMs.length - 1)] ?? 0;
    this.attempts += 1;
    this.timer("retry", wait, () => this.connect().catch(() => this.retry()));
  }

  private ping(): void {
    this.timer("ping", pingMs, () => this.ping());
    const pinged = this.current;
    if (pinged === undefined) return;
    pinged.socket.send({ action: "ping" });
    this.timer("pong", pongMs, () => {
      // The connection is broken without an event.
      pinged.socket.close();
      this.closed(pinged.socket, "it does not answer");
    });
  }

  private timer(name: "ping" | "pong" | "rotation" | "retry", milliseconds: number, run: () => void): void {
    this.cancel(name);
    this.timers.set(name, this.clock.after(milliseconds, contained("live client", run)));
  }

  private cancel(name: "ping" | "pong" | "rotation" | "retry"): void {
    this.timers.get(name)?.();
    this.timers.delete(name);
  }
}
