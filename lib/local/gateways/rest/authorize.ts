import { byKind } from "../../../facts/text/by-kind";
import { jsonOf } from "../../../facts/text/json";
import { type Decision, isValues, type PolicyDocumentStatement, parsePolicyDocument } from "../../../model";
import { issuerOf, scopesOf, withoutBearer } from "../../identities/token-verifier";
import type { Authorization } from "../api-config";
import { userPoolClaims } from "../claims";
import { eventParts } from "../event-parts";
import {
  type AuthorizerKind,
  authorizeByFunction,
  authorizerContext,
  invokeDecision,
} from "../function-authorizers";
import type { UnusableAnswer } from "../function-response";
import type { ApiServices } from "../routed-api";
import { admitSigned, type SignedRefusal } from "../signed-request";
import { type Failure, requestTooLarge } from "./answer";
import type { RestAuthorizer, RestExchange, RestFunctionAuthorizer } from "./config";
import { requestContext } from "./request-event";
import type { SharedRestServices } from "./usage-plans";

/** The shared services of the parts of one REST API. */
export interface RestApiServices extends ApiServices<RestFunctionDecision>, SharedRestServices {}

/** Admits a request and notes its caller, or returns why it is refused. */
export async function authorize(
  exchange: RestExchange,
  authorization: Authorization<RestAuthorizer>,
  services: RestApiServices,
): Promise<Failure | undefined> {
  return (await refusalBy(authorization, exchange, services)) ?? checkResourcePolicy(exchange, services);
}

const refusalBy = byKind<
  Authorization<RestAuthorizer>,
  "type",
  [exchange: RestExchange, services: RestApiServices],
  Promise<Failure | undefined>
>("type", {
  none: async () => undefined,
  iam: (_, exchange, services) => authorizeBySignature(exchange, services),
  function: (authorization, exchange, services) =>
    authorizeByFunction(restAuthorizer, exchange, authorization, services),
  "user-pools": authorizeByUserPool,
  broken: async (_, { notes }) => {
    notes.authorizerError = "The method's authorizer does not exist.";
    return misconfigured;
  },
});

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/permissions.html */
async function authorizeBySignature(
  exchange: RestExchange,
  { context }: RestApiServices,
): Promise<Failure | undefined> {
  const [needed] = neededFor(exchange);
  const refusal = await admitSigned(exchange, context, needed);
  return refusal && failureOf(refusal);
}

const failureOf = byKind<SignedRefusal, "because", [], Failure>("because", {
  unsigned: () => ({ failure: "MISSING_AUTHENTICATION_TOKEN" }),
  "too-large": () => requestTooLarge,
  signature: ({ message, problem }) => ({ failure: "INVALID_SIGNATURE", message, errorType: problem }),
  denied: ({ message }) => ({ failure: "ACCESS_DENIED", message: withHiddenAccount(message) }),
});

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-authorization-flow.html */
function checkResourcePolicy(exchange: RestExchange, { context }: RestApiServices): Failure | undefined {
  const { api, routeArn, authorized } = exchange;
  if (api.policy === undefined) return undefined;
  const who = authorized?.type === "iam" ? authorized.userArn : "anonymous";
  const decision =
    context.access === undefined || authorized?.type === "iam"
      ? invokeDecision(api.policy, routeArn, who)
      : decisionFor(context.access.check({ type: "anonymous" }, ...neededFor(exchange)));
  // The local identity has every permission of its own, so only an explicit deny refuses it.
  if (decision === "allow" || (decision === "implicit-deny" && authorized?.type === "iam")) return undefined;
  const message = `User: ${who} is not authorized to perform: execute-api:Invoke on resource: ${withHiddenAccount(routeArn)}`;
  exchange.notes.authorizerError = "The API's resource policy does not allow the request.";
  exchange.notes.reason = `The API's resource policy does not allow ${routeArn}.`;
  return {
    failure: "ACCESS_DENIED",
    message: decision === "explicit-deny" ? `${message} with an explicit deny` : message,
  };
}

/** A call of a method, and what conditions may ask for about it. */
function neededFor({ api, routeArn, sourceIp, request }: RestExchange) {
  const { "user-agent": userAgent, referer } = request.headers;
  const needed = { action: "execute-api:Invoke", resource: routeArn, resourcePolicy: api.policy };
  return [[needed], { sourceIp, userAgent, referer }] as const;
}

function decisionFor(denied: string | undefined): Decision {
  if (denied === undefined) return "allow";
  return denied.includes("with an explicit deny") ? "explicit-deny" : "implicit-deny";
}

/** The gateway shows the last four digits of the account that owns the API. */
function withHiddenAccount(text: string): string {
  return text.replace(/(execute-api:[^:]*):\d{8}(\d{4}):/, "$1:********$2:");
}

/**
 * Admits a request with a token of one of the pools: an ID token, or, if the method has scopes, an access token with
 * one of them.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-enable-cognito-user-pool.html
 */
