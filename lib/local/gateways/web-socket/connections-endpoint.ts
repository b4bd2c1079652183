import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../../clock";
import { decodePart } from "../../wire/query-string";
import { readBody } from "../../wire/request-body";
import { joinHeaders } from "../../wire/request-headers";
import { checkSignature } from "../../wire/signature";
import type { WebSocketApiConfig } from "./config";
import type { Connection } from "./connection";
import { maxMessageBytes } from "./limits";

/**
 * Answers `@connections`: functions post to clients, look at them and disconnect them.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-how-to-call-websocket-api-connections.html
 */
export async function answerConnections(
  api: WebSocketApiConfig,
  connections: ReadonlyMap<string, Connection>,
  clock: Clock,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<number> {
  const [rawPath = "/", rawQuery = ""] = (request.url ?? "/").split("?");
  const body = await readBody(request, maxMessageBytes);
  if (body.state !== "complete") return send(response, 413, "PayloadTooLargeException", "Payload too large");
  const method = request.method ?? "GET";
  const headers = joinHeaders(request.rawHeaders);
  const check = await checkSignature(
    { method, rawPath, rawQuery, headers, body: body.bytes },
    clock.now(),
    api.region,
  );
  if (!check.accepted) return send(response, 403, check.problem, check.message);
  const [, stage, , id = ""] = rawPath.split("/");
  const connection = connections.get(decodePart(id));
  if (connection === undefined || connection.handshake.stage.name !== stage) {
    return send(response, 410, "GoneException", "Gone");
  }
  switch (method) {
    case "POST":
      connection.socket.send(body.bytes.toString("utf8"));
      // Idle is who neither speaks nor is spoken to.
      connection.lastActiveAt = clock.now();
      return end(response, 200);
    case "GET": {
      const { handshake, lastActiveAt } = connection;
      return end(response, 200, {
        connectedAt: new Date(handshake.connectedAt).toISOString(),
        identity: { sourceIp: handshake.sourceIp, userAgent: handshake.userAgent },
        lastActiveAt: new Date(lastActiveAt).toISOString(),
      });
    }
    case "DELETE":
      connection.socket.close(1000, "Connection Closed Normally");
      return end(response, 204);
    default:
      return send(response, 403, "ForbiddenException", "Forbidden");
  }
}

function send(response: ServerResponse, status: number, type: string, message: string): number {
  response.setHeader("x-amzn-errortype", type);
  return end(response, status, { message });
}

function end(response: ServerResponse, status: number, body?: object): number {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(body === undefined ? undefined : JSON.stringify(body));
  return status;
}
