import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { functionNameInArn } from "../../../facts/aws/function-arn";
import { byKind } from "../../../facts/text/by-kind";
import type { Model, Resource } from "../../../model";
import { contained, trackIn } from "../../invoke";
import type { Gateway, GatewayContext, RouteLine } from "../gateway";
import { handleExchange, handleRequest } from "../handle-request";
import { Throttles, throttleReason } from "../throttles";
import {
  readWebSocketApi,
  type ServedConnectAuthorization,
  type SocketRoute,
  type SocketStage,
  type WebSocketApiConfig,
} from "./config";
import { connect } from "./connect";
import {
  type Connection,
  type Handshake,
  handshakeOf,
  limitConnection,
  maxMessageBytes,
  refuseHandshake,
} from "./connection";
import {
  answerConnections,
  ConnectionsExchange,
  isConnectionsPath,
  sendConnectionsAnswer,
} from "./connections-endpoint";
import {
  answerMessage,
  invokeRoute,
  messageError,
  messageText,
  SocketExchange,
  selectRoute,
  withoutResult,
} from "./invoke-route";

/** A stage has one limit for all of its routes together, beside those of single routes. */
const everyRoute = "*";

/** One WebSocket API: connects clients, hands their messages to functions, and lets functions write to them. */
export class ServedWebSocketApi implements Gateway {
  readonly kind = "WEBSOCKET";
  readonly address: string;
  private config: WebSocketApiConfig;
  private readonly connections = new Map<string, Connection>();
  private readonly throttles: Throttles;
  private readonly server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    // The subprotocol is chosen only by the function of $connect.
    handleProtocols: (_, request) => this.subprotocols.get(request) ?? false,
  });
  private readonly subprotocols = new WeakMap<IncomingMessage, string>();
  /** Exchanges that are not over yet; closing the gateway waits for them. */
  private readonly running = new Set<Promise<void>>();

  constructor(
    model: Model,
    resource: Resource,
    private readonly context: GatewayContext,
  ) {
    this.address = resource.address;
    this.server.on(
      "wsClientError",
      contained("WebSocket connection", (error, socket) =>
        this.refuse(socket, 400, `Not a valid handshake: ${error.message}.`),
      ),
    );
    this.throttles = new Throttles(context.clock);
    this.config = this.load(model, resource);
  }

  get name(): string {
    return this.config.name;
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

  replace(model: Model, resource: Resource): void {
    this.config = this.load(model, resource);
  }

  async close(): Promise<void> {
    for (const { socket } of this.connections.values()) socket.close(1001, "Going away");
    await Promise.all(this.running);
    this.server.close();
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const { context, config, connections } = this;
    const exchange = new ConnectionsExchange(request, response, context.clock.now());
    if (!isConnectionsPath(exchange.rawPath)) {
      request.on("error", () => {});
      const reason = "A plain HTTP request: this address takes WebSocket connections only.";
      context.report({ event: "refusal", at: this.name, status: 426, reason });
      response.writeHead(426, { upgrade: "websocket", "content-type": "application/json" });
      response.end(JSON.stringify({ message: "This address takes WebSocket connections only." }));
      return;
    }
    handleRequest(exchange, context, {
      serve: async () =>
        sendConnectionsAnswer(exchange, await answerConnections(exchange, config, connections, context)),
      sendError: () => response.destroy(),
      names: () => ({ api: this.name, method: exchange.method, path: exchange.rawPath }),
      variable: () => undefined,
    });
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    const [, stageName = ""] = (request.url ?? "/").split(/[/?]/);
    const stage = this.config.stages.get(stageName);
    if (stage === undefined) {
      const stages = [...this.config.stages.keys()].map((name) => `/${name}`).join(", ");
      return this.refuse(
        socket,
        403,
        `The path ${request.url ?? "/"} names no stage. Stages: ${stages || "none"}.`,
      );
    }
    const handshake = handshakeOf(request, stage, this.context.clock.now());
    const accept = (authorizer: Connection["authorizer"], subprotocol?: string): void => {
      if (subprotocol !== undefined) this.subprotocols.set(request, subprotocol);
      this.server.handleUpgrade(
        request,
        socket,
        head,
        contained("WebSocket connection", (client) =>
          this.open(
            { handshake, socket: client, authorizer, lastActiveAt: this.context.clock.now() },
            socket,
          ),
        ),
      );
    };
    const throttled = this.throttle(stage, "$connect");
    const route = this.config.routes.get("$connect");
    // Without a $connect route there is nothing to invoke or report.
    if (route === undefined) {
      if (throttled !== undefined) return this.refuse(socket, 429, throttled);
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

  /** Refuses a handshake that no route must do with. */
  private refuse(socket: Duplex, status: number, reason: string): void {
    this.context.report({ event: "refusal", at: this.name, status, reason });
    refuseHandshake(socket, status);
  }

  private connect(
    handshake: Handshake,
    route: SocketRoute,
    /** Why a throttle refuses the connection. */
    throttled: string | undefined,
    socket: Duplex,
    accept: (authorizer: Connection["authorizer"], subprotocol: string | undefined) => void,
  ): void {
    const { context } = this;
    const exchange = this.exchange(handshake, { type: "CONNECT", routeKey: "$connect" });
    this.run(
      exchange,
      async () => {
        if (throttled !== undefined) exchange.notes.reason = throttled;
        const { status, subprotocol } =
          throttled === undefined
            ? await connect(exchange, route, context)
            : { status: 429, subprotocol: undefined };
        exchange.notes.status = status;
        if (status !== 200) return refuseHandshake(socket, status);
        // The client may have disconnected while the function ran.
        if (socket.destroyed) return this.disconnect(handshake, exchange.authorizer, 1006, "");
        accept(exchange.authorizer, subprotocol);
      },
      () => refuseHandshake(socket, 500),
    );
  }

  private open(connection: Connection, raw: Duplex): void {
    const { handshake, socket, authorizer } = connection;
    this.connections.set(handshake.connectionId, connection);
    const endLimits = limitConnection(connection, raw, this.context.clock);
    socket.on("error", () => {});
    socket.on(
      "message",
      contained("WebSocket connection", (data, isBinary) => {
        if (!isBinary) return this.message(connection, messageText(data));
        // Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-api-develop-binary-media-types.html
        const reason = "A binary frame: WebSocket APIs take text, so the connection is closed with 1003.";
        this.context.report({ event: "refusal", at: this.name, status: 1003, reason });
        socket.close(1003, "Binary frames are not supported");
      }),
    );
    socket.on(
      "close",
      contained("WebSocket connection", (code, reason) => {
        endLimits();
        this.connections.delete(handshake.connectionId);
        this.disconnect(handshake, authorizer, code, reason.toString("utf8"));
      }),
    );
  }

  private message(connection: Connection, body: string): void {
    const { handshake, authorizer, socket } = connection;
    connection.lastActiveAt = this.context.clock.now();
    const route = selectRoute(this.config, body);
    const facts = { type: "MESSAGE", routeKey: route?.key ?? "$default", body } as const;
    const exchange = this.exchange(handshake, facts, authorizer);
    this.run(
      exchange,
      async () => {
        const throttled = this.throttle(handshake.stage, route?.key);
        if (throttled !== undefined) exchange.notes.reason = throttled;
        const { status, reply } =
          throttled === undefined
            ? await answerMessage(exchange, route, this.context)
            : messageError(exchange, 429, "Too Many Requests");
        if (reply !== undefined) socket.send(reply);
        exchange.notes.status = status;
      },
      () => socket.send(messageError(exchange, 500, "Internal server error").reply),
    );
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
    this.run(
      exchange,
      async () => {
        const outcome = await invokeRoute(exchange, route, this.context);
        exchange.notes.status = outcome?.status === "ok" ? 200 : 500;
        if (outcome?.status !== "ok") exchange.notes.reason = withoutResult(outcome, route);
      },
      () => {},
    );
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

  private run(exchange: SocketExchange, serve: () => Promise<void>, sendError: () => void): void {
    const { type, routeKey } = exchange.facts;
    const handled = handleExchange(exchange, this.context, {
      serve,
      sendError: () => {
        exchange.notes.status = 500;
        sendError();
      },
      names: () => ({ api: this.name, method: type, path: routeKey }),
      variable: (path) => exchange.variable(path),
    });
    trackIn(this.running, "WebSocket connection", handled);
  }

  private load(model: Model, resource: Resource): WebSocketApiConfig {
    const config = readWebSocketApi(model, resource);
    this.throttles.replace(
      [...config.stages.values()].flatMap(({ name, throttle, routeThrottles }) =>
        [[everyRoute, throttle] as const, ...routeThrottles].map(([route, limits]) => ({
          stage: name,
          route,
          limits,
        })),
      ),
    );
    return config;
  }
}

/** The authorizer of `$connect` in the list of routes. */
const authorizerName = byKind<ServedConnectAuthorization, "type", [], string>("type", {
  none: ({ type }) => type,
  iam: ({ type }) => type,
  function: ({ name }) => name,
  broken: ({ type }) => type,
});