async function authorizeByUserPool(
  authorizer: Extract<Authorization<RestAuthorizer>, { readonly type: "user-pools" }>,
  exchange: RestExchange,
  { tokens }: RestApiServices,
): Promise<Failure | undefined> {
  const refuse = (reason: string, message?: string): Failure => {
    exchange.notes.authorizerError = reason;
    return { failure: "UNAUTHORIZED", ...(message !== undefined && { message }) };
  };
  const { scopes } = authorizer;
  const token = withoutBearer(authorizer.source.value(exchange) ?? "");
  if (token === "") return refuse("The request has no token.");
  const issuer = issuerOf(token);
  if (issuer === undefined || !authorizer.issuers.includes(issuer)) {
    exchange.notes.reason = `The token's iss is ${issuer ?? "missing"}, and the authorizer accepts ${authorizer.issuers.join(", ")}.`;
    return refuse("The token is not from one of the authorizer's user pools.");
  }
  const check = await tokens.verify(token, { issuer });
  if (!check.accepted) {
    const isExpired = check.reason === "the token has expired";
    exchange.notes.reason = `The authorizer ${authorizer.name} refuses the token: ${check.detail}`;
    return refuse(check.reason, isExpired ? "The incoming token has expired" : undefined);
  }
  const use = scopes.length === 0 ? "id" : "access";
  if (check.claims.token_use !== use) return refuse(`The token is not an ${use} token.`);
  const held = scopesOf(check.claims);
  const granted = scopes.filter((scope) => held.includes(scope));
  if (scopes.length > 0 && granted.length === 0) {
    exchange.notes.reason = `The token has none of the method's scopes: ${scopes.join(" ")}. It has: ${held.join(" ") || "none"}.`;
    return refuse("The token has none of the method's scopes.");
  }
  exchange.authorized = { type: "token", claims: userPoolClaims(check.claims), scopes: granted };
  return undefined;
}

const misconfigured: Failure = { failure: "AUTHORIZER_CONFIGURATION_ERROR" };

/** The rules of authorizers with functions of REST APIs. */
const restAuthorizer: AuthorizerKind<RestExchange, RestFunctionAuthorizer, RestFunctionDecision, Failure> = {
  // Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-use-lambda-authorizer.html
  timeoutMs: 29_000,
  errors: {
    "no-identity": "The request lacks an identity source, or its format is invalid.",
    denied: "The authorizer's policy does not allow the request.",
  },
  refusals: {
    "no-identity": { failure: "UNAUTHORIZED" },
    timeout: { failure: "AUTHORIZER_FAILURE" },
    unauthorized: { failure: "UNAUTHORIZED" },
    failed: misconfigured,
    denied: { failure: "ACCESS_DENIED" },
    "explicitly-denied": {
      failure: "ACCESS_DENIED",
      message: "User is not authorized to access this resource with an explicit deny",
    },
  },
  showsDenied: true,
  functionArn: ({ functionArn }, { stage }) => functionArn.render(stage),
  identityOf(exchange, { name, takes, sources, validation }) {
    const values = sources.map((source) => source.value(exchange) ?? "");
    const lacks = `The request lacks an identity source of the authorizer ${name}, or its format is invalid.`;
    // Whether answers are kept or not: https://docs.aws.amazon.com/apigateway/latest/api/API_CreateAuthorizer.html
    if (takes === "REQUEST") return values.every((value) => value !== "") ? values : lacks;
    const [token = ""] = values;
    return token === "" || validation?.test(token) === false ? lacks : [token];
  },
  // Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-lambda-authorizer-input.html
  event: (exchange, { takes }, [authorizationToken]) =>
    takes === "TOKEN"
      ? { type: "TOKEN", methodArn: exchange.routeArn, authorizationToken }
      : requestEvent(exchange),
  read: (payload) => readRestDecision(jsonOf(payload)),
  authorizedBy: ({ policy: _, ...authorized }, latencyMs) => ({ type: "function", ...authorized, latencyMs }),
};

function requestEvent(exchange: RestExchange) {
  // The key is validated only after the authorizer.
  const value = exchange.route?.needsApiKey === true ? exchange.header("x-api-key") : undefined;
  const context = requestContext(exchange, value === undefined ? undefined : { value });
  return { type: "REQUEST", methodArn: exchange.routeArn, ...eventParts(exchange, {}, context) };
}

/** The answer of a function authorizer; cached for the authorizer's time to live. */
export interface RestFunctionDecision {
  readonly policy: readonly PolicyDocumentStatement[];
  readonly principalId: string;
  readonly context: Readonly<Record<string, string>>;
  readonly usageIdentifierKey: string | undefined;
}

/**
 * Reads an authorizer's answer, or says why it cannot be used.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-lambda-authorizer-output.html
 */
function readRestDecision(answer: unknown): RestFunctionDecision | UnusableAnswer {
  if (!isValues(answer)) return { problem: "it is not an object." };
  const { principalId, policyDocument, context: given, usageIdentifierKey } = answer;
  const policy = parsePolicyDocument(policyDocument);
  const context = authorizerContext(given);
  if (policy === undefined) return { problem: "policyDocument is not a policy." };
  if (context === undefined) return { problem: "context has a value that is an array or an object." };
  if (typeof principalId !== "string" && typeof principalId !== "number") {
    return { problem: "principalId is missing." };
  }
  return {
    policy,
    principalId: String(principalId),
    context,
    usageIdentifierKey: typeof usageIdentifierKey === "string" ? usageIdentifierKey : undefined,
  };
}
