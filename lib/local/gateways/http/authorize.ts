import { jsonOf } from "../../../facts/text/json";
import { isValues, type PolicyDocumentStatement, parsePolicyDocument } from "../../../model";
import { scopesOf, withoutBearer } from "../../identities/token-verifier";
import { headerQuote } from "../../wire/respond";
import type { ApiAnswer } from "../api-answer";
import { claimTexts } from "../claims";
import { eventParts } from "../event-parts";
import type { AuthorizerKind } from "../function-authorizers";
import type { UnusableAnswer } from "../function-response";
import type { ApiServices } from "../routed-api";
import { gatewayAnswers, withHeaders } from "./answer";
import type { HttpFunctionAuthorizer, RouteAuthorization } from "./config";
import type { HttpExchange } from "./exchange";
import { requestContextV1, requestContextV2, requestPartsV2 } from "./request-event";

/** The rules of authorizers with functions of HTTP APIs. */
export const httpAuthorizer: AuthorizerKind<
  HttpExchange,
  HttpFunctionAuthorizer,
  HttpFunctionDecision,
  ApiAnswer
> = {
  // Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
  timeoutMs: 10_000,
  errors: {
    "no-identity": "The request lacks an identity source.",
    denied: "The authorizer denies the request.",
  },
  refusals: {
    "no-identity": gatewayAnswers.unauthorized,
    timeout: gatewayAnswers.internalError,
    unauthorized: gatewayAnswers.unauthorized,
    failed: gatewayAnswers.internalError,
    denied: gatewayAnswers.forbidden,
    "explicitly-denied": gatewayAnswers.forbidden,
  },
  showsDenied: false,
  functionArn: ({ functionArn }, exchange) => functionArn.render(exchange) ?? functionArn.text,
  identityOf(exchange, { name, sources }) {
    const identity: string[] = [];
    for (const source of sources) {
      const value = source.value(exchange, {}) ?? "";
      if (value === "")
        return `The request lacks the identity source ${source.text} of the authorizer ${name}.`;
      identity.push(value);
    }
    return identity;
  },
  event: (exchange, { format }, identity) =>
    format === "2.0" ? eventV2(exchange, identity) : eventV1(exchange, identity),
  read: (payload, { simple }) => readHttpDecision(payload, simple),
  authorizedBy: ({ principalId, context }) => ({ type: "function", principalId, context }),
};

function eventV2(exchange: HttpExchange, identity: readonly string[]) {
  const { routeArn, pathParameters, stage } = exchange;
  const { routeKey, ...parts } = requestPartsV2(exchange);
  return {
    version: "2.0",
    type: "REQUEST",
    routeArn,
    identitySource: identity.length === 0 ? null : identity,
    routeKey,
    ...parts,
    requestContext: requestContextV2(exchange),
    pathParameters,
    stageVariables: stage?.variables,
  };
}

function eventV1(exchange: HttpExchange, identity: readonly string[]) {
  const identitySource = identity.length === 0 ? null : identity.join(",");
  const parts = eventParts(exchange, {}, requestContextV1(exchange), { version: "1.0" });
  return {
    ...parts,
    type: "REQUEST",
    methodArn: exchange.routeArn,
    identitySource,
    authorizationToken: identitySource,
    queryStringParameters: exchange.joinedQuery ?? {},
    multiValueQueryStringParameters: undefined,
  };
}

/** The answer of a function authorizer; cached for the authorizer's time to live. */
export interface HttpFunctionDecision {
  /** Whether every request is allowed; undefined when `policy` decides. */
  readonly isAuthorized: boolean | undefined;
  readonly policy: readonly PolicyDocumentStatement[];
  readonly principalId: string | undefined;
  readonly context: Readonly<Record<string, unknown>> | null;
}

/** Reads an authorizer's answer, or says why it cannot be used. */
function readHttpDecision(payload: string, simple: boolean): HttpFunctionDecision | UnusableAnswer {
  const answer = jsonOf(payload);
  if (!isValues(answer)) return { problem: "it is not an object." };
  const context = isValues(answer.context) ? answer.context : null;
  if (simple) {
    const { isAuthorized } = answer;
    if (typeof isAuthorized !== "boolean") {
      return { problem: "isAuthorized is not true or false, which simple responses require." };
    }
    return { isAuthorized, policy: [], principalId: undefined, context };
  }
  const policy = parsePolicyDocument(answer.policyDocument);
  if (policy === undefined) {
    const hint = answer.isAuthorized === undefined ? "" : " Simple responses are off for this authorizer.";
    return { problem: `policyDocument is not a policy.${hint}` };
  }
  const principalId = typeof answer.principalId === "string" ? answer.principalId : undefined;
  return { isAuthorized: undefined, policy, principalId, context };
}

type JwtAuthorization = Extract<RouteAuthorization, { readonly type: "jwt" }>;

/**
 * Admits a request with a valid token of the issuer. If the route has scopes, the token needs one of them.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html and
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-troubleshooting-jwt.html
 */
export async function authorizeByToken(
  authorizer: JwtAuthorization,
  exchange: HttpExchange,
  { tokens }: Pick<ApiServices, "tokens">,
): Promise<ApiAnswer | undefined> {
  const { issuer, audiences, scopes } = authorizer;
  const given = findToken(exchange, authorizer);
  if (given === undefined) {
    exchange.notes.authorizerError = "missing: token not provided";
    exchange.notes.reason = `The authorizer ${authorizer.name} finds no token in the request.`;
    return withHeaders(gatewayAnswers.unauthorized, { "www-authenticate": "Bearer" });
  }
  const check = await tokens.verify(given, { issuer, audiences });
  if (!check.accepted) {
    exchange.notes.authorizerError = `invalid_token: ${check.reason}`;
    exchange.notes.reason = `The authorizer ${authorizer.name} refuses the token: ${check.detail}`;
    return withHeaders(gatewayAnswers.unauthorized, {
      "www-authenticate": `Bearer scope="${scopes.join(" ")}" error="invalid_token" error_description="${headerQuote(check.reason)}"`,
    });
  }
  const held = scopesOf(check.claims);
  const granted = scopes.filter((scope) => held.includes(scope));
  if (scopes.length > 0 && granted.length === 0) {
    exchange.notes.authorizerError = "insufficient_scope";
    exchange.notes.reason = `The token has none of the route's scopes: ${scopes.join(" ")}. It has: ${held.join(" ") || "none"}.`;
    return withHeaders(gatewayAnswers.forbidden, {
      "www-authenticate": `Bearer scope="${scopes.join(" ")}" error="insufficient_scope"`,
    });
  }
  exchange.authorized = {
    type: "token",
    claims: claimTexts(check.claims),
    scopes: scopes.length > 0 ? granted : null,
  };
  return undefined;
}

function findToken(exchange: HttpExchange, { sources }: JwtAuthorization): string | undefined {
  for (const source of sources) {
    const value = withoutBearer(source.value(exchange, {}) ?? "");
    // The prefix alone is not a token.
    if (value !== "" && value.toLowerCase() !== "bearer") return value;
  }
  return undefined;
}
