import { formatArn } from "../../../facts/aws/arns";
import { functionNameInArn } from "../../../facts/aws/function-arn";
import { servicePrincipal } from "../../../facts/aws/principals";
import { byKind } from "../../../facts/text/by-kind";
import { javaRegex } from "../../../facts/text/java-regex";
import { jsonOf } from "../../../facts/text/json";
import {
  type AuthorizationMode,
  type AuthorizationWay,
  type AuthorizingApi,
  type FieldCaller,
  isValues,
} from "../../../model";
import { type Claims, issuerOf, withoutBearer } from "../../identities/token-verifier";
import type { Caller } from "../../permissions/caller";
import { askAuthorizer } from "../function-authorizers";
import type { GatewayContext } from "../gateway";
import type { ApiServices } from "../routed-api";
import { findSigner } from "../signed-request";
import type { GraphqlRequestBody } from "./exchange";

/** The credentials of a client. */
interface AuthorizedRequest {
  readonly requestId: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The path that an IAM signature covers. */
  readonly signedPath: string;
  readonly body: Buffer;
  readonly sourceIp: string;
  /** The operation; undefined for a client that connects. */
  readonly operation: GraphqlRequestBody | undefined;
  /** The client's request to channels; undefined for GraphQL. */
  readonly channel?: ChannelRequest | undefined;
}

/** A client's request to the channels of an API for events, in the form that the function of the API receives. */
export interface ChannelRequest {
  readonly operation: "EVENT_CONNECT" | "EVENT_PUBLISH" | "EVENT_SUBSCRIBE";
  readonly channelNamespaceName: string | null;
  readonly channel: string | null;
}

/** The services that authorization needs. */
export type AccessServices = ApiServices<FunctionDecision>;

type Way<Mode extends AuthorizationMode> = Extract<AuthorizationWay, { readonly mode: Mode }>;

/** Ways whose tokens name their issuer. */
type IssuingWay = Extract<AuthorizationWay, { readonly issuer: string }>;

const unauthorized = "You are not authorized to make this call.";

/**
 * Finds who sends a request, by the way that its headers ask for.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/security-authz.html
 */
export async function authorize(
  api: AuthorizingApi,
  request: AuthorizedRequest,
  services: AccessServices,
): Promise<CallerCheck> {
  const { authorization, "x-api-key": key } = request.headers;
  if (key !== undefined) return authorizeKey(api, key, services);
  if (authorization === undefined || authorization.trim() === "") {
    const reason = "The request has neither x-api-key nor Authorization.";
    return refuse("Valid authorization header not provided.", reason);
  }
  if (authorization.startsWith("AWS4-HMAC-SHA256")) return authorizeSignature(api, request, services);
  return authorizeToken(api, request, authorization, services);
}

function authorizeKey({ ways, keys }: AuthorizingApi, key: string, { context }: AccessServices): CallerCheck {
  if (!ways.some(({ mode }) => mode === "API_KEY")) return refuseMode("API_KEY", ways);
  const found = keys.find((each) => each.key === key);
  if (found === undefined) return refuse(unauthorized, "The API has no such API key.");
  if (found.expiresAtMs !== undefined && found.expiresAtMs <= context.clock.now()) {
    return refuse(unauthorized, `The API key ended at ${new Date(found.expiresAtMs).toISOString()}.`);
  }
  return accept({ mode: "API_KEY", identity: null, groups: [], deniedFields: [] });
}

async function authorizeSignature(
  { ways, region, account, partition }: AuthorizingApi,
  { headers, signedPath: rawPath, body, sourceIp }: AuthorizedRequest,
  { context }: AccessServices,
): Promise<CallerCheck> {
  if (!ways.some(({ mode }) => mode === "AWS_IAM")) return refuseMode("AWS_IAM", ways);
  const request = { method: "POST", rawPath, rawQuery: "", headers, body, sourceIp };
  const found = findSigner(request, { account, partition, region }, context, [], "appsync");
  if ("because" in found) return refuse(found.message, found.reason);
  const { caller: signer, identity: signed } = found;
  const { accountId, userArn, userId, cognito: user } = signed;
  const [type = null, ...providers] = user?.amr ?? [];
  const identity = {
    accountId,
    cognitoIdentityPoolId: user?.identityPoolId ?? null,
    cognitoIdentityId: user?.identityId ?? null,
    sourceIp: [sourceIp],
    username: userId,
    userArn,
    cognitoIdentityAuthType: type,
    cognitoIdentityAuthProvider:
      providers.length === 0 ? null : providers.map((each) => `"${each}"`).join(","),
  };
  return accept({ mode: "AWS_IAM", identity, groups: [], deniedFields: [], signer });
}

