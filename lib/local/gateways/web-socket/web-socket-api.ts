import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import type { InvokeOutcome } from "../../functions/invoke";
import type { Model, Resource } from "../../model/model";
import { valueAt } from "../../wire/value-at";
import { functionNameInArn } from "../function-arn";
import type { Gateway, GatewayContext, RouteLine } from "../gateway";
import { TokenBucket } from "../token-bucket";
import { admit } from "./authorize";
import { readWebSocketApi, type SocketRoute, type WebSocketApiConfig } from "./config";
import { type Connection, type Handshake, handshakeOf } from "./connection";
import { answerConnections } from "./connections-endpoint";
import { type SocketEvent, type SocketEventType, socketEvent } from "./events";
import { FrameMeter } from "./frame-meter";
import { idleMs, longestMs, maxFrameBytes, maxMessageBytes } from "./limits";
import { selectRoute } from "./select-route";

/** One WebSocket API: connects clients, hands their messages to functions, and lets functions write to them. */
export class ServedWebSocketApi implements Gateway {
  readonly kind = "WEBSOCKET";
  readonly address: string;
  private config: WebSocketApiConfig;
  private readonly connections = new Map<string, Connection>();
  private readonly throttles = new Map<string, TokenBucket>();
  private readonly server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes });
  /** Events on their way, so that nothing is cut off in the middle when this ends. */
  private readonly running = new Set<Promise<unknown>>();

  constructor(
    model: Model,
    resource: Resource,
    private readonly context: GatewayContext,
  ) {
    this.address = resource.address;
    this.config = readWebSocketApi(model, resource);
  }

  get name(): string {
    return this.config.name;
  }

  get basePaths(): readonly string[] {
    return [...this.config.stages.keys()].map((name) => `/${name}`);
  }

  get routes(): readonly RouteLine[] {
    const { authorization, routes } = this.config;
    const connect = authorization.type === "function" ? authorization.name : authorization.type;
    return [...routes.values()].map(({ key, functionArn }) => ({
      method: "WS",
      path: key,
      authorizer: key === "$connect" ? connect : "none",
      target: functionArn === undefined ? "no function" : functionNameInArn(functionArn),
    }));
  }

  replace(model: Model): void {
    const resource = model.resources.find(({ address }) => address === this.address);
    if (resource !== undefined) this.config = readWebSocketApi(model, resource);
  }

  async close(): Promise<void> {
    for (const { socket } of this.connections.values()) socket.close(1001, "Going away");
    await Promise.all(this.running);
    this.server.close();
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    request.on("error", () => {});
    const [path = "/"] = (request.url ?? "/").split("?");
    if (!/^\/[^/]+\/@connections\/[^/]+$/.test(path)) {
      response.writeHead(426, { upgrade: "websocket", "content-type": "application/json" });
      response.end(JSON.stringify({ message: "This address takes WebSocket connections only." }));
      return;
    }
    const begun = performance.now();
    answerConnections(this.config, this.connections, this.context.clock, request, response)
      .then((status) => {
        const durationMs = performance.now() - begun;
        const { method = "GET" } = request;
        const requestId = "-";
        this.context.report({
          event: "request",
          api: this.name,
          method,
          path,
          status,
          durationMs,
          requestId,
        });
      })
      .catch((error: unknown) => {
        this.warn(String(error));
        response.destroy();
      });
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    this.follow(this.connect(request, socket, head));
  }

  private async connect(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const [, name = ""] = (request.url ?? "/").split(/[/?]/);
    const stage = this.config.stages.get(name);
    if (stage === undefined) return refuse(socket, 403, "Forbidden");
    const { clock } = this.context;
    const handshake = handshakeOf(request, stage, clock.now());
    const begun = performance.now();
    if (!this.passesThrottle(handshake)) return refuse(socket, 429, "Too Many Requests");
    const admission = await admit(this.config, handshake, this.context);
    if (!admission.admitted) {
      if (admission.status === 500) this.warn(`its authorizer: ${admission.reason}`);
      this.context.report({
        ...this.requestFacts("CONNECT", "$connect", begun),
        status: admission.status,
        requestId: "-",
      });
      return refuse(socket, admission.status, statusTexts[admission.status] ?? "Refused");
    }
    const { authorizer } = admission;
    const route = this.config.routes.get("$connect");
    if (route !== undefined) {
      const event = socketEvent(this.config, handshake, {
        type: "CONNECT",
        routeKey: "$connect",
        now: clock.now(),
        authorizer,
      });
      const outcome = await this.invoke(route, event);
      const status = connectStatus(outcome);
      this.note("CONNECT", "$connect", event, status, begun, handshake, route);
      if (status !== 200) return refuse(socket, status, statusTexts[status] ?? "Refused");
    }
    if (socket.destroyed) return this.disconnected(handshake, authorizer, 1006, "");
    this.server.handleUpgrade(request, socket, head, (client) =>
      this.serve(client, socket, handshake, authorizer),
    );
  }

  private serve(
    socket: WebSocket,
    raw: Duplex,
    handshake: Handshake,
    authorizer: Connection["authorizer"],
  ): void {
    const { clock } = this.context;
    const connection: Connection = { handshake, socket, authorizer, lastActiveAt: clock.now() };
    this.connections.set(handshake.connectionId, connection);
    const meter = new FrameMeter(maxFrameBytes, () => socket.close(1009, "Message too big"));
    raw.on("data", (chunk: Buffer) => meter.take(chunk));
    const cancelEnd = clock.after(longestMs, () => socket.close(1001, "Going away"));
    const cancelIdle = this.closeWhenIdle(connection);
    socket.on("error", () => {});
    socket.on("message", (data) => this.follow(this.message(connection, data)));
    socket.on("close", (code, reason) => {
      cancelEnd();
      cancelIdle();
      this.connections.delete(handshake.connectionId);
      this.follow(this.disconnected(handshake, authorizer, code, reason.toString("utf8")));
    });
  }

  private closeWhenIdle(connection: Connection): () => void {
    const { clock } = this.context;
    let cancel = (): void => {};
    const wait = (milliseconds: number): void => {
      cancel = clock.after(milliseconds, () => {
        const left = connection.lastActiveAt + idleMs - clock.now();
        if (left > 0) wait(left);
        else connection.socket.close(1001, "Going away");
      });
    };
    wait(idleMs);
    return () => cancel();
  }

  private async message(connection: Connection, data: RawData): Promise<void> {
    const { clock } = this.context;
    const { handshake, authorizer, socket } = connection;
    connection.lastActiveAt = clock.now();
    const begun = performance.now();
    const body = textOf(data);
    const route = selectRoute(this.config, body);
    const routeKey = route?.key ?? "$default";
    const event = socketEvent(this.config, handshake, {
      type: "MESSAGE",
      routeKey,
      now: clock.now(),
      authorizer,
      body,
    });
    const { connectionId } = handshake;
    const { requestId } = event;
    const tell = (message: string): void => socket.send(JSON.stringify({ message, connectionId, requestId }));
    if (!this.passesThrottle(handshake)) {
      tell("Too Many Requests");
      return this.note("MESSAGE", routeKey, event, 429, begun, handshake, undefined);
    }
    if (route === undefined) {
      tell("Forbidden");
      return this.note("MESSAGE", routeKey, event, 403, begun, handshake, undefined);
    }
    const outcome = await this.invoke(route, event);
    if (outcome?.status === "ok") {
      if (route.hasResponse) socket.send(responseBody(outcome.payload));
      return this.note("MESSAGE", routeKey, event, 200, begun, handshake, route);
    }
    tell("Internal server error");
    this.note("MESSAGE", routeKey, event, 500, begun, handshake, route);
  }

  private async disconnected(
    handshake: Handshake,
    authorizer: Connection["authorizer"],
    code: number,
    reason: string,
  ): Promise<void> {
    const route = this.config.routes.get("$disconnect");
    if (route === undefined) return;
    const begun = performance.now();
    const more = { disconnectStatusCode: code, disconnectReason: reason };
    const now = this.context.clock.now();
    const event = socketEvent(this.config, handshake, {
      type: "DISCONNECT",
      routeKey: "$disconnect",
      now,
      authorizer,
      more,
    });
    const outcome = await this.invoke(route, event);
    this.note(
      "DISCONNECT",
      "$disconnect",
      event,
      outcome?.status === "ok" ? 200 : 500,
      begun,
      handshake,
      route,
    );
  }

  /** Undefined without a function, and when it takes too long. */
  private async invoke(route: SocketRoute, { payload }: SocketEvent): Promise<InvokeOutcome | undefined> {
    const { functionArn, key, timeoutMs } = route;
    if (functionArn === undefined) return undefined;
    let cancel = (): void => {};
    const tooLong = new Promise<undefined>((resolve) => {
      cancel = this.context.clock.after(timeoutMs, () => resolve(undefined));
    });
    const outcome = await Promise.race([
      this.context.functions.invoke({ functionArn, payload, source: key }),
      tooLong,
    ]);
    cancel();
    return outcome;
  }

  private passesThrottle({ stage }: Handshake): boolean {
    const { name, throttle } = stage;
    if (throttle === undefined) return true;
    const bucket = this.throttles.get(name) ?? new TokenBucket(throttle, this.context.clock);
    this.throttles.set(name, bucket);
    bucket.change(throttle);
    return bucket.take();
  }

  private requestFacts(type: SocketEventType, routeKey: string, begun: number) {
    const durationMs = performance.now() - begun;
    return { event: "request", api: this.name, method: type, path: routeKey, durationMs } as const;
  }

  private note(
    type: SocketEventType,
    routeKey: string,
    { requestId, context }: SocketEvent,
    status: number,
    begun: number,
    { stage }: Handshake,
    route: SocketRoute | undefined,
  ): void {
    const { report, reportsAccessLog = true } = this.context;
    const answeredBy = route?.functionArn === undefined ? undefined : functionNameInArn(route.functionArn);
    report({ ...this.requestFacts(type, routeKey, begun), status, requestId, function: answeredBy });
    if (stage.logLine === undefined || !reportsAccessLog) return;
    const facts: Readonly<Record<string, unknown>> = { ...context, status };
    report({ event: "access-log", api: this.name, line: stage.logLine((path) => valueAt(facts, path)) });
  }

  private warn(text: string): void {
    this.context.report({ event: "warning", text: `${this.name}: ${text}` });
  }

  /** Keeps an event in mind until it is over; what fails is our own mistake. */
  private follow(work: Promise<unknown>): void {
    const followed = work
      .catch((error: unknown) => {
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
        this.warn(text);
      })
      .finally(() => this.running.delete(followed));
    this.running.add(followed);
  }
}

const statusTexts: Readonly<Record<number, string>> = {
  401: "Unauthorized",
  403: "Forbidden",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
};

/** A function that fails, or answers with another status than 2xx, keeps the client from connecting. */
function connectStatus(outcome: InvokeOutcome | undefined): number {
  if (outcome?.status !== "ok") return outcome?.status === "error" ? 502 : 500;
  const answer: unknown = JSON.parse(outcome.payload);
  const { statusCode } = Object(answer) as { readonly statusCode?: unknown };
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599) return 502;
  return status >= 200 && status < 300 ? 200 : status;
}

function responseBody(payload: string): string {
  const answer: unknown = JSON.parse(payload);
  const { body } = Object(answer) as { readonly body?: unknown };
  return typeof body === "string" ? body : payload;
}

function textOf(data: RawData): string {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);
  return bytes.toString("utf8");
}

function refuse(socket: Duplex, status: number, text: string): void {
  const body = JSON.stringify({ message: text });
  socket.end(
    `HTTP/1.1 ${status} ${text}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
