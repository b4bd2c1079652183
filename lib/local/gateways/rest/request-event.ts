import { byKind } from "../../../facts/text/by-kind";
import type { Authorized } from "../api-exchange";
import { eventContext, eventParts } from "../event-parts";
import type { RestExchange } from "./config";
import type { ApiKey } from "./request";

/**
 * The event for the function of a method behind a proxy integration, as JSON text. Members without a value are null.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 */
export function proxyEvent(exchange: RestExchange): string {
  const { api, body, contentType } = exchange;
  const isBase64Encoded = body.length > 0 && api.binaryTypes.includes(contentType);
  const content = body.length === 0 ? null : body.toString(isBase64Encoded ? "base64" : "utf8");
  const context = requestContext(exchange, exchange.apiKey);
  return JSON.stringify(eventParts(exchange, null, context, { body: content, isBase64Encoded }));
}

/** The request context, also for authorizers. */
export function requestContext(exchange: RestExchange, key: Partial<ApiKey> | undefined) {
  const { authorized, route, stage } = exchange;
  return eventContext(exchange, {
    authorizer: authorized && authorizerContext(authorized),
    operationName: route?.operationName,
    deploymentId: stage?.deploymentId,
    apiKey: key?.value,
    apiKeyId: key?.id,
  });
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
