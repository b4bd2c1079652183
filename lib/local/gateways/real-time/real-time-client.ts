import { randomUUID } from "node:crypto";
import type { WebSocket } from "ws";
import type { RealTimeHandshake } from "./handshake";

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
