import { byKind } from "../../../facts/text/by-kind";
import { identityMembers } from "../../identities/cognito-caller";
import { commonLogTime } from "../access-log";
import type { RestExchange } from "./exchange";
import type { RestAuthorized } from "./request-facts";

/**
 * The events of functions behind a proxy integration. Members without a value are null.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 */

/** The event for the function of a method, as JSON text. */
export function proxyEvent(exchange: RestExchange): string {
  const { api, route, headers, query, pathParameters, stage, body, contentType } = exchange;
  const isBase64Encoded = body.length > 0 && api.binaryTypes.includes(contentType);
  return JSON.stringify({
    resource: route?.resource.path,
    path: exchange.path,
    httpMethod: exchange.method,
    headers: headers.single,
    multiValueHeaders: headers.multi,
    queryStringParameters: query?.single ?? null,
    multiValueQueryStringParameters: query?.multi ?? null,
    pathParameters: pathParameters ?? null,
    stageVariables: stage?.variables ?? null,
    requestContext: requestContext(exchange),
    body: body.length === 0 ? null : body.toString(isBase64Encoded ? "base64" : "utf8"),
    isBase64Encoded,
  });
}

/** The request context, also for authorizers. */
export function requestContext(exchange: RestExchange) {
  const { api, route, stage } = exchange;
  return {
    resourceId: route?.resourceId,
    authorizer: exchange.authorized && authorizerContext(exchange.authorized),
    resourcePath: route?.resource.path,
    operationName: route?.operationName,
    httpMethod: exchange.method,
    extendedRequestId: exchange.extendedId,
    requestTime: commonLogTime(exchange.receivedAtMs),
    path: exchange.requestPath,
    accountId: api.account,
    protocol: exchange.protocol,
    stage: stage?.name,
    domainPrefix: exchange.domainPrefix,
    requestTimeEpoch: exchange.receivedAtMs,
    requestId: exchange.id,
    identity: identity(exchange),
    domainName: exchange.domainName,
    deploymentId: stage?.deploymentId,
    apiId: api.id,
  };
}

const authorizerContext = byKind<RestAuthorized, "type", [], object | undefined>("type", {
  "user-pools": ({ claims }) => ({ claims }),
  function: ({ context, principalId, latencyMs }) => ({
    ...context,
    principalId,
    integrationLatency: latencyMs,
  }),
  iam: () => undefined,
});

function identity({ authorized, apiKey, sourceIp, userAgent }: RestExchange) {
  const iam = authorized?.type === "iam" ? authorized : undefined;
  return {
    ...identityMembers(iam?.cognito),
    accountId: iam?.accountId ?? null,
    caller: iam?.callerId ?? null,
    sourceIp,
    principalOrgId: null,
    accessKey: iam?.accessKey ?? null,
    userArn: iam?.userArn ?? null,
    userAgent,
    user: iam?.userId ?? null,
    ...(apiKey !== undefined && { apiKey: apiKey.value, apiKeyId: apiKey.id }),
  };
}
