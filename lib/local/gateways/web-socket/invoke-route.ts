import { performance } from "node:perf_hooks";
import type { RawData } from "ws";
import { functionNameInArn } from "../../../facts/aws/function-arn";
import { jsonOf } from "../../../facts/text/json";
import type { InvokeOutcome } from "../../invoke";
import { gatewayInvoker, invokePermitted } from "../../permissions/invoke-permitted";
import { gatewayRequestId } from "../../wire/received-request";
import { valueAt } from "../../wire/value-at";
import { withTimeout } from "../../wire/with-timeout";
import { failureReason } from "../function-response";
import type { GatewayContext } from "../gateway";
import type { HandledExchange, ReportedNotes } from "../served-api";
import type { SocketRoute, SocketStage, WebSocketApiConfig } from "./config";
import type { Connection, Handshake } from "./connection";
import { connectArn, type EventFacts, type SocketEvent, socketEvent } from "./events";

/** A client connects, sends a message or disconnects: the event and its state in the gateway. */
export class SocketExchange implements HandledExchange {
  readonly id = gatewayRequestId();
  readonly notes: ReportedNotes = {};
  /** Result of the authorizer; set before `event` is read. */
  authorized: Connection["authorizer"];
  private readonly startedAt = performance.now();
  private createdEvent: SocketEvent | undefined;

  constructor(
    readonly api: WebSocketApiConfig,
    readonly handshake: Handshake,
    readonly facts: Omit<EventFacts, "requestId" | "authorizer">,
    authorized?: Connection["authorizer"],
  ) {
    this.authorized = authorized;
  }

  get routeArn(): string {
    return connectArn(this.api, this.handshake);
  }

  get stage(): SocketStage {
    return this.handshake.stage;
  }

  /** A connection may be opened again. */
  get url(): string | undefined {
    const { rawPath, rawQuery } = this.handshake;
    return this.facts.type === "CONNECT" ? `${rawPath}${rawQuery === "" ? "" : `?${rawQuery}`}` : undefined;
  }

  get elapsedMs(): number {
    return performance.now() - this.startedAt;
  }

  get event(): SocketEvent {
    const { id: requestId, authorized: authorizer } = this;
    this.createdEvent ??= socketEvent(this.api, this.handshake, { ...this.facts, requestId, authorizer });
    return this.createdEvent;
  }

  /** A `$context` variable of the access log. */
  variable(path: string): unknown {
    return valueAt({ ...this.event.context, status: this.notes.status }, path);
  }
}

/** Why the function of a route gave no result. */
export function withoutResult(
  outcome: Exclude<InvokeOutcome, { readonly status: "ok" }> | undefined,
  { functionArn, timeoutMs, key }: SocketRoute,
): string {
  if (outcome !== undefined) return failureReason(outcome);
  if (functionArn === undefined) return `The route ${key} has no function.`;
  return `The function did not answer within ${timeoutMs} ms.`;
}

/** Invokes the function of a route. Resolves to undefined without a function, and after the route's time limit. */
export async function invokeRoute(
  exchange: SocketExchange,
  { functionArn, roleArn, key, timeoutMs }: SocketRoute,
  context: GatewayContext,
): Promise<InvokeOutcome | undefined> {
  if (functionArn === undefined) return undefined;
  exchange.notes.functionName = functionNameInArn(functionArn);
  const { payload } = exchange.event;
  const invoker = gatewayInvoker(exchange.api, `${exchange.stage.name}/${key}`, roleArn);
  const invocation = invokePermitted(context, invoker, { functionArn, payload, source: key });
  return withTimeout(context.clock, timeoutMs, invocation);
}

/** Result of a message. */
export interface MessageResult {
  readonly status: number;
  /** Text for the client; undefined: the client gets nothing. */
  readonly reply: string | undefined;
}

/** Invokes the function of the route that a message selects. */
export async function answerMessage(
  exchange: SocketExchange,
  route: SocketRoute | undefined,
  context: GatewayContext,
): Promise<MessageResult> {
  if (route === undefined) {
    exchange.notes.reason = `No route for the message: its ${exchange.api.selection} names no route, and there is no $default.`;
    return messageError(exchange, 403, "Forbidden");
  }
  const outcome = await invokeRoute(exchange, route, context);
  if (outcome?.status !== "ok") {
    exchange.notes.reason = withoutResult(outcome, route);
    return messageError(exchange, 500, "Internal server error");
  }
  return { status: 200, reply: route.hasResponse ? responseBody(outcome.payload) : undefined };
}

/** An error for the client, as API Gateway writes it. */
export function messageError(
  { id: requestId, handshake: { connectionId } }: SocketExchange,
  status: number,
  message: string,
): MessageResult {
  return { status, reply: JSON.stringify({ message, connectionId, requestId }) };
}

export function messageText(data: RawData): string {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);
  return bytes.toString("utf8");
}

function responseBody(payload: string): string {
  const answer: unknown = jsonOf(payload);
  const { body } = Object(answer) as { readonly body?: unknown };
  return typeof body === "string" ? body : payload;
}

/**
 * The route of a message: the one that the selection expression selects, or else `$default`.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-api-develop-routes.html
 */
export function selectRoute(
  { selection, routes }: WebSocketApiConfig,
  body: string,
): SocketRoute | undefined {
  const named = selected(body, selection);
  const isOwn = named !== undefined && !["$connect", "$disconnect"].includes(named);
  return (isOwn ? routes.get(named) : undefined) ?? routes.get("$default");
}

function selected(body: string, path: string): string | undefined {
  const found = valueAt(jsonOf(body), path);
  return typeof found === "string" || typeof found === "number" ? String(found) : undefined;
}
