import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { AuthorizingApi, Model, Resource } from "../../../model";
import type { GatewayContext } from "../gateway";
import type { RealTimeServer } from "../real-time";
import { createApiServices } from "../routed-api";
import { ServedApi } from "../served-api";
import type { AccessServices } from "./authorize";
import { AppSyncExchange, type AppSyncResponse, readPost, refused } from "./exchange";

/**
 * An API of AppSync: it answers POST requests to one path, and WebSocket clients.
 *
 * GraphQL APIs and APIs for events differ only in their answers.
 */
export abstract class AppSyncGateway<
  Config extends AuthorizingApi & { readonly name: string },
> extends ServedApi<Config, AppSyncExchange, AppSyncResponse> {
  abstract override readonly kind: "GRAPHQL" | "EVENTS";
  abstract readonly socketPath: string | undefined;
  readonly failed = refused(500, "InternalFailure", "Internal server error.");
  readonly basePaths: readonly string[];
  protected readonly access: AccessServices;
  /** The WebSocket side of the API. */
  protected abstract readonly sockets: { readonly server: RealTimeServer };

  /** @param path - to which clients send their requests: `/graphql` */
  constructor(
    model: Model,
    resource: Resource,
    context: GatewayContext,
    private readonly path: string,
    readConfig: (model: Model, resource: Resource) => Config,
  ) {
    super(model, resource, context, readConfig);
    this.basePaths = [path];
    this.access = createApiServices(context);
    this.reportKeys();
  }

  override async close(): Promise<void> {
    this.access.decisions.clear();
    await this.sockets.server.close();
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.sockets.server.upgrade(request, socket, head);
  }

  async serve(exchange: AppSyncExchange): Promise<AppSyncResponse> {
    const post = await readPost(exchange, this.path);
    return "answer" in post ? post.answer : this.answer(exchange, post.bytes);
  }

  send(exchange: AppSyncExchange, response: AppSyncResponse): void {
    exchange.send(response);
  }

  /** Answers a POST request. */
  protected abstract answer(exchange: AppSyncExchange, body: Buffer): Promise<AppSyncResponse>;

  protected exchangeOf(request: IncomingMessage, response: ServerResponse): AppSyncExchange {
    return new AppSyncExchange(request, response, this.context.clock.now(), randomUUID());
  }

  protected override applyConfig(): void {
    this.access.decisions.clear();
    this.reportKeys();
  }

  private reportKeys(): void {
    for (const { key } of this.config.keys)
      this.access.once("notice", `${this.name} accepts the API key ${key}`);
  }
}
