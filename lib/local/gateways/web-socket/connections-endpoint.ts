import { formatArn } from "../../../facts/aws/arns";
import { decodePart } from "../../../facts/text/query-string";
import type { Clock } from "../../invoke";
import { readBody } from "../../wire/request-body";
import { joinHeaders } from "../../wire/request-headers";
import { respond } from "../../wire/respond";
import type { GatewayContext } from "../gateway";
import type { PlainExchange } from "../served-api";
import { findSigner } from "../signed-request";
import type { WebSocketApiConfig } from "./config";
import { type Connection, maxMessageBytes } from "./connection";

export function isConnectionsPath(path: string): boolean {
  return /^\/[^/]+\/@connections\/[^/]+$/.test(path);
}

export interface ConnectionsAnswer {
  readonly status: number;
  readonly body?: object;
  readonly errorType?: string;
  /** Why the request is refused, for the log. */
  readonly reason?: string;
}

/**
 * Answers `@connections`: functions post to clients, look at them and disconnect them.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-how-to-call-websocket-api-connections.html
 */
export async function answerConnections(
  exchange: PlainExchange,
  api: WebSocketApiConfig,
  connections: ReadonlyMap<string, Connection>,
  context: Pick<GatewayContext, "clock" | "access" | "accessKeys">,
): Promise<ConnectionsAnswer> {
  const { clock } = context;
  const { rawPath, rawQuery, method, request, sourceIp } = exchange;
  const body = await readBody(request, maxMessageBytes);
  if (body.state !== "complete") {
    const reason = `The message is larger than ${maxMessageBytes} bytes.`;
    return failure(413, "PayloadTooLargeException", "Payload too large", reason);
  }
  const headers = joinHeaders(request.rawHeaders);
  const [, stage, , id = ""] = rawPath.split("/");
  const part = `${api.id}/${stage}/${method}/@connections/${decodePart(id)}`;
  const resource = formatArn(api, "execute-api", part);
  const signer = findSigner(
    { method, rawPath, rawQuery, headers, body: body.bytes, sourceIp },
    api,
    context,
    [{ action: "execute-api:ManageConnections", resource }],
  );
  if ("because" in signer) {
    const errorType = signer.because === "denied" ? "AccessDeniedException" : signer.problem;
    return failure(403, errorType, signer.message, signer.reason);
  }
  const connection = connections.get(decodePart(id));
  if (connection === undefined || connection.handshake.stage.name !== stage) {
    const reason = `No connection ${decodePart(id)} is open at the stage ${stage}.`;
    return failure(410, "GoneException", "Gone", reason);
  }
  const operate = Object.hasOwn(operations, method) ? operations[method] : undefined;
  return (
    operate?.(connection, body.bytes, clock) ??
    failure(403, "ForbiddenException", "Forbidden", `${method} is not an operation: POST, GET or DELETE.`)
  );
}

type ConnectionOperation = (connection: Connection, body: Buffer, clock: Clock) => ConnectionsAnswer;

const operations: Readonly<Record<string, ConnectionOperation>> = {
  POST: (connection, body, clock) => {
    connection.socket.send(body.toString("utf8"));
    // Messages in either direction keep a connection from becoming idle.
    connection.lastActiveAt = clock.now();
    return { status: 200 };
  },
  GET: ({ handshake, lastActiveAt }) => ({
    status: 200,
    body: {
      connectedAt: new Date(handshake.connectedAt).toISOString(),
      identity: { sourceIp: handshake.sourceIp, userAgent: handshake.userAgent },
      lastActiveAt: new Date(lastActiveAt).toISOString(),
    },
  }),
  DELETE: ({ socket }) => {
    socket.close(1000, "Connection Closed Normally");
    return { status: 204 };
  },
};

function failure(status: number, errorType: string, message: string, reason: string): ConnectionsAnswer {
  return { status, errorType, body: { message }, reason };
}

export function sendConnectionsAnswer(
  exchange: PlainExchange,
  { status, body, errorType, reason }: ConnectionsAnswer,
): void {
  exchange.notes.reason = reason;
  const content = { status, body: body === undefined ? "" : JSON.stringify(body) };
  const headers = {
    "content-type": "application/json",
    ...(errorType !== undefined && { "x-amzn-errortype": errorType }),
  };
  respond(exchange, content, headers, () => exchange.response.destroy());
}
