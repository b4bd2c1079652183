import { byKind } from "../../../facts/text/by-kind";
import { jsonOf } from "../../../facts/text/json";
import { isValues, type PolicyDocumentStatement, parsePolicyDocument } from "../../../model";
import type { InvokeOutcome } from "../../invoke";
import { type AuthorizerKind, authorizeByFunction, authorizerContext } from "../function-authorizers";
import type { GatewayContext } from "../gateway";
import { findSigner } from "../signed-request";
import type { ServedConnectAuthorization, SocketAuthorizer, SocketRoute } from "./config";
import type { Handshake } from "./connection";
import { authorizerEvent } from "./events";
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
  const refused = await refusalBy(exchange.api.authorization, exchange, context);
  if (refused !== undefined) return { status: refused };
  const { reason, ...answer } = answerOf(await invokeRoute(exchange, route, context), route);
  exchange.notes.reason = reason ?? unansweredReason(exchange, answer);
  return answer;
}

type Refused = 401 | 403 | 500;

/** The status that refuses a client; undefined for one whom the authorizer of `$connect` admits. */
const refusalBy = byKind<
  ServedConnectAuthorization,
  "type",
  [exchange: SocketExchange, context: GatewayContext],
  Promise<Refused | undefined>
>("type", {
  none: async () => undefined,
  iam: async (_, exchange, context) => authorizeBySignature(exchange, context),
  function: (authorizer, exchange, context) =>
    authorizeByFunction(socketAuthorizer, exchange, authorizer, { context }),
  broken: async (_, { notes }) => {
    notes.reason = "The route's authorizer does not exist.";
    return 500;
  },
});

function authorizeBySignature(exchange: SocketExchange, context: GatewayContext): Refused | undefined {
  const { api, handshake, routeArn: resource } = exchange;
  const signed = { ...handshake, method: "GET", body: Buffer.alloc(0) };
  const signer = findSigner(signed, api, context, [{ action: "execute-api:Invoke", resource }]);
  if ("because" in signer) {
    exchange.notes.reason = signer.reason;
    return 403;
  }
  exchange.authorized = { ...signer.identity };
  return undefined;
}

interface SocketDecision {
  readonly policy: readonly PolicyDocumentStatement[];
  readonly principalId: unknown;
  readonly context: Readonly<Record<string, string>>;
}

/** The rules of authorizers with functions of WebSocket APIs. */
const socketAuthorizer: AuthorizerKind<SocketExchange, SocketAuthorizer, SocketDecision, Refused> = {
  // A function may run for 15 minutes.
  timeoutMs: 900_000,
  errors: { "no-identity": "Unauthorized", denied: "Forbidden" },
  refusals: {
    "no-identity": 401,
    timeout: 500,
    unauthorized: 401,
    failed: 500,
    denied: 403,
    "explicitly-denied": 403,
  },
  showsDenied: false,
  functionArn: ({ functionArn }) => functionArn,
  identityOf: ({ handshake }, { name, sources }) => {
    const values = sources.map((source) => sourceValue(handshake, source));
    return values.every((value) => value !== undefined)
      ? values
      : `The request lacks an identity source of the authorizer ${name}: ${sources.join(", ")}.`;
  },
  event: ({ api, handshake }, _, __, now) => authorizerEvent(api, handshake, now),
  read(payload) {
    const answer = jsonOf(payload);
    const { policyDocument, principalId, context: given } = isValues(answer) ? answer : {};
    const policy = parsePolicyDocument(policyDocument);
    if (policy === undefined) return { problem: "policyDocument is not a policy." };
    const context = authorizerContext(given);
    if (context === undefined) return { problem: "context has a value that is an array or an object." };
    return { policy, principalId, context };
  },
  authorizedBy: ({ principalId, context }) => ({ principalId, ...context }),
};

function sourceValue(handshake: Handshake, source: string): string | undefined {
  const [, kind, name = ""] =
    /^(?:\$?route\.request|\$?request)\.(header|querystring)\.(.+)$/.exec(source) ?? [];
  const value = kind === "header" ? handshake.headers[name.toLowerCase()] : handshake.query?.[name];
  // Stage variables and context variables always have a value.
  return kind === undefined ? source : value || undefined;
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
