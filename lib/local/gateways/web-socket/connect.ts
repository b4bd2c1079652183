import type { InvokeOutcome } from "../../../invoke";
import type { GatewayContext } from "../gateway";
import { admit } from "./authorize";
import type { SocketRoute } from "./config";
import { invokeRoute } from "./invoke-route";
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
    if (decision.status === 500) {
      context.report({ event: "warning", text: `${api.name}: its authorizer: ${decision.reason}` });
    }
    return decision.status;
  }
  exchange.authorizer = decision.authorizer;
  return statusOf(await invokeRoute(exchange, route, context));
}

/** A function that fails, or returns a status other than 2xx, refuses the client. */
function statusOf(outcome: InvokeOutcome | undefined): number {
  if (outcome?.status !== "ok") return outcome?.status === "error" ? 502 : 500;
  const answer: unknown = JSON.parse(outcome.payload);
  const { statusCode } = Object(answer) as { readonly statusCode?: unknown };
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599) return 502;
  return status >= 200 && status < 300 ? 200 : status;
}
