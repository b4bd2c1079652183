import { jsonOf } from "../../../facts/text/json";
import type { InvokeOutcome } from "../../invoke";
import type { GatewayContext } from "../gateway";
import { admit } from "./authorize";
import type { SocketRoute } from "./config";
import { invokeRoute, type SocketExchange, withoutResult } from "./invoke-route";

/** The answer to a handshake; the status 200 admits the client. */
export interface ConnectAnswer {
  readonly status: number;
  /** The subprotocol that the function chooses. Without one, browsers that offer some close the connection. */
  readonly subprotocol?: string | undefined;
}

/** Asks the authorizer and the function of `$connect` about a client. */
export async function connect(
  exchange: SocketExchange,
  route: SocketRoute,
  context: GatewayContext,
): Promise<ConnectAnswer> {
  const { api, handshake } = exchange;
  const decision = await admit(api, handshake, context);
  if (!decision.admitted) {
    exchange.notes.reason = decision.reason;
    return { status: decision.status };
  }
  exchange.authorizer = decision.authorizer;
  const { reason, ...answer } = answerOf(await invokeRoute(exchange, route, context), route);
  exchange.notes.reason = reason ?? unansweredReason(exchange, answer);
  return answer;
}

/** A function that fails, or returns a status other than 2xx, refuses the client. */
function answerOf(
  outcome: InvokeOutcome | undefined,
  route: SocketRoute,
): ConnectAnswer & { readonly reason?: string } {
  if (outcome?.status !== "ok") {
    return { status: outcome?.status === "error" ? 502 : 500, reason: withoutResult(outcome, route) };
  }
  const answer: unknown = jsonOf(outcome.payload);
  const { statusCode, headers } = Object(answer) as {
    readonly statusCode?: unknown;
    readonly headers?: unknown;
  };
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599) {
    return {
      status: 502,
      reason: `The function returned no usable response: statusCode is ${JSON.stringify(statusCode) ?? "missing"}.`,
    };
  }
  if (status >= 200 && status < 300) return { status: 200, subprotocol: subprotocolIn(headers) };
  return { status, reason: `The function refuses the connection with statusCode ${status}.` };
}

const header = "sec-websocket-protocol";

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-connect-route-subprotocol.html */
function subprotocolIn(headers: unknown): string | undefined {
  const [, value] =
    Object.entries(Object(headers) as object).find(([name]) => name.toLowerCase() === header) ?? [];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The client is admitted, and will hang up. */
function unansweredReason(
  { handshake }: SocketExchange,
  { status, subprotocol }: ConnectAnswer,
): string | undefined {
  if (status !== 200 || subprotocol !== undefined || handshake.headers[header] === undefined)
    return undefined;
  return "The client offers subprotocols, and the function answers without the header Sec-WebSocket-Protocol: browsers close such a connection.";
}
