import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { TokenVerifier } from "../../identities/token-verifier";
import { jsonOf } from "../../json";
import type { Model, Resource } from "../../model/model";
import { isValues } from "../../model/values";
import { TtlCache } from "../../wire/ttl-cache";
import type { AccessServices } from "../app-sync/access/authorize";
import { GraphqlExchange, type GraphqlResponse, readPost, refused } from "../app-sync/exchange";
import { functionNameInArn } from "../function-arn";
import type { Gateway, GatewayContext, RouteLine } from "../gateway";
import { handleRequest } from "../handle-request";
import { reportOnce } from "../report-once";
import { ChannelRequests, RefusedRequest } from "./channel-requests";
import { ChannelServer } from "./channel-server";
import { type Namespace, readEventsApi } from "./config";
import { Subscribers } from "./subscribers";

const paths: readonly string[] = ["/event", "/event/"];

/** An API for events: published by HTTP and WebSocket, subscribed to by WebSocket. */
export class ServedEventsApi implements Gateway {
  readonly kind = "EVENTS";
  readonly address: string;
  readonly basePaths: readonly string[] = ["/event"];
  private requests: ChannelRequests;
  private readonly subscribers = new Subscribers();
  private readonly access: AccessServices;
  private readonly server: ChannelServer;
  private readonly once: ReturnType<typeof reportOnce>;

  constructor(
    model: Model,
    resource: Resource,
    private readonly context: GatewayContext,
  ) {
    this.address = resource.address;
    this.once = reportOnce(context.report);
    const tokens = new TokenVerifier(context.issuers, context.clock);
    this.access = { context, tokens, decisions: new TtlCache(context.clock) };
    this.requests = this.read(model, resource);
    this.server = new ChannelServer(() => this.requests, this.subscribers, context);
  }

  get name(): string {
    return this.requests.config.name;
  }

  get routes(): readonly RouteLine[] {
    return [...this.requests.config.namespaces.values()].flatMap((each) => [
      line("PUBLISH", each, each.publishModes, each.onPublish),
      line("SUBSCRIBE", each, each.subscribeModes, each.onSubscribe),
    ]);
  }

  replace(model: Model, resource: Resource): void {
    this.requests = this.read(model, resource);
    this.access.decisions.clear();
  }

  async close(): Promise<void> {
    this.access.decisions.clear();
    await this.server.close();
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.server.upgrade(request, socket, head);
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const exchange = new GraphqlExchange(request, response, this.context.clock.now());
    handleRequest(exchange, this.context, {
      serve: async () => exchange.send(await this.answer(exchange)),
      sendError: () => exchange.send(refused(500, "InternalFailure", "Internal server error.")),
      names: () => ({ api: this.name, method: exchange.method, path: exchange.rawPath }),
      variable: () => undefined,
    });
  }

  private read(model: Model, resource: Resource): ChannelRequests {
    const config = readEventsApi(model, resource);
    for (const { key } of config.keys) this.once("notice", `${config.name} accepts the API key ${key}`);
    return new ChannelRequests(config, this.access, this.subscribers);
  }

  private async answer(exchange: GraphqlExchange): Promise<GraphqlResponse> {
    const { notes, headers, sourceIp } = exchange;
    const post = await readPost(exchange, paths, "The API takes POST /event");
    if ("answer" in post) return post.answer;
    const given = jsonOf(post.bytes.toString("utf8"));
    const { channel, events } = isValues(given) ? given : {};
    try {
      const published = await this.requests.publish(
        { headers, sourceIp, signedBody: post.bytes },
        channel,
        events,
      );
      return { status: 200, body: JSON.stringify(published) };
    } catch (error) {
      if (!(error instanceof RefusedRequest)) throw error;
      notes.reason = error.reason;
      const { errorCode = 400, errorType, message } = error.told;
      return refused(errorCode, errorType, message);
    }
  }
}

function line(
  method: string,
  { name, code }: Namespace,
  modes: readonly string[],
  integration: Namespace["onPublish"],
): RouteLine {
  const source = integration?.dataSource;
  const called = source?.type === "AWS_LAMBDA" ? functionNameInArn(source.functionArn) : source?.name;
  const target = called ?? (code === undefined ? "subscribers" : "code");
  return { method, path: `/${name}/*`, authorizer: modes.join(", "), target };
}