/** A token with the issuer of a way is for that way; others are for the function, if there is one. */
async function authorizeToken(
  api: AuthorizingApi,
  request: AuthorizedRequest,
  authorization: string,
  services: AccessServices,
): Promise<CallerCheck> {
  const token = withoutBearer(authorization);
  const issuer = issuerOf(token);
  const issuing = api.ways.filter((way): way is IssuingWay => "issuer" in way);
  const issued = issuer === undefined ? undefined : issuing.find((way) => isSameIssuer(way.issuer, issuer));
  if (issued !== undefined)
    return authorizeIssued(issued, { token, issuer: issuer ?? "" }, request, services);
  const asked = api.ways.find((way): way is Way<"AWS_LAMBDA"> => way.mode === "AWS_LAMBDA");
  if (asked !== undefined) return functionCaller(api, asked, authorization, request, services);
  const known = issuing.map((way) => way.issuer);
  const reason =
    issuer === undefined
      ? "The token in Authorization is not a JSON Web Token."
      : `The token is of ${issuer}. The API takes tokens of: ${known.join(", ") || "no issuer"}.`;
  return refuse(issuer === undefined ? "Unable to parse JWT token." : unauthorized, reason);
}

async function authorizeIssued(
  way: IssuingWay,
  { token, issuer }: { readonly token: string; readonly issuer: string },
  { sourceIp }: AuthorizedRequest,
  { tokens, context }: AccessServices,
): Promise<CallerCheck> {
  const check = await tokens.verify(token, { issuer });
  if (!check.accepted) {
    const isOld = check.reason === "the token has expired";
    return refuse(isOld ? "Token has expired." : unauthorized, `The token is refused: ${check.detail}.`);
  }
  const { claims } = check;
  const audience = claims.aud ?? claims.client_id ?? claims.azp;
  const audiences = Array.isArray(audience) ? audience.map(String) : [String(audience)];
  const clients = javaRegex(way.clients);
  if (clients !== undefined && !audiences.some((each) => clients.test(each))) {
    return refuse(
      unauthorized,
      `The token is for the client ${audiences.join(", ")}, which the API does not accept.`,
    );
  }
  return callerOf(way, claims, sourceIp, context.clock.now());
}

const callerOf = byKind<IssuingWay, "mode", [claims: Claims, sourceIp: string, nowMs: number], CallerCheck>(
  "mode",
  {
    AMAZON_COGNITO_USER_POOLS: (way, claims, sourceIp) => accept(userCaller(way, claims, sourceIp)),
    OPENID_CONNECT: (way, claims, _, nowMs) => {
      const stale = staleness(way, claims, nowMs);
      return stale === undefined ? accept(oidcCaller(claims)) : refuse("Token has expired.", stale);
    },
  },
);

function staleness(
  { authTtlMs, issuedTtlMs }: Way<"OPENID_CONNECT">,
  { auth_time: signedIn, iat }: Claims,
  nowMs: number,
): string | undefined {
  for (const [name, seconds, ttlMs] of [
    ["auth_time", signedIn, authTtlMs],
    ["iat", iat, issuedTtlMs],
  ] as const) {
    if (ttlMs === undefined) continue;
    if (typeof seconds !== "number") return `The token has no ${name}, which the API limits to ${ttlMs} ms.`;
    if (seconds * 1000 + ttlMs <= nowMs) return `The token's ${name} is more than ${ttlMs} ms ago.`;
  }
  return undefined;
}

/** Source: https://docs.aws.amazon.com/appsync/latest/devguide/resolver-context-reference.html */
function userCaller(
  { deniesByDefault }: Way<"AMAZON_COGNITO_USER_POOLS">,
  claims: Claims,
  sourceIp: string,
): GraphqlCaller {
  const { sub, iss: issuer, "cognito:groups": given } = claims;
  const groups = Array.isArray(given) ? given.map(String) : [];
  const identity = {
    sub,
    issuer,
    username: claims["cognito:username"] ?? claims.username ?? sub,
    claims,
    sourceIp: [sourceIp],
    defaultAuthStrategy: deniesByDefault ? "DENY" : "ALLOW",
    groups: groups.length === 0 ? null : groups,
  };
  return { mode: "AMAZON_COGNITO_USER_POOLS", identity, groups, deniedFields: [] };
}

function oidcCaller(claims: Claims): GraphqlCaller {
  const { sub, iss: issuer } = claims;
  return { mode: "OPENID_CONNECT", identity: { sub, issuer, claims }, groups: [], deniedFields: [] };
}

