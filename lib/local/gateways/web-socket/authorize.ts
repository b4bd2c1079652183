import { byKind } from "../../../facts/text/by-kind";
import { jsonOf } from "../../../facts/text/json";
import { parsePolicyDocument } from "../../../model";
import { gatewayInvoker, invokePermitted } from "../../permissions/invoke-permitted";
import { checkSignature } from "../../wire/signature";
import { authorizerContext } from "../authorizer-context";
import { authorizerReason, denialReason } from "../failure-reason";
import type { GatewayContext } from "../gateway";
import { invokeDecision } from "../invoke-decision";
import { signedCaller } from "../signed-caller";
import type { ServedConnectAuthorization, WebSocketApiConfig } from "./config";
import type { Connection, Handshake } from "./connection";
import { authorizerEvent, connectArn } from "./events";

/** Whether a client may connect; if not, the status of the refusal. */
export type ConnectDecision =
  | { readonly admitted: true; readonly authorizer: Connection["authorizer"] }
  | { readonly admitted: false; readonly status: 401 | 403 | 500; readonly reason: string };

/** Runs the authorizer of `$connect`. */
export async function admit(
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
