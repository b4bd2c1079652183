import { byKind } from "../../../facts/text/by-kind";
import type { Authorized } from "../api-exchange";
import { eventContext, eventParts } from "../event-parts";
import type { RestExchange } from "./config";

/**
 * The event for the function of a method behind a proxy integration, as JSON text. Members without a value are null.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 */
export function proxyEvent(exchange: RestExchange): string {
  const { api, body, contentType } = exchange;
  const isBase64Encoded = body.length > 0 && api.binaryTypes.includes(contentType);
  return JSON.stringify({
    ...eventParts(exchange, null),
    requestContext: requestContext(exchange),
    body: body.length === 0 ? null : body.toString(isBase64Encoded ? "base64" : "utf8"),
    isBase64Encoded,
  });
}

/** The request context, also for authorizers. */
export function requestContext(exchange: RestExchange) {
  const { authorized, apiKey, route, stage } = exchange;
  const { identity, ...context } = eventContext(exchange, authorized && authorizerContext(authorized));
  return {
    ...context,
    operationName: route?.operationName,
    deploymentId: stage?.deploymentId,
    identity: apiKey === undefined ? identity : { ...identity, apiKey: apiKey.value, apiKeyId: apiKey.id },
  };
}

const authorizerContext = byKind<Authorized, "type", [], object | undefined>("type", {
  token: ({ claims }) => ({ claims }),
  function: ({ context, principalId, latencyMs }) => ({
    ...context,
    principalId,
    integrationLatency: latencyMs,
  }),
  iam: () => undefined,
});
