import { performance } from "node:perf_hooks";
import { gatewayRequestId } from "../../wire/request-id";
import { valueAt } from "../../wire/value-at";
import type { HandledExchange } from "../handle-request";
import type { SocketStage, WebSocketApiConfig } from "./config";
import type { Connection, Handshake } from "./connection";
import { type EventFacts, type SocketEvent, socketEvent } from "./events";

/** A client connects, sends a message or disconnects: the event and its state in the gateway. */
export class SocketExchange implements HandledExchange {
  readonly id = gatewayRequestId();
  readonly notes: { status?: number; functionName?: string; reason?: string } = {};
  /** Result of the authorizer; set before `event` is read. */
  authorizer: Connection["authorizer"];
  private readonly startedAt = performance.now();
  private createdEvent: SocketEvent | undefined;

  constructor(
    readonly api: WebSocketApiConfig,
    readonly handshake: Handshake,
    readonly facts: Omit<EventFacts, "requestId" | "authorizer">,
    authorizer?: Connection["authorizer"],
  ) {
    this.authorizer = authorizer;
  }

  get stage(): SocketStage {
    return this.handshake.stage;
  }

  /** A connection may be opened again. */
  get url(): string | undefined {
    const { rawPath, rawQuery } = this.handshake;
    return this.facts.type === "CONNECT" ? `${rawPath}${rawQuery === "" ? "" : `?${rawQuery}`}` : undefined;
  }

  get elapsedMs(): number {
    return performance.now() - this.startedAt;
  }

  get event(): SocketEvent {
    const { id: requestId, authorizer } = this;
    this.createdEvent ??= socketEvent(this.api, this.handshake, { ...this.facts, requestId, authorizer });
    return this.createdEvent;
  }

  /** A `$context` variable of the access log. */
  variable(path: string): unknown {
    return valueAt({ ...this.event.context, status: this.notes.status }, path);
  }
}
