import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { WebSocket } from "ws";
import { joinQuery, multiValueQuery, parseQuery } from "../../../facts/text/query-string";
import { sourceIpOf } from "../../wire/received-request";
import { joinHeaders, multiValueHeaders } from "../../wire/request-headers";
import type { SocketStage } from "./config";

/** Facts of a handshake, for events and logs. */
export interface Handshake {
  readonly connectionId: string;
  readonly connectedAt: number;
  readonly stage: SocketStage;
  readonly domainName: string;
  readonly sourceIp: string;
  readonly userAgent: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly multiValueHeaders: Readonly<Record<string, readonly string[]>>;
  readonly rawPath: string;
  readonly rawQuery: string;
  readonly query: Readonly<Record<string, string>> | undefined;
  readonly multiValueQuery: Readonly<Record<string, readonly string[]>> | undefined;
}

/** A client that is connected. */
export interface Connection {
  readonly handshake: Handshake;
  readonly socket: WebSocket;
  /** Context of the authorizer, with `principalId`. */
  readonly authorizer: Readonly<Record<string, unknown>> | undefined;
  lastActiveAt: number;
}

export function handshakeOf(request: IncomingMessage, stage: SocketStage, connectedAt: number): Handshake {
  const url = request.url ?? "/";
  const question = url.indexOf("?");
  const rawQuery = question === -1 ? "" : url.slice(question + 1);
  const entries = parseQuery(rawQuery);
  return {
    // As in AWS, the id ends in =, so that code that does not encode it fails here, too.
    connectionId: `${randomBytes(11).toString("base64url")}=`,
    connectedAt,
    stage,
    domainName: request.headers.host ?? "localhost",
    sourceIp: sourceIpOf(request),
    userAgent: request.headers["user-agent"] ?? "",
    headers: { ...joinHeaders(request.rawHeaders) },
    multiValueHeaders: { ...multiValueHeaders(request.rawHeaders) },
    rawPath: question === -1 ? url : url.slice(0, question),
    rawQuery,
    query: joinQuery(entries),
    multiValueQuery: multiValueQuery(entries),
  };
}
