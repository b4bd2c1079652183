import { formatArn } from "../../../facts/aws/arns";
import { gatewayRequestId } from "../../wire/received-request";
import { commonLogTime } from "../access-log";
import type { WebSocketApiConfig } from "./config";
import type { Connection, Handshake } from "./connection";

/** Type of an event of a socket. */
type SocketEventType = "CONNECT" | "MESSAGE" | "DISCONNECT";

/** The event of a route's function, and the `$context` of its access log. */
export interface SocketEvent {
  /** JSON text for the function. */
  readonly payload: string;
  readonly context: Readonly<Record<string, unknown>>;
}

export interface EventFacts {
  readonly requestId: string;
  readonly type: SocketEventType;
  readonly routeKey: string;
  readonly now: number;
  readonly authorizer: Connection["authorizer"];
  /** Text of a message. */
  readonly body?: string;
  /** Members of the context that only this type of event has. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/**
 * The event that a route's function receives.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-websocket-api-mapping-template-reference.html
 */
export function socketEvent(api: WebSocketApiConfig, handshake: Handshake, facts: EventFacts): SocketEvent {
  const { requestId, type, routeKey, now, authorizer, body, more = {} } = facts;
  const messageId = type === "MESSAGE" ? gatewayRequestId() : undefined;
  const context = {
    routeKey,
    ...(messageId !== undefined && { messageId }),
    eventType: type,
    extendedRequestId: requestId,
    requestTime: commonLogTime(now),
    messageDirection: "IN",
    ...more,
    stage: handshake.stage.name,
    connectedAt: handshake.connectedAt,
    requestTimeEpoch: now,
    identity: { userAgent: handshake.userAgent, sourceIp: handshake.sourceIp },
    requestId,
    domainName: handshake.domainName,
    connectionId: handshake.connectionId,
    apiId: api.id,
    ...(authorizer !== undefined && { authorizer }),
  };
  const payload = JSON.stringify({
    ...(type === "CONNECT" && handshakeParts(handshake)),
    ...(type === "DISCONNECT" && disconnectHeaders(handshake)),
    ...(handshake.stage.variables !== undefined && { stageVariables: handshake.stage.variables }),
    requestContext: context,
    ...(body !== undefined && { body }),
    isBase64Encoded: false,
  });
  return { payload, context };
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-lambda-auth.html */
export function authorizerEvent(api: WebSocketApiConfig, handshake: Handshake, now: number): object {
  const { context } = socketEvent(api, handshake, {
    requestId: gatewayRequestId(),
    type: "CONNECT",
    routeKey: "$connect",
    now,
    authorizer: undefined,
  });
  return {
    type: "REQUEST",
    methodArn: connectArn(api, handshake),
    ...handshakeParts(handshake),
    queryStringParameters: handshake.query ?? {},
    multiValueQueryStringParameters: handshake.multiValueQuery ?? {},
    stageVariables: handshake.stage.variables ?? {},
    requestContext: context,
  };
}

/** The ARN that policies name for connecting. */
export function connectArn(api: WebSocketApiConfig, { stage }: Handshake): string {
  return formatArn(api, "execute-api", `${api.id}/${stage.name}/$connect`);
}

function handshakeParts({ headers, multiValueHeaders, query, multiValueQuery }: Handshake): object {
  return {
    headers,
    multiValueHeaders,
    ...(query !== undefined && { queryStringParameters: query }),
    ...(multiValueQuery !== undefined && { multiValueQueryStringParameters: multiValueQuery }),
  };
}

function disconnectHeaders({ domainName }: Handshake): object {
  const headers = { Host: domainName, "x-api-key": "", "X-Forwarded-For": "", "x-restapi": "" };
  const all = Object.entries(headers).map(([name, value]) => [name, [value]]);
  return { headers, multiValueHeaders: Object.fromEntries(all) };
}
