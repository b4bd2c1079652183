import { jsonOf } from "../../../../facts/text/json";
import { gatewayInvoker, invokePermitted } from "../../../permissions/invoke-permitted";
import { withTimeout } from "../../../wire/with-timeout";
import { authorizerReason, denialReason } from "../../failure-reason";
import { invokeDecision } from "../../invoke-decision";
import type { RestFunctionAuthorizer } from "../config/config";
import type { RestExchange } from "../exchange";
import { requestContext } from "../integrations/proxy-event";
import type { Failure } from "../response/answer";
import type { RestApiServices } from "../services";
import { type RestFunctionDecision, readRestDecision } from "./function-decision";

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-use-lambda-authorizer.html */
const authorizerTimeoutMs = 29_000;

/**
 * Admits a request that the policy of the authorizer allows. The policy may be cached.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-use-lambda-authorizer.html
 */
export async function authorizeByFunction(
  exchange: RestExchange,
  services: RestApiServices,
  authorizer: RestFunctionAuthorizer,
): Promise<Failure | undefined> {
  const { notes, stage } = exchange;
  const identity = identityOf(exchange, authorizer);
  if (identity === undefined) {
    notes.authorizerError = "The request lacks an identity source, or its format is invalid.";
    notes.reason = `The request lacks an identity source of the authorizer ${authorizer.name}, or its format is invalid.`;
    return { failure: "UNAUTHORIZED" };
  }
  const isCached = authorizer.ttlSeconds > 0 && identity.length > 0;
  const key = isCached ? JSON.stringify([authorizer.id, stage?.name, ...identity]) : "";
  const begun = exchange.elapsedMs;
  let decision = isCached ? services.decisions.get(key) : undefined;
  if (decision === undefined) {
    const asked = await ask(exchange, services, authorizer, identity);
    notes.authorizerLatencyMs = exchange.elapsedMs - begun;
    if ("failure" in asked) return asked;
    decision = asked;
    if (isCached) services.decisions.set(key, decision, authorizer.ttlSeconds);
  }
  const { policy, ...authorized } = decision;
  exchange.authorized = {
    type: "function",
    ...authorized,
    latencyMs: Math.round(notes.authorizerLatencyMs ?? 0),
  };
  const { methodArn } = exchange;
  const access = invokeDecision(policy, methodArn);
  if (access === "allow") return undefined;
  notes.authorizerError = "The authorizer's policy does not allow the request.";
  notes.reason = denialReason(authorizer.name, methodArn);
  const denied = "User is not authorized to access this resource with an explicit deny";
  return { failure: "ACCESS_DENIED", ...(access === "explicit-deny" && { message: denied }) };
}

/** Values of the identity sources; undefined when the request is refused without invoking the function. */
function identityOf(
  exchange: RestExchange,
  { takes, sources, validation }: RestFunctionAuthorizer,
): readonly string[] | undefined {
  const values = sources.map((source) => source.value(exchange) ?? "");
  // Whether answers are kept or not: https://docs.aws.amazon.com/apigateway/latest/api/API_CreateAuthorizer.html
  if (takes === "REQUEST") return values.every((value) => value !== "") ? values : undefined;
  const [token = ""] = values;
  if (token === "" || validation?.test(token) === false) return undefined;
  return [token];
}

async function ask(
  exchange: RestExchange,
  { context }: RestApiServices,
  authorizer: RestFunctionAuthorizer,
  identity: readonly string[],
): Promise<RestFunctionDecision | Failure> {
  const { notes } = exchange;
  const event = authorizer.takes === "TOKEN" ? tokenEvent(exchange, identity) : requestEvent(exchange);
  const invoker = gatewayInvoker(exchange.api, `authorizers/${authorizer.id}`, authorizer.roleArn);
  const invocation = invokePermitted(context, invoker, {
    functionArn: authorizer.functionArn.render(exchange.stage),
    payload: JSON.stringify(event),
    source: `authorizer ${authorizer.name}`,
  });
  const outcome = await withTimeout(context.clock, authorizerTimeoutMs, invocation);
  if (outcome === undefined) {
    notes.authorizerError = `The authorizer did not answer within ${authorizerTimeoutMs} ms.`;
    notes.reason = `The authorizer ${authorizer.name} did not answer within ${authorizerTimeoutMs} ms.`;
    return { failure: "AUTHORIZER_FAILURE" };
  }
  if (outcome.status === "refused") {
    notes.authorizerError = outcome.reason;
    notes.reason = authorizerReason(authorizer.name, outcome);
    return { failure: "AUTHORIZER_CONFIGURATION_ERROR" };
  }
  notes.authorizerStatus = 200;
  if (outcome.status === "error") {
    notes.authorizerError = outcome.errorMessage;
    notes.reason = authorizerReason(authorizer.name, outcome);
    const isRefusal = outcome.errorMessage === "Unauthorized";
    return { failure: isRefusal ? "UNAUTHORIZED" : "AUTHORIZER_CONFIGURATION_ERROR" };
  }
  const decision = readRestDecision(jsonOf(outcome.payload));
  if (!("problem" in decision)) return decision;
  notes.reason = authorizerReason(authorizer.name, outcome, decision.problem);
  notes.authorizerError = "The authorizer returned a response in an invalid format.";
  return { failure: "AUTHORIZER_CONFIGURATION_ERROR" };
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-lambda-authorizer-input.html */
function tokenEvent({ methodArn }: RestExchange, [authorizationToken]: readonly string[]) {
  return { type: "TOKEN", methodArn, authorizationToken };
}

function requestEvent(exchange: RestExchange) {
  const { headers, query, pathParameters, stage, method } = exchange;
  const { identity, ...context } = requestContext(exchange);
  // The key is validated only after the authorizer.
  const apiKey = method?.needsApiKey === true ? exchange.header("x-api-key") : undefined;
  return {
    type: "REQUEST",
    methodArn: exchange.methodArn,
    resource: method?.resource.path,
    path: exchange.path,
    httpMethod: exchange.httpMethod,
    headers: headers.single,
    multiValueHeaders: headers.multi,
    queryStringParameters: query?.single ?? {},
    multiValueQueryStringParameters: query?.multi ?? {},
    pathParameters: pathParameters ?? {},
    stageVariables: stage?.variables ?? {},
    requestContext: { ...context, identity: { ...identity, ...(apiKey !== undefined && { apiKey }) } },
  };
}