function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, "") === other.replace(/\/$/, "");
}

function accept(caller: GraphqlCaller): CallerCheck {
  return { accepted: true, caller };
}

function refuse(message: string, reason: string): CallerCheck {
  return { accepted: false, message, reason };
}

function refuseMode(mode: AuthorizationMode, ways: readonly AuthorizationWay[]): CallerCheck {
  const known = ways.map((way) => way.mode).join(", ");
  return refuse(unauthorized, `The request asks for ${mode}, and the API has: ${known}.`);
}

/** The decision of an API's function about a token. */
interface FunctionDecision {
  readonly isAuthorized: boolean;
  /** The values that it passes on: to resolvers, or to handlers of events. */
  readonly passedOn: Readonly<Record<string, unknown>>;
  readonly deniedFields: readonly string[];
  /** The time for which the answer is valid, as the function states it. */
  readonly ttlSeconds: number | undefined;
}

/** Source: https://docs.aws.amazon.com/appsync/latest/devguide/security-authz.html#aws-lambda-authorization */
const timeoutMs = 10_000;

/** Asks the function about a token, or takes its earlier answer. */
async function functionCaller(
  api: AuthorizingApi,
  way: Extract<AuthorizationWay, { readonly mode: "AWS_LAMBDA" }>,
  token: string,
  request: AuthorizedRequest,
  { context, decisions }: AccessServices,
): Promise<CallerCheck> {
  if (way.tokens !== undefined && !way.tokens.test(token)) {
    return refuse(unauthorized, "The token does not match identityValidationExpression.");
  }
  const { channel } = request;
  const key = channel === undefined ? token : JSON.stringify([token, channel]);
  const known = decisions.get(key);
  const decision = known ?? (await ask(api, way.functionArn, token, request, context));
  if ("reason" in decision) return refuse(unauthorized, decision.reason);
  if (known === undefined) decisions.set(key, decision, decision.ttlSeconds ?? way.ttlSeconds);
  const { isAuthorized, passedOn, deniedFields } = decision;
  if (!isAuthorized)
    return refuse(unauthorized, `The authorizer ${functionNameInArn(way.functionArn)} refuses the token.`);
  const identity = channel === undefined ? { resolverContext: passedOn } : { handlerContext: passedOn };
  return { accepted: true, caller: { mode: "AWS_LAMBDA", identity, groups: [], deniedFields } };
}

async function ask(
  { id, account, region, partition }: AuthorizingApi,
  functionArn: string,
  authorizationToken: string,
  { requestId, headers, operation, channel }: AuthorizedRequest,
  context: GatewayContext,
): Promise<FunctionDecision | { readonly reason: string }> {
  const asked = await askAuthorizer<FunctionDecision>(context, timeoutMs, functionNameInArn(functionArn), {
    invoker: {
      service: servicePrincipal("appsync"),
      sourceArn: formatArn({ partition, region, account }, "appsync", `apis/${id}`),
    },
    functionArn,
    event: {
      authorizationToken,
      requestContext: {
        apiId: id,
        accountId: account,
        requestId,
        ...(channel ?? {
          queryString: operation?.query ?? "",
          operationName: operation?.operationName ?? null,
          variables: operation?.variables ?? {},
        }),
      },
      requestHeaders: headers,
    },
    read(payload) {
      const answer = jsonOf(payload);
      const given = isValues(answer) ? answer : {};
      const { isAuthorized, deniedFields, ttlOverride } = given;
      const passedOn = channel === undefined ? given.resolverContext : given.handlerContext;
      if (typeof isAuthorized !== "boolean") return { problem: "isAuthorized is not true or false." };
      return {
        isAuthorized,
        passedOn: isValues(passedOn) ? passedOn : {},
        deniedFields: Array.isArray(deniedFields) ? deniedFields.map(String) : [],
        ttlSeconds: typeof ttlOverride === "number" ? ttlOverride : undefined,
      };
    },
  });
  return "decision" in asked ? asked.decision : asked;
}

/** The sender of a request. */
export interface GraphqlCaller extends FieldCaller {
  /** `ctx.identity`. */
  readonly identity: Readonly<Record<string, unknown>> | null;
  /** The signer of the request, if policies decide about fields. @default - none */
  readonly signer?: Caller;
}

/** Whether a request may be served at all. */
export type CallerCheck =
  | { readonly accepted: true; readonly caller: GraphqlCaller }
  | {
      readonly accepted: false;
      /** The message for the client. */
      readonly message: string;
      /** Why, for the log. */
      readonly reason: string;
    };
