import { byKind } from "../../../facts/text/by-kind";
import { decodePart } from "../../../facts/text/query-string";
import { cookiesOf, isTextType } from "../../wire/request-headers";
import { commonLogTime } from "../access-log";
import type { Authorized } from "../api-exchange";
import { eventContext, eventParts } from "../event-parts";
import type { PayloadFormat } from "./config";
import type { HttpExchange } from "./exchange";

/**
 * The events of functions. Members without a value are omitted in format 2.0 and null in format 1.0.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */

/** The event for the function of a route, as JSON text. */
export function requestEvent(format: PayloadFormat, exchange: HttpExchange, body: Buffer): string {
  return JSON.stringify(format === "2.0" ? eventV2(exchange, body) : eventV1(exchange, body));
}

/**
 * The event for a function by its URL, as JSON text. The path stays encoded, except in the context; cookies are also among the
 * headers; an unsigned request has no account.
 *
 * Source: captures of AWS, `test/local/captures/events/function-url.json`
 */
export function urlEvent(exchange: HttpExchange, body: Buffer): string {
  const { headers, authorized, fullPath } = exchange;
  const event = eventV2(exchange, body);
  const { requestContext } = event;
  const accountId = authorized?.type === "iam" ? authorized.accountId : "anonymous";
  const http = { ...requestContext.http, path: decodePart(fullPath) };
  return JSON.stringify({ ...event, headers, requestContext: { ...requestContext, accountId, http } });
}

/** The members that events of routes and of authorizers share in format 2.0. */
export function requestPartsV2(exchange: HttpExchange) {
  const { headers } = exchange;
  return {
    routeKey: exchange.route?.key,
    rawPath: exchange.eventPath,
    rawQueryString: exchange.rawQuery,
    cookies: cookiesOf(headers.cookie),
    // Without a value, the text of the event has no cookie.
    headers: headers.cookie === undefined ? headers : { ...headers, cookie: undefined },
    queryStringParameters: exchange.joinedQuery,
  };
}

/** The context of a request in format 2.0. */
export function requestContextV2(exchange: HttpExchange, authorizer?: object) {
  return {
    accountId: exchange.api.account,
    apiId: exchange.api.id,
    authorizer,
    domainName: exchange.domainName,
    domainPrefix: exchange.domainPrefix,
    http: {
      method: exchange.method,
      path: exchange.eventPath,
      protocol: exchange.protocol,
      sourceIp: exchange.sourceIp,
      userAgent: exchange.userAgent,
    },
    requestId: exchange.id,
    routeKey: exchange.route?.key,
    stage: exchange.stage?.name,
    time: commonLogTime(exchange.receivedAtMs),
    timeEpoch: exchange.receivedAtMs,
  };
}

function eventV2(exchange: HttpExchange, body: Buffer) {
  const { stage, pathParameters } = exchange;
  const parts = requestPartsV2(exchange);
  const content = bodyMembers(exchange, body, undefined);
  // Every request runs this code, and spreading objects would dominate its cost.
  return {
    version: "2.0",
    routeKey: parts.routeKey,
    rawPath: parts.rawPath,
    rawQueryString: parts.rawQueryString,
    cookies: parts.cookies,
    headers: parts.headers,
    queryStringParameters: parts.queryStringParameters,
    requestContext: requestContextV2(exchange, exchange.authorized && authorizerV2(exchange.authorized)),
    body: content.body,
    isBase64Encoded: content.isBase64Encoded,
    pathParameters,
    stageVariables: stage?.variables,
  };
}

const authorizerV2 = byKind<Authorized, "type", [], object>("type", {
  token: ({ claims, scopes }) => ({ jwt: { claims, scopes } }),
  function: ({ context }) => ({ lambda: context }),
  iam: ({ type: _, cognito = null, ...identity }) => ({
    iam: { ...identity, cognitoIdentity: cognito, principalOrgId: null },
  }),
});

function eventV1(exchange: HttpExchange, body: Buffer) {
  const { authorized } = exchange;
  const context = requestContextV1(exchange, authorized && authorizerV1(authorized));
  return eventParts(exchange, null, context, { version: "1.0", ...bodyMembers(exchange, body, null) });
}

/** The context of a request in format 1.0. */
export function requestContextV1(exchange: HttpExchange, authorizer?: object) {
  const { authorized } = exchange;
  const cognitoAmr = (authorized?.type === "iam" && authorized.cognito?.amr) || null;
  return eventContext(exchange, { authorizer, cognitoAmr });
}

const authorizerV1 = byKind<Authorized, "type", [], object | undefined>("type", {
  token: ({ claims, scopes }) => ({ claims, scopes }),
  function: ({ principalId, context }) => ({ claims: null, scopes: null, principalId, ...context }),
  iam: () => undefined,
});

function bodyMembers<Absent>({ request }: HttpExchange, body: Buffer, absent: Absent) {
  if (body.length === 0) return { body: absent, isBase64Encoded: false };
  const isText = isTextType(request.headers["content-type"]);
  return { body: body.toString(isText ? "utf8" : "base64"), isBase64Encoded: !isText };
}
