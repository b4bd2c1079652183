import type { RawData } from "ws";
import { jsonOf } from "../../../facts/text/json";
import type { GatewayContext } from "../gateway";
import type { SocketRoute } from "./config";
import { invokeRoute, type SocketExchange, withoutResult } from "./invoke-route";

/** Result of a message. */
export interface MessageResult {
  readonly status: number;
  /** Text for the client; undefined: the client gets nothing. */
  readonly reply: string | undefined;
}

/** Invokes the function of the route that a message selects. */
export async function answerMessage(
  exchange: SocketExchange,
  route: SocketRoute | undefined,
  context: GatewayContext,
): Promise<MessageResult> {
  if (route === undefined) {
    exchange.notes.reason = `No route for the message: its ${exchange.api.selection} names no route, and there is no $default.`;
    return messageError(exchange, 403, "Forbidden");
  }
  const outcome = await invokeRoute(exchange, route, context);
  if (outcome?.status !== "ok") {
    exchange.notes.reason = withoutResult(outcome, route);
    return messageError(exchange, 500, "Internal server error");
  }
  return { status: 200, reply: route.hasResponse ? responseBody(outcome.payload) : undefined };
}

/** An error for the client, as API Gateway writes it. */
export function messageError(
  { id: requestId, handshake: { connectionId } }: SocketExchange,
  status: number,
  message: string,
): { readonly status: number; readonly reply: string } {
  return { status, reply: JSON.stringify({ message, connectionId, requestId }) };
}

export function messageText(data: RawData): string {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);
  return bytes.toString("utf8");
}

function responseBody(payload: string): string {
  const answer: unknown = jsonOf(payload);
  const { body } = Object(answer) as { readonly body?: unknown };
  return typeof body === "string" ? body : payload;
}
