import { performance } from "node:perf_hooks";
import { functionNameInArn } from "../../../facts/aws/function-arn";
import type { InvokeOutcome } from "../../invoke";
import { gatewayInvoker, invokePermitted } from "../../permissions/invoke-permitted";
import { gatewayRequestId } from "../../wire/request-id";
import { valueAt } from "../../wire/value-at";
import { withTimeout } from "../../wire/with-timeout";
import { failureReason } from "../failure-reason";
import type { GatewayContext } from "../gateway";
import type { HandledExchange } from "../handle-request";
import type { SocketRoute, SocketStage, WebSocketApiConfig } from "./config";
import type { Connection, Handshake } from "./connection";
import { type EventFacts, type SocketEvent, socketEvent } from "./events";

/** A client connects, sends a message or disconnects: the event and its state in the gateway. */
export class SocketExchange implements HandledExchange {
  readonly id = gatewayRequestId();
  readonly notes: { status?: number; functionName?: string; reason?: string } = {};
  /** Result of the authorizer; set before `event` is read. */
  authorizer: Connection["authorizer"];
  private readonly startedAt = performance.now();
  private createdEvent: SocketEvent | undefined;

  constructor(
    readonly api: WebSocketApiConfig,
    readonly handshake: Handshake,
    readonly facts: Omit<EventFacts, "requestId" | "authorizer">,
    authorizer?: Connection["authorizer"],
  ) {
    this.authorizer = authorizer;
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
    const { id: requestId, authorizer } = this;
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
