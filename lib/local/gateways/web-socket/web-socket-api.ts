import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { RawData } from "ws";
import { functionNameInArn } from "../../../facts/aws/function-arn";
import type { Model, Resource } from "../../../model";
import { sendStatus } from "../../invoke";
import { ReceivedRequest } from "../../wire/received-request";
import { authorizerName } from "../api-config";
import type { GatewayContext, RouteLine } from "../gateway";
import { PlainExchange, ServedApi, type Serving, serveExchange } from "../served-api";
import { SocketServer } from "../socket-server";
import { Throttles, throttleReason } from "../throttles";
import { readWebSocketApi, type SocketRoute, type SocketStage, type WebSocketApiConfig } from "./config";
import { type ConnectAnswer, connect } from "./connect";
import { type Connection, type Handshake, handshakeOf, limitConnection, maxMessageBytes } from "./connection";
import {
  answerConnections,
  type ConnectionsAnswer,
  isConnectionsPath,
  sendConnectionsAnswer,
} from "./connections-endpoint";
import {
  answerMessage,
  invokeRoute,
  type MessageResult,
  messageError,
  messageText,
  SocketExchange,
  selectRoute,
  withoutResult,
} from "./invoke-route";

/** A stage has one limit for all of its routes together, beside those of single routes. */
const everyRoute = "*";

/** One WebSocket API: connects clients, hands their messages to functions, and lets functions write to them. */
export class ServedWebSocketApi extends ServedApi<WebSocketApiConfig, PlainExchange, ConnectionsAnswer> {
  readonly kind = "WEBSOCKET";
  readonly send = sendConnectionsAnswer;
  readonly failed: ConnectionsAnswer = { status: 500, body: { message: "Internal server error" } };
  private readonly connections = new Map<string, Connection>();
  private readonly throttles: Throttles;
  private readonly server = new SocketServer({
    part: "WebSocket connection",
    maxPayload: maxMessageBytes,
    // The subprotocol is chosen only by the function of $connect.
    handleProtocols: (_, request) => this.subprotocols.get(request) ?? false,
    refused: (status, reason) => this.refused(status, reason),
  });
  private readonly subprotocols = new WeakMap<IncomingMessage, string>();

  constructor(model: Model, resource: Resource, context: GatewayContext) {
    super(model, resource, context, readWebSocketApi);
    this.throttles = new Throttles(context.clock);
    this.applyConfig();
  }

  get basePaths(): readonly string[] {
    return [...this.config.stages.keys()].map((name) => `/${name}`);
  }

  get routes(): readonly RouteLine[] {
    const { authorization, routes } = this.config;
    const authorizer = authorizerName(authorization);
    return [...routes.values()].map(({ key, functionArn }) => ({
      method: "WS",
      path: key,
      authorizer: key === "$connect" ? authorizer : "none",
      target: functionArn === undefined ? "no function" : functionNameInArn(functionArn),
    }));
  }

  override async close(): Promise<void> {
    await this.server.close();
  }

  override handle(request: IncomingMessage, response: ServerResponse): void {
    if (isConnectionsPath(new ReceivedRequest(request, response, 0).rawPath)) {
      super.handle(request, response);
      return;
    }
    request.on("error", () => {});
    const reason = "A plain HTTP request: this address takes WebSocket connections only.";
    this.refused(426, reason);
    response.writeHead(426, { upgrade: "websocket", "content-type": "application/json" });
    response.end(JSON.stringify({ message: "This address takes WebSocket connections only." }));
  }

  serve(exchange: PlainExchange): Promise<ConnectionsAnswer> {
    return answerConnections(exchange, this.config, this.connections, this.context);
  }

  protected exchangeOf(request: IncomingMessage, response: ServerResponse): PlainExchange {
    // No log of API Gateway has the id of such a request.
    return new PlainExchange(request, response, this.context.clock.now(), "-");
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    const [, stageName = ""] = (request.url ?? "/").split(/[/?]/);
    const stage = this.config.stages.get(stageName);
    if (stage === undefined) {
      const stages = this.basePaths.join(", ") || "none";
      return this.server.refuse(
        socket,
        403,
        `The path ${request.url ?? "/"} names no stage. Stages: ${stages}.`,
      );
    }
    const handshake = handshakeOf(request, stage, this.context.clock.now());
    const accept = (authorizer: Connection["authorizer"], subprotocol?: string): void => {
      if (subprotocol !== undefined) this.subprotocols.set(request, subprotocol);
      this.server.accept(request, socket, head, (client) =>
        this.open({ handshake, socket: client, authorizer, lastActiveAt: this.context.clock.now() }, socket),
      );
    };
    const throttled = this.throttle(stage, "$connect");
    const route = this.config.routes.get("$connect");
    // Without a $connect route there is nothing to invoke or report.
    if (route === undefined) {
      if (throttled !== undefined) return this.server.refuse(socket, 429, throttled);
      return accept(undefined);
    }
    this.connect(handshake, route, throttled, socket, accept);
  }

