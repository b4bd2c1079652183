import type { InvokeOutcome } from "../../../invoke";
import { jsonOf } from "../../json";
import type { GatewayContext } from "../gateway";
import { admit } from "./authorize";
import type { SocketRoute } from "./config";
import { invokeRoute, withoutResult } from "./invoke-route";
import type { SocketExchange } from "./socket-exchange";

/**
 * Asks the authorizer and the function of `$connect` about a client.
 *
 * @returns the status of the handshake; 200 admits the client
 */
export async function connect(
  exchange: SocketExchange,
  route: SocketRoute,
  context: GatewayContext,
): Promise<number> {
  const { api, handshake } = exchange;
  const decision = await admit(api, handshake, context);
  if (!decision.admitted) {
    exchange.notes.reason = decision.reason;
    return decision.status;
  }
  exchange.authorizer = decision.authorizer;
  const { status, reason } = answerOf(await invokeRoute(exchange, route, context), route);
  exchange.notes.reason = reason;
  return status;
}

/** A function that fails, or returns a status other than 2xx, refuses the client. */
function answerOf(
  outcome: InvokeOutcome | undefined,
  route: SocketRoute,
): { readonly status: number; readonly reason?: string } {
  if (outcome?.status !== "ok") {
    return { status: outcome?.status === "error" ? 502 : 500, reason: withoutResult(outcome, route) };
  }
  const answer: unknown = jsonOf(outcome.payload);
  const { statusCode } = Object(answer) as { readonly statusCode?: unknown };
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599) {
    return {
      status: 502,
      reason: `The function returned no usable response: statusCode is ${JSON.stringify(statusCode) ?? "missing"}.`,
    };
  }
  if (status >= 200 && status < 300) return { status: 200 };
  return { status, reason: `The function refuses the connection with statusCode ${status}.` };
}
