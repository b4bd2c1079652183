import { byKind } from "../../../facts/text/by-kind";
import { multiValueQuery } from "../../../facts/text/query-string";
import { identityMembers } from "../../identities/cognito-caller";
import { cookiesOf, type JoinedHeaders, multiValueHeaders } from "../../wire/request-headers";
import { commonLogTime } from "../access-log";
import type { PayloadFormat } from "./config";
import { claimTexts } from "./context-variables";
import type { HttpAuthorized, HttpExchange } from "./exchange";

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
  const http = { ...requestContext.http, path: decoded(fullPath) };
  return JSON.stringify({ ...event, headers, requestContext: { ...requestContext, accountId, http } });
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The members that events of routes and of authorizers share in format 2.0. */
export function requestPartsV2(exchange: HttpExchange) {
  const { headers } = exchange;
  return {
    routeKey: exchange.route?.pattern.key,
    rawPath: exchange.eventPath,
    rawQueryString: exchange.rawQuery,
    cookies: cookiesOf(headers.cookie),
    headers: headers.cookie === undefined ? headers : withoutCookie(headers),
    queryStringParameters: exchange.joinedQuery,
  };
}

function withoutCookie({ cookie: _, ...headers }: JoinedHeaders): JoinedHeaders {
  return headers;
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
    routeKey: exchange.route?.pattern.key,
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

const authorizerV2 = byKind<HttpAuthorized, "type", [], object>("type", {
  jwt: ({ claims, scopes }) => ({ jwt: { claims: claimTexts(claims), scopes } }),
  function: ({ context }) => ({ lambda: context }),
  iam: ({ type: _, cognito = null, ...identity }) => ({
    iam: { ...identity, cognitoIdentity: cognito, principalOrgId: null },
  }),
});

function eventV1(exchange: HttpExchange, body: Buffer) {
  const { stage, route, pathParameters, method, eventPath } = exchange;
  const query = multiValueQuery(exchange.query);
  return {
    version: "1.0",
    resource: route?.resourcePath,
    path: eventPath,
    httpMethod: method,
    ...headersV1(exchange),
    queryStringParameters:
      query === undefined
        ? null
        : Object.fromEntries(Object.entries(query).map(([name, [first]]) => [name, first])),
    multiValueQueryStringParameters: query ?? null,
    requestContext: requestContextV1(
      exchange,
      exchange.authorized === undefined ? undefined : authorizerV1(exchange.authorized),
    ),
    pathParameters: pathParameters ?? null,
    stageVariables: stage?.variables ?? null,
    ...bodyMembers(exchange, body, null),
  };
}

/** The headers of a request in format 1.0, by the names that the gateway gives them. */
export function headersV1({ request, headers }: HttpExchange) {
  const all = multiValueHeaders(request.rawHeaders);
  for (const [name, value] of Object.entries(headers)) all[name] ??= [value];
  // The gateway appends to the list of the client.
  all["x-forwarded-for"] = [headers["x-forwarded-for"] ?? ""];
  const names = namesV1(request.rawHeaders);
  const named = Object.entries(all).map(([name, values]) => [names.get(name) ?? name, values] as const);
  return {
    headers: Object.fromEntries(named.map(([name, values]) => [name, values.at(-1)])),
    multiValueHeaders: Object.fromEntries(named),
  };
}

/** The context of a request in format 1.0. */
export function requestContextV1(exchange: HttpExchange, authorizer?: object) {
  const { api, route, stage } = exchange;
  return {
    accountId: api.account,
    apiId: api.id,
    authorizer,
    domainName: exchange.domainName,
    domainPrefix: exchange.domainPrefix,
    extendedRequestId: exchange.id,
    httpMethod: exchange.method,
    identity: identityV1(exchange),
    path: exchange.eventPath,
    protocol: exchange.protocol,
    requestId: exchange.id,
    requestTime: commonLogTime(exchange.receivedAtMs),
    requestTimeEpoch: exchange.receivedAtMs,
    resourceId: route?.pattern.key,
    resourcePath: route?.resourcePath,
    stage: stage?.name,
  };
}

/**
 * Headers whose names the gateway writes itself in format 1.0; the others stay as the client wrote them.
 *
 * Source: captures of AWS, `test/local/captures/events/http-api-1.json`
 */
const ownNames: ReadonlyMap<string, string> = new Map(
  [
    ...["Content-Length", "Content-Type", "Host", "User-Agent", "X-Amzn-Trace-Id"],
    ...["X-Forwarded-For", "X-Forwarded-Port", "X-Forwarded-Proto"],
    ...["accept", "accept-charset", "accept-encoding", "accept-language", "authorization", "cache-control"],
    ...["cookie", "origin", "pragma", "range", "referer"],
  ].map((name) => [name.toLowerCase(), name]),
);

function namesV1(rawHeaders: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const written = rawHeaders[index] ?? "";
    if (!names.has(written.toLowerCase())) names.set(written.toLowerCase(), written);
  }
  return new Map([...names, ...ownNames]);
}

const authorizerV1 = byKind<HttpAuthorized, "type", [], object | undefined>("type", {
  jwt: ({ claims, scopes }) => ({ claims: claimTexts(claims), scopes }),
  function: ({ principalId, context }) => ({ claims: null, scopes: null, principalId, ...context }),
  iam: () => undefined,
});

/** The caller, in format 1.0. */
function identityV1({ authorized, sourceIp, userAgent }: HttpExchange) {
  const iam = authorized?.type === "iam" ? authorized : undefined;
  return {
    accessKey: iam?.accessKey ?? null,
    accountId: iam?.accountId ?? null,
    caller: iam?.callerId ?? null,
    cognitoAmr: iam?.cognito?.amr ?? null,
    ...identityMembers(iam?.cognito),
    principalOrgId: null,
    sourceIp,
    user: iam?.userId ?? null,
    userAgent,
    userArn: iam?.userArn ?? null,
  };
}

function bodyMembers<Absent>({ request }: HttpExchange, body: Buffer, absent: Absent) {
  if (body.length === 0) return { body: absent, isBase64Encoded: false };
  const isText = isTextType(request.headers["content-type"]);
  return { body: body.toString(isText ? "utf8" : "base64"), isBase64Encoded: !isText };
}

const textTypes: ReadonlySet<string> = new Set([
  "application/json",
  "application/javascript",
  "application/xml",
]);

/**
 * Whether a body is passed to functions as text. All others are base64-encoded, including forms and bodies without a
 * content type.
 *
 * AWS does not document which types count as text; this list was measured.
 */
export function isTextType(contentType: string | undefined): boolean {
  if (contentType === undefined) return false;
  const end = contentType.indexOf(";");
  const type = (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
  return type.startsWith("text/") || textTypes.has(type);
}
