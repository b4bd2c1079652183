import { jsonOf } from "../../../facts/text/json";
import { isValues, type PolicyDocumentStatement, parsePolicyDocument } from "../../../model";
import { scopesOf, withoutBearer } from "../../identities/token-verifier";
import { gatewayInvoker, invokePermitted } from "../../permissions/invoke-permitted";
import { headerQuote } from "../../wire/header-quote";
import { withTimeout } from "../../wire/with-timeout";
import { invokeDecision } from "../function-authorizers";
import { authorizerReason, denialReason, type UnusableAnswer } from "../function-response";
import { gatewayAnswers, type HttpAnswer, withHeaders } from "./answer";
import type { HttpFunctionAuthorizer, JwtAuthorizer } from "./config";
import type { HttpExchange } from "./exchange";
import { headersV1, requestContextV1, requestContextV2, requestPartsV2 } from "./request-event";
import type { HttpApiServices } from "./services";

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const authorizerTimeoutMs = 10_000;

type Asked = { readonly decision: HttpFunctionDecision } | { readonly refusal: HttpAnswer };

/**
 * Admits a request that the function of the authorizer accepts.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html
 */
export async function authorizeByFunction(
  exchange: HttpExchange,
  services: HttpApiServices,
  authorizer: HttpFunctionAuthorizer,
): Promise<HttpAnswer | undefined> {
  const identity: string[] = [];
  for (const source of authorizer.sources) {
    const value = source.value(exchange, {});
    if (value === undefined || value === "") {
      exchange.notes.authorizerError = "The request lacks an identity source.";
      exchange.notes.reason = `The request lacks the identity source ${source.text} of the authorizer ${authorizer.name}.`;
      return gatewayAnswers.unauthorized;
    }
    identity.push(value);
  }
  const key = JSON.stringify([authorizer.id, exchange.stage?.name, ...identity]);
  const isCached = authorizer.ttlSeconds > 0 && identity.length > 0;
  let decision = isCached ? services.decisions.get(key) : undefined;
  if (decision === undefined) {
    const asked = await ask(exchange, services, authorizer, identity);
    if ("refusal" in asked) return asked.refusal;
    decision = asked.decision;
    if (isCached) services.decisions.set(key, decision, authorizer.ttlSeconds);
  }
  const { isAuthorized, policy, principalId, context } = decision;
  if (!(isAuthorized ?? invokeDecision(policy, exchange.routeArn) === "allow")) {
    exchange.notes.authorizerError = "The authorizer denies the request.";
    exchange.notes.reason = denialReason(
      authorizer.name,
      isAuthorized === undefined ? exchange.routeArn : undefined,
    );
    return gatewayAnswers.forbidden;
  }
  exchange.authorized = { type: "function", principalId, context };
  return undefined;
}

async function ask(
  exchange: HttpExchange,
  { context }: HttpApiServices,
  authorizer: HttpFunctionAuthorizer,
  identity: readonly string[],
): Promise<Asked> {
  const event = authorizer.format === "2.0" ? eventV2(exchange, identity) : eventV1(exchange, identity);
  const invoker = gatewayInvoker(exchange.api, `authorizers/${authorizer.id}`, authorizer.roleArn);
  const invocation = invokePermitted(context, invoker, {
    functionArn: authorizer.functionArn.render(exchange) ?? authorizer.functionArn.text,
    payload: JSON.stringify(event),
    source: `authorizer ${authorizer.name}`,
  });
  const outcome = await withTimeout(context.clock, authorizerTimeoutMs, invocation);
  if (outcome === undefined) {
    exchange.notes.authorizerError = `The authorizer did not answer within ${authorizerTimeoutMs} ms.`;
    exchange.notes.reason = `The authorizer ${authorizer.name} did not answer within ${authorizerTimeoutMs} ms.`;
    return { refusal: gatewayAnswers.internalError };
  }
  if (outcome.status === "error" && outcome.errorMessage === "Unauthorized") {
    exchange.notes.authorizerError = outcome.errorMessage;
    exchange.notes.reason = authorizerReason(authorizer.name, outcome);
    return { refusal: gatewayAnswers.unauthorized };
  }
  const decision = outcome.status === "ok" ? readHttpDecision(outcome.payload, authorizer.simple) : undefined;
  if (decision !== undefined && !("problem" in decision)) return { decision };
  exchange.notes.reason = authorizerReason(authorizer.name, outcome, decision?.problem);
  exchange.notes.authorizerError =
    outcome.status === "refused"
      ? outcome.reason
      : outcome.status === "error"
        ? outcome.errorMessage
        : "The authorizer returned a response in an invalid format.";
  return { refusal: gatewayAnswers.internalError };
}

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
  const { routeArn, eventPath, method, pathParameters, route, stage } = exchange;
  const identitySource = identity.length === 0 ? null : identity.join(",");
  return {
    version: "1.0",
    type: "REQUEST",
    methodArn: routeArn,
    identitySource,
    authorizationToken: identitySource,
    resource: route?.resourcePath,
    path: eventPath,
    httpMethod: method,
    ...headersV1(exchange),
    queryStringParameters: exchange.joinedQuery ?? {},
    pathParameters: pathParameters ?? {},
    stageVariables: stage?.variables ?? {},
    requestContext: requestContextV1(exchange),
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

/**
 * Admits a request with a valid token of the issuer. If the route has scopes, the token needs one of them.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html and
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-troubleshooting-jwt.html
 */
export async function authorizeByToken(
  exchange: HttpExchange,
  { tokens }: HttpApiServices,
  { authorizer, scopes }: { readonly authorizer: JwtAuthorizer; readonly scopes: readonly string[] },
): Promise<HttpAnswer | undefined> {
  const given = findToken(exchange, authorizer);
  if (given === undefined) {
    exchange.notes.authorizerError = "missing: token not provided";
    exchange.notes.reason = `The authorizer ${authorizer.name} finds no token in the request.`;
    return withHeaders(gatewayAnswers.unauthorized, { "www-authenticate": "Bearer" });
  }
  const { issuer, audiences } = authorizer;
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
  exchange.authorized = { type: "jwt", claims: check.claims, scopes: scopes.length > 0 ? granted : null };
  return undefined;
}

function findToken(exchange: HttpExchange, { sources }: JwtAuthorizer): string | undefined {
  for (const source of sources) {
    const value = withoutBearer(source.value(exchange, {}) ?? "");
    // The prefix alone is not a token.
    if (value !== "" && value.toLowerCase() !== "bearer") return value;
  }
  return undefined;
}
