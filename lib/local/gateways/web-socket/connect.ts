import { byKind } from "../../../facts/text/by-kind";
import { jsonOf } from "../../../facts/text/json";
import { parsePolicyDocument } from "../../../model";
import type { InvokeOutcome } from "../../invoke";
import { gatewayInvoker, invokePermitted } from "../../permissions/invoke-permitted";
import { checkSignature } from "../../wire/signature";
import { authorizerContext, invokeDecision } from "../function-authorizers";
import { authorizerReason, denialReason } from "../function-response";
import type { GatewayContext } from "../gateway";
import { signedCaller } from "../signed-request";
import type { ServedConnectAuthorization, SocketRoute, WebSocketApiConfig } from "./config";
import type { Connection, Handshake } from "./connection";
import { authorizerEvent, connectArn } from "./events";
import { invokeRoute, type SocketExchange, withoutResult } from "./invoke-route";

/** The answer to a handshake; the status 200 admits the client. */
interface ConnectAnswer {
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

/** Whether a client may connect; if not, the status of the refusal. */
type ConnectDecision =
  | { readonly admitted: true; readonly authorizer: Connection["authorizer"] }
  | { readonly admitted: false; readonly status: 401 | 403 | 500; readonly reason: string };

/** Runs the authorizer of `$connect`. */
async function admit(
  api: WebSocketApiConfig,
  handshake: Handshake,
  context: GatewayContext,
): Promise<ConnectDecision> {
  return decide(api.authorization, api, handshake, context);
}

const decide = byKind<
  ServedConnectAuthorization,
  "type",
  [api: WebSocketApiConfig, handshake: Handshake, context: GatewayContext],
  Promise<ConnectDecision>
>("type", {
  none: async () => ({ admitted: true, authorizer: undefined }),
  iam: (_, api, handshake, context) => admitSigned(api, handshake, context),
  function: (authorization, api, handshake, context) =>
    admitByFunction(api, handshake, context, authorization),
  broken: async () => refuse(500, "The route's authorizer does not exist."),
});

async function admitSigned(
  api: WebSocketApiConfig,
  handshake: Handshake,
  context: GatewayContext,
): Promise<ConnectDecision> {
  const { clock } = context;
  const { headers, rawPath, rawQuery, sourceIp } = handshake;
  const request = { method: "GET", rawPath, rawQuery, headers, body: Buffer.alloc(0) };
  const check = checkSignature(request, context.accessKeys, clock.now(), api.region);
  if (!check.accepted) return refuse(403, `The signature is refused: ${check.message}`);
  const { caller, identity } = signedCaller(check, api, context);
  const needed = { action: "execute-api:Invoke", resource: connectArn(api, handshake) };
  const denied = context.access?.check(caller, [needed], { sourceIp, userAgent: headers["user-agent"] });
  if (denied !== undefined) return refuse(403, denied);
  return { admitted: true, authorizer: { ...identity } };
}

async function admitByFunction(
  api: WebSocketApiConfig,
  handshake: Handshake,
  context: GatewayContext,
  {
    id,
    name,
    functionArn,
    roleArn,
    sources,
  }: Extract<WebSocketApiConfig["authorization"], { type: "function" }>,
): Promise<ConnectDecision> {
  // A client without one of the identity sources is refused without invoking the function.
  if (sources.some((source) => sourceValue(handshake, source) === undefined)) {
    return refuse(
      401,
      `The request lacks an identity source of the authorizer ${name}: ${sources.join(", ")}.`,
    );
  }
  const payload = authorizerEvent(api, handshake, context.clock.now());
  const outcome = await invokePermitted(context, gatewayInvoker(api, `authorizers/${id}`, roleArn), {
    functionArn,
    payload,
    source: `authorizer ${name}`,
  });
  if (outcome.status === "error" && outcome.errorMessage === "Unauthorized")
    return refuse(401, authorizerReason(name, outcome));
  if (outcome.status !== "ok") return refuse(500, authorizerReason(name, outcome));
  const { policyDocument, principalId, context: told } = parse(outcome.payload);
  const policy = parsePolicyDocument(policyDocument);
  if (policy === undefined) {
    return refuse(500, authorizerReason(name, outcome, "policyDocument is not a policy."));
  }
  const given = authorizerContext(told);
  if (given === undefined) {
    return refuse(500, authorizerReason(name, outcome, "context has a value that is a list or an object."));
  }
  if (invokeDecision(policy, connectArn(api, handshake)) !== "allow")
    return refuse(403, denialReason(name, connectArn(api, handshake)));
  return { admitted: true, authorizer: { principalId, ...given } };
}

function sourceValue(handshake: Handshake, source: string): string | undefined {
  const [, kind, name = ""] =
    /^(?:\$?route\.request|\$?request)\.(header|querystring)\.(.+)$/.exec(source) ?? [];
  const value = kind === "header" ? handshake.headers[name.toLowerCase()] : handshake.query?.[name];
  // Stage variables and context variables always have a value.
  return kind === undefined ? source : value || undefined;
}

function refuse(status: 401 | 403 | 500, reason: string): ConnectDecision {
  return { admitted: false, status, reason };
}

function parse(payload: string): Readonly<Record<string, unknown>> {
  const value: unknown = jsonOf(payload);
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
