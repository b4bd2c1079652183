import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { joinQuery, multiValueQuery, parseQuery } from "../../../facts/text/query-string";
import { contained, type Timers } from "../../invoke";
import { receivedHandshake } from "../../wire/received-request";
import { joinHeaders, multiValueHeaders } from "../../wire/request-headers";
import type { SocketStage } from "./config";

/** A client that is connected. */
export interface Connection {
  readonly handshake: Handshake;
  readonly socket: WebSocket;
  /** Context of the authorizer, with `principalId`. */
  readonly authorizer: Readonly<Record<string, unknown>> | undefined;
  lastActiveAt: number;
}

export function handshakeOf(request: IncomingMessage, stage: SocketStage, connectedAt: number) {
  const { rawPath, rawQuery, domainName, sourceIp } = receivedHandshake(request, connectedAt);
  const entries = parseQuery(rawQuery);
  return {
    // As in AWS, the id ends in =, so that code that does not encode it fails here, too.
    connectionId: `${randomBytes(11).toString("base64url")}=`,
    connectedAt,
    stage,
    domainName,
    sourceIp,
    userAgent: request.headers["user-agent"] ?? "",
    headers: { ...joinHeaders(request.rawHeaders) },
    multiValueHeaders: { ...multiValueHeaders(request.rawHeaders) },
    rawPath,
    rawQuery,
    query: joinQuery(entries),
    multiValueQuery: multiValueQuery(entries),
  };
}

/** Facts of a handshake, for events and logs. */
export type Handshake = Readonly<ReturnType<typeof handshakeOf>>;

/**
 * Measures the frames that a client sends, without decoding them.
 *
 * Source of the layout: https://www.rfc-editor.org/rfc/rfc6455#section-5.2
 */
class FrameMeter {
  private header = Buffer.alloc(0);
  /** Bytes of the current frame that have not arrived yet. */
  private left = 0;

  constructor(
    private readonly limit: number,
    private readonly onTooLarge: (bytes: number) => void,
  ) {}

  take(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.left > 0) {
        const passed = Math.min(this.left, chunk.length - at);
        this.left -= passed;
        at += passed;
        continue;
      }
      this.header = Buffer.concat([this.header, chunk.subarray(at, at + 1)]);
      at += 1;
      const length = headerLength(this.header);
      if (length === undefined || this.header.length < length) continue;
      this.left = payloadLength(this.header);
      this.header = Buffer.alloc(0);
      if (this.left > this.limit) this.onTooLarge(this.left);
    }
  }
}

function headerLength(header: Buffer): number | undefined {
  const second = header[1];
  if (second === undefined) return undefined;
  const short = second & 0x7f;
  const mask = (second & 0x80) === 0 ? 0 : 4;
  return 2 + (short === 127 ? 8 : short === 126 ? 2 : 0) + mask;
}

function payloadLength(header: Buffer): number {
  const short = header.readUInt8(1) & 0x7f;
  if (short === 126) return header.readUInt16BE(2);
  return short === 127 ? Number(header.readBigUInt64BE(2)) : short;
}

/** Closes a connection that is too old, is idle, or sends a frame that is too large. Returns how to stop watching it. */
export function limitConnection(connection: Connection, raw: Duplex, clock: Timers): () => void {
  const { socket } = connection;
  const meter = new FrameMeter(maxFrameBytes, () => socket.close(1009, "Message too big"));
  raw.on(
    "data",
    contained("WebSocket connection", (chunk: Buffer) => meter.take(chunk)),
  );
  const cancelEnd = clock.after(
    longestMs,
    contained("WebSocket connection", () => socket.close(1001, "Going away")),
  );
  const cancelIdle = closeWhenIdle(connection, clock);
  return () => {
    cancelEnd();
    cancelIdle();
  };
}

function closeWhenIdle(connection: Connection, clock: Timers): () => void {
  let cancel = (): void => {};
  const wait = (milliseconds: number): void => {
    cancel = clock.after(
      milliseconds,
      contained("WebSocket connection", () => {
        const left = connection.lastActiveAt + idleMs - clock.now();
        if (left > 0) wait(left);
        else connection.socket.close(1001, "Going away");
      }),
    );
  };
  wait(idleMs);
  return () => cancel();
}

// Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html

const maxFrameBytes = 32 * 1024;
export const maxMessageBytes = 128 * 1024;
const idleMs = 10 * 60_000;
const longestMs = 2 * 60 * 60_000;
