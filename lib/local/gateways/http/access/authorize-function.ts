import { gatewayInvoker, invokePermitted } from "../../../permissions/invoke-permitted";
import { withTimeout } from "../../../wire/with-timeout";
import { authorizerReason, denialReason } from "../../failure-reason";
import { invokeDecision } from "../../invoke-decision";
import type { HttpFunctionAuthorizer } from "../config/config";
import type { HttpExchange } from "../exchange";
import { headersV1, requestContextV1, requestContextV2, requestPartsV2 } from "../integrations/request-event";
import { gatewayAnswers, type HttpAnswer } from "../response/answer";
import type { HttpApiServices } from "../services";
import { type HttpFunctionDecision, readHttpDecision } from "./function-decision";

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
