import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { AuthorizingApi, Model, Resource } from "../../../model";
import { TokenVerifier } from "../../identities/token-verifier";
import { TtlCache } from "../../wire/ttl-cache";
import { type Gateway, type GatewayContext, type RouteLine, reportOnce } from "../gateway";
import { handleRequest } from "../handle-request";
import type { AccessServices } from "./access/authorize";
import { AppSyncExchange, type AppSyncResponse, readPost, refused } from "./exchange";

/** The WebSocket side of an API. */
interface SocketServer {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

/**
 * An API of AppSync: it answers POST requests to one path, and WebSocket clients.
 *
 * GraphQL APIs and APIs for events differ only in their answers.
 */
export abstract class AppSyncGateway<Config extends AuthorizingApi & { readonly name: string }>
  implements Gateway
{
  abstract readonly kind: "GRAPHQL" | "EVENTS";
  abstract readonly routes: readonly RouteLine[];
  abstract readonly socketPath: string | undefined;
  readonly address: string;
  readonly basePaths: readonly string[];
  protected readonly access: AccessServices;
  protected abstract readonly sockets: SocketServer;
  private current: Config;
  private readonly once: ReturnType<typeof reportOnce>;

  /** @param path - to which clients send their requests: `/graphql` */
  constructor(
    model: Model,
    resource: Resource,
    protected readonly context: GatewayContext,
    private readonly path: string,
    private readonly readConfig: (model: Model, resource: Resource) => Config,
  ) {
    this.address = resource.address;
    this.basePaths = [path];
    this.once = reportOnce(context.report);
    const tokens = new TokenVerifier(context.issuers, context.clock);
    this.access = { context, tokens, decisions: new TtlCache(context.clock) };
    this.current = this.read(model, resource);
  }

  get name(): string {
    return this.current.name;
  }

  protected get config(): Config {
    return this.current;
  }

  replace(model: Model, resource: Resource): void {
    this.current = this.read(model, resource);
    this.access.decisions.clear();
    this.replaced();
  }

  async close(): Promise<void> {
    this.access.decisions.clear();
    await this.sockets.close();
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.sockets.upgrade(request, socket, head);
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const exchange = new AppSyncExchange(request, response, this.context.clock.now());
    handleRequest(exchange, this.context, {
      serve: async () => {
        const post = await readPost(exchange, this.path);
        exchange.send("answer" in post ? post.answer : await this.answer(exchange, post.bytes));
      },
      sendError: () => exchange.send(refused(500, "InternalFailure", "Internal server error.")),
      names: () => ({ api: this.name, method: exchange.method, path: exchange.rawPath }),
      variable: () => undefined,
    });
  }

  /** Answers a POST request. */
  protected abstract answer(exchange: AppSyncExchange, body: Buffer): Promise<AppSyncResponse>;

  /** The config is another one now. */
  protected abstract replaced(): void;

  private read(model: Model, resource: Resource): Config {
    const config = this.readConfig(model, resource);
    for (const { key } of config.keys) this.once("notice", `${config.name} accepts the API key ${key}`);
    return config;
  }
}