  /** Why a throttle refuses a connection or message; undefined when it passes. */
  private throttle({ name, throttle, routeThrottles }: SocketStage, key = "$default"): string | undefined {
    const own = routeThrottles.get(key);
    const isAdmitted = this.throttles.take(name, own === undefined ? everyRoute : key);
    return isAdmitted ? undefined : throttleReason(own ?? throttle);
  }

  private refused(status: number, reason: string): void {
    this.context.report({ event: "refusal", at: this.name, status, reason });
  }

  private connect(
    handshake: Handshake,
    route: SocketRoute,
    /** Why a throttle refuses the connection. */
    throttled: string | undefined,
    socket: Duplex,
    accept: (authorizer: Connection["authorizer"], subprotocol: string | undefined) => void,
  ): void {
    const exchange = this.exchange(handshake, { type: "CONNECT", routeKey: "$connect" });
    this.run<ConnectAnswer>(exchange, {
      failed: { status: 500 },
      serve: async () => {
        if (throttled === undefined) return connect(exchange, route, this.context);
        exchange.notes.reason = throttled;
        return { status: 429 };
      },
      send: (_, { status, subprotocol }) => {
        exchange.notes.status = status;
        if (status !== 200) return sendStatus(socket, status);
        // The client may have disconnected while the function ran.
        if (socket.destroyed) return this.disconnect(handshake, exchange.authorized, 1006, "");
        accept(exchange.authorized, subprotocol);
      },
    });
  }

  private open(connection: Connection, raw: Duplex) {
    const { handshake, socket, authorizer } = connection;
    this.connections.set(handshake.connectionId, connection);
    const endLimits = limitConnection(connection, raw, this.context.clock);
    return {
      message: (data: RawData, isBinary: boolean) => {
        if (!isBinary) return this.message(connection, messageText(data));
        // Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-api-develop-binary-media-types.html
        this.refused(
          1003,
          "A binary frame: WebSocket APIs take text, so the connection is closed with 1003.",
        );
        socket.close(1003, "Binary frames are not supported");
      },
      closed: (code: number, reason: string) => {
        endLimits();
        this.connections.delete(handshake.connectionId);
        this.disconnect(handshake, authorizer, code, reason);
      },
    };
  }

  private message(connection: Connection, body: string): void {
    const { handshake, authorizer, socket } = connection;
    connection.lastActiveAt = this.context.clock.now();
    const route = selectRoute(this.config, body);
    const facts = { type: "MESSAGE", routeKey: route?.key ?? "$default", body } as const;
    const exchange = this.exchange(handshake, facts, authorizer);
    this.run<MessageResult>(exchange, {
      failed: messageError(exchange, 500, "Internal server error"),
      serve: async () => {
        const throttled = this.throttle(handshake.stage, route?.key);
        if (throttled === undefined) return answerMessage(exchange, route, this.context);
        exchange.notes.reason = throttled;
        return messageError(exchange, 429, "Too Many Requests");
      },
      send: (_, { status, reply }) => {
        if (reply !== undefined) socket.send(reply);
        exchange.notes.status = status;
      },
    });
  }

  private disconnect(
    handshake: Handshake,
    authorizer: Connection["authorizer"],
    code: number,
    reason: string,
  ): void {
    const route = this.config.routes.get("$disconnect");
    if (route === undefined) return;
    const more = { disconnectStatusCode: code, disconnectReason: reason };
    const facts = { type: "DISCONNECT", routeKey: "$disconnect", more } as const;
    const exchange = this.exchange(handshake, facts, authorizer);
    this.run<number>(exchange, {
      failed: 500,
      serve: async () => {
        const outcome = await invokeRoute(exchange, route, this.context);
        if (outcome?.status === "ok") return 200;
        exchange.notes.reason = withoutResult(outcome, route);
        return 500;
      },
      send: (_, status) => {
        exchange.notes.status = status;
      },
    });
  }

  private exchange(
    handshake: Handshake,
    facts: Omit<SocketExchange["facts"], "now">,
    authorizer?: Connection["authorizer"],
  ): SocketExchange {
    return new SocketExchange(
      this.config,
      handshake,
      { ...facts, now: this.context.clock.now() },
      authorizer,
    );
  }

  private run<Answer>(
    exchange: SocketExchange,
    steps: Pick<Serving<SocketExchange, Answer>, "serve" | "send" | "failed">,
  ): void {
    const { type: method, routeKey: path } = exchange.facts;
    const served = serveExchange(exchange, this.context, {
      ...steps,
      address: this.address,
      names: () => ({ api: this.name, method, path }),
      variable: (_, name) => exchange.variable(name),
    });
    this.server.run(served);
  }

  protected override applyConfig(): void {
    this.throttles.replace(
      [...this.config.stages.values()].flatMap(({ name: stage, throttle, routeThrottles }) =>
        [[everyRoute, throttle] as const, ...routeThrottles].map(([route, limits]) => ({
          stage,
          route,
          limits,
        })),
      ),
    );
  }
}
