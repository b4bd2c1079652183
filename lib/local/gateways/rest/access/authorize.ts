import { byKind } from "../../../../facts/text/by-kind";
import type { Decision } from "../../../../model/iam/evaluate";
import { joinHeaders } from "../../../wire/request-headers";
import { invokeDecision } from "../../invoke-decision";
import { admitSigned, type SignedRefusal } from "../../signed-request";
import type { Authorization } from "../config/config";
import type { RestExchange } from "../exchange";
import { type Failure, requestTooLarge } from "../response/answer";
import type { RestApiServices } from "../services";
import { authorizeByFunction } from "./authorize-function";
import { authorizeByUserPool } from "./authorize-user-pool";

/** Admits a request and notes its caller, or returns why it is refused. */
export async function authorize(
  exchange: RestExchange,
  services: RestApiServices,
): Promise<Failure | undefined> {
  const authorization = exchange.method?.authorization ?? { type: "none" };
  return (await refusalBy(authorization, exchange, services)) ?? checkResourcePolicy(exchange, services);
}

const refusalBy = byKind<
  Authorization,
  "type",
  [exchange: RestExchange, services: RestApiServices],
  Promise<Failure | undefined>
>("type", {
  none: async () => undefined,
  iam: (_, exchange, services) => authorizeBySignature(exchange, services),
  function: ({ authorizer }, exchange, services) => authorizeByFunction(exchange, services, authorizer),
  "user-pools": (authorization, exchange, services) => authorizeByUserPool(exchange, services, authorization),
  broken: async (_, { notes }) => {
    notes.authorizerError = "The method's authorizer does not exist.";
    return { failure: "AUTHORIZER_CONFIGURATION_ERROR" };
  },
});

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/permissions.html */
async function authorizeBySignature(
  exchange: RestExchange,
  { context }: RestApiServices,
): Promise<Failure | undefined> {
  const headers = joinHeaders(exchange.request.rawHeaders);
  const [needed] = neededFor(exchange);
  const refusal = await admitSigned(exchange, context, { headers, needed });
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
  const { api, methodArn, authorized } = exchange;
  if (api.policy === undefined) return undefined;
  const who = authorized?.type === "iam" ? authorized.userArn : "anonymous";
  const decision =
    context.access === undefined || authorized?.type === "iam"
      ? invokeDecision(api.policy, methodArn, who)
      : decisionFor(context.access.check({ type: "anonymous" }, ...neededFor(exchange)));
  // The local identity has every permission of its own, so only an explicit deny refuses it.
  if (decision === "allow" || (decision === "implicit-deny" && authorized?.type === "iam")) return undefined;
  const message = `User: ${who} is not authorized to perform: execute-api:Invoke on resource: ${withHiddenAccount(methodArn)}`;
  exchange.notes.authorizerError = "The API's resource policy does not allow the request.";
  exchange.notes.reason = `The API's resource policy does not allow ${methodArn}.`;
  return {
    failure: "ACCESS_DENIED",
    message: decision === "explicit-deny" ? `${message} with an explicit deny` : message,
  };
}

/** A call of a method, and what conditions may ask for about it. */
function neededFor({ api, methodArn, sourceIp, request }: RestExchange) {
  const { "user-agent": userAgent, referer } = request.headers;
  const needed = { action: "execute-api:Invoke", resource: methodArn, resourcePolicy: api.policy };
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
