import { jsonOf } from "../../../facts/text/json";
import {
  type EventsApiConfig,
  isValues,
  type Model,
  type Namespace,
  type Resource,
  readEventsApi,
} from "../../../model";
import { AppSyncGateway } from "../app-sync/app-sync-gateway";
import { dataSourceName } from "../app-sync/data-sources";
import { type AppSyncExchange, type AppSyncResponse, refused } from "../app-sync/exchange";
import { creates, type GatewayContext, type RouteLine } from "../gateway";
import { type Subscribed, SubscriptionIndex } from "../subscription-index";
import { ChannelRequests, RefusedRequest } from "./channel-requests";
import { ChannelServer } from "./channel-server";

/** An API for events: published by HTTP and WebSocket, subscribed to by WebSocket. */
class ServedEventsApi extends AppSyncGateway<EventsApiConfig> {
  readonly kind = "EVENTS";
  readonly socketPath = "/event/realtime";
  protected readonly sockets: ChannelServer;
  private readonly subscribers = new SubscriptionIndex<Subscribed>();
  private requests: ChannelRequests;

  constructor(model: Model, resource: Resource, context: GatewayContext) {
    super(model, resource, context, "/event", readEventsApi);
    this.requests = this.newRequests();
    this.sockets = new ChannelServer(() => this.requests, this.subscribers, context);
  }

  get routes(): readonly RouteLine[] {
    return [...this.config.namespaces.values()].flatMap((each) => [
      line("PUBLISH", each, each.publishModes, each.onPublish),
      line("SUBSCRIBE", each, each.subscribeModes, each.onSubscribe),
    ]);
  }

  protected override applyConfig(): void {
    super.applyConfig();
    this.requests = this.newRequests();
  }

  private newRequests(): ChannelRequests {
    return new ChannelRequests(this.config, this.access, this.subscribers);
  }

  protected override async answer(exchange: AppSyncExchange, body: Buffer): Promise<AppSyncResponse> {
    const { notes, headers, sourceIp } = exchange;
    const given = jsonOf(body.toString("utf8"));
    const { channel, events } = isValues(given) ? given : {};
    try {
      const published = await this.requests.publish({ headers, sourceIp, signedBody: body }, channel, events);
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
  const called = source && dataSourceName(source);
  const target = called ?? (code === undefined ? "subscribers" : "code");
  return { method, path: `/${name}/*`, authorizer: modes.join(", "), target };
}

export const createEventApis = creates("EVENTS", (model) => model.ofType("aws_appsync_api"), ServedEventsApi);
